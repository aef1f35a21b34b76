import { useEffect, useRef } from 'react'

/** What was typed into forms, by form id: it outlives the rebuild of the view on a change of language (decisions 0, row 21). */
const drafts = new Map<string, unknown>()

export const readDraft = <T>(formId: string): T | undefined => drafts.get(formId) as T | undefined
export const writeDraft = (formId: string, values: unknown) => void drafts.set(formId, values)
export const dropDraft = (formId: string) => void drafts.delete(formId)
export const dropDrafts = () => drafts.clear()

/** The part of `useForm` of @mantine/form that a draft needs. */
type Draftable<T> = { getValues: () => T; setValues: (values: T) => void; isDirty: () => boolean }

/**
 * Keeps a form's values while its view is rebuilt. Passwords do not belong into drafts: name them in `omit`.
 * Call `drop` once the form is sent or thrown away.
 */
export function useDraft<T extends object>(formId: string, form: Draftable<T>, omit: (keyof T)[] = []) {
  const latest = useRef({ form, omit, isDropped: false })
  latest.current.form = form
  useEffect(() => {
    const draft = readDraft<T>(formId)
    if (draft) latest.current.form.setValues({ ...latest.current.form.getValues(), ...draft })
    return () => {
      const { form: left, omit: secrets, isDropped } = latest.current
      if (isDropped || !left.isDirty()) return
      const values = { ...left.getValues() }
      for (const name of secrets) delete values[name]
      writeDraft(formId, values)
    }
  }, [formId])
  const drop = () => {
    latest.current.isDropped = true
    dropDraft(formId)
  }
  return { drop }
}
