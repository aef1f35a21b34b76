import { type Mounted, useMounted } from '../mounted.ts'

/** Mounted forms with unsaved changes, and how to discard them. */
const unsaved: Mounted<{ formId: string; discard: () => void }> = new Set()

export const hasUnsaved = () => unsaved.size > 0
export function discardUnsaved() {
  for (const read of [...unsaved]) read().discard()
  unsaved.clear()
}
/** Call after saving: leaving need not wait for the next render. */
export function forgetUnsaved(formId: string) {
  for (const read of unsaved) if (read().formId === formId) unsaved.delete(read)
}

/** Registers whether leaving the page would lose changes of the form. */
export const useUnsaved = (formId: string, isDirty: boolean, discard: () => void) =>
  useMounted(unsaved, { formId, discard }, isDirty)
