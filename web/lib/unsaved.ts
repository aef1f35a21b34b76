import { useEffect, useRef } from 'react'

/** Forms of the page with something in them that is not saved yet: how to throw it away. */
const unsaved = new Map<string, () => void>()

export const hasUnsaved = () => unsaved.size > 0
export function discardUnsaved() {
  for (const discard of [...unsaved.values()]) discard()
  unsaved.clear()
}

/** It was saved: leaving need not wait for the next render. */
export const forgetUnsaved = (formId: string) => void unsaved.delete(formId)

/** Says of a form whether leaving the page would lose something. */
export function useUnsaved(formId: string, isDirty: boolean, discard: () => void) {
  const latest = useRef(discard)
  latest.current = discard
  useEffect(() => {
    if (!isDirty) return
    unsaved.set(formId, () => latest.current())
    return () => void unsaved.delete(formId)
  }, [formId, isDirty])
}
