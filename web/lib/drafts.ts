import { useEffect, useEffectEvent, useRef } from 'react'
import { storage } from './storage.ts'

/** What was typed into forms, by form id: it outlives the rebuild of the view on a change of language. */
const drafts = new Map<string, unknown>()

export const readDraft = <T>(formId: string): T | undefined => drafts.get(formId) as T | undefined
export const writeDraft = (formId: string, values: unknown) => void drafts.set(formId, values)
export const dropDraft = (formId: string) => void drafts.delete(formId)
export const dropDrafts = () => drafts.clear()

/** The part of `useForm` of @mantine/form that a draft needs. */
type Draftable<T> = { getValues: () => T; setValues: (values: T) => void; isDirty: () => boolean }

const without = <T extends object>(values: T, omit: (keyof T)[]): Partial<T> => {
  const rest: Partial<T> = { ...values }
  for (const name of omit) delete rest[name]
  return rest
}

/**
 * Keeps a form's values while its view is rebuilt. Passwords do not belong into drafts: name them in `omit`.
 * Call `drop` once the form is sent or thrown away.
 */
export function useDraft<T extends object>(formId: string, form: Draftable<T>, omit: (keyof T)[] = []) {
  const isDropped = useRef(false)
  const fill = useEffectEvent((draft: T) => form.setValues({ ...form.getValues(), ...draft }))
  const keep = useEffectEvent((id: string) => {
    if (!isDropped.current && form.isDirty()) writeDraft(id, without(form.getValues(), omit))
  })
  useEffect(() => {
    const draft = readDraft<T>(formId)
    if (draft) fill(draft)
    return () => keep(formId)
  }, [formId])
  const drop = () => {
    isDropped.current = true
    dropDraft(formId)
  }
  return { drop }
}

/**
 * The same for a long form: its draft also outlives a reload, in this tab; but for what no text can hold, named in
 * `files`, and what no draft keeps, named in `omit`.
 */
export function useLastingDraft<T extends object>(
  formId: string,
  form: Draftable<T>,
  files: (keyof T)[] = [],
  omit: (keyof T)[] = [],
) {
  const { drop } = useDraft(formId, form, omit)
  const isDropped = useRef(false)
  const fill = useEffectEvent((id: string) => {
    const draft = storage.draft(id).get()
    if (draft && !readDraft(id)) form.setValues({ ...form.getValues(), ...(draft as T) })
  })
  const keep = useEffectEvent((id: string) => {
    if (!isDropped.current && form.isDirty()) storage.draft(id).set(without(form.getValues(), [...files, ...omit]))
  })
  useEffect(() => {
    fill(formId)
    const leave = () => keep(formId)
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [formId])
  return {
    drop: () => {
      isDropped.current = true
      drop()
      storage.draft(formId).set(null)
    },
  }
}
