import { type Mounted, useMounted } from '../mounted.ts'

/** Forms of the page with something in them that is not saved yet: how to throw it away. */
const unsaved: Mounted<{ formId: string; discard: () => void }> = new Set()

export const hasUnsaved = () => unsaved.size > 0
export function discardUnsaved() {
  for (const read of [...unsaved]) read().discard()
  unsaved.clear()
}
/** It was saved: leaving need not wait for the next render. */
export function forgetUnsaved(formId: string) {
  for (const read of unsaved) if (read().formId === formId) unsaved.delete(read)
}

/** Says of a form whether leaving the page would lose something. */
export const useUnsaved = (formId: string, isDirty: boolean, discard: () => void) =>
  useMounted(unsaved, { formId, discard }, isDirty)
