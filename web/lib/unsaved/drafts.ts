import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef } from 'react'
import { storage } from '../storage.ts'

/** Unsaved form values by form id. They are kept when a change of language rebuilds the view. */
const drafts = new Map<string, unknown>()

export const readDraft = <T>(formId: string): T | undefined => drafts.get(formId) as T | undefined
export const writeDraft = (formId: string, values: unknown) => void drafts.set(formId, values)
export const dropDraft = (formId: string) => void drafts.delete(formId)
export const dropDrafts = () => drafts.clear()
/** Whether something typed is kept here alone. */
export const hasDrafts = () => [...drafts.values()].some((values) => values !== '')

/** The part of `useForm` from @mantine/form that drafts use. */
type Draftable<T> = { getValues: () => T; setValues: (values: T) => void; isDirty: () => boolean }

const without = <T extends object>(values: T, omit: (keyof T)[]): Partial<T> => {
  const rest: Partial<T> = { ...values }
  for (const name of omit) delete rest[name]
  return rest
}

type DraftOptions<T> = {
  /** Fields not stored in drafts, such as passwords. */
  omit?: (keyof T)[]
  /** For long forms: the draft also survives a reload of this tab. `files`: fields that cannot be serialized. */
  lasting?: { files: (keyof T)[] }
}

/** Keeps a form's values while its view is rebuilt. Call `drop` after submit or discard. */
export function useDraft<T extends object>(formId: string, form: Draftable<T>, options: DraftOptions<T> = {}) {
  const { omit = [], lasting } = options
  const isDropped = useRef(false)
  const fill = useEffectEvent((id: string) => {
    const draft = drafts.get(id) ?? (lasting && storage.draft(id).get())
    if (draft) form.setValues({ ...form.getValues(), ...draft })
  })
  const keep = useEffectEvent((id: string) => {
    if (!isDropped.current && form.isDirty()) writeDraft(id, without(form.getValues(), omit))
  })
  useEffect(() => {
    fill(formId)
    return () => keep(formId)
  }, [formId])
  useWindowEvent('pagehide', () => {
    if (lasting && !isDropped.current && form.isDirty())
      storage.draft(formId).set(without(form.getValues(), [...lasting.files, ...omit]))
  })
  const drop = () => {
    isDropped.current = true
    dropDraft(formId)
    if (lasting) storage.draft(formId).set(null)
  }
  return { drop }
}
