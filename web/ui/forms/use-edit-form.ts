import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import { dropDraft, useDraft } from '../../lib/unsaved/drafts.ts'
import { forgetUnsaved, useUnsaved } from '../../lib/unsaved/unsaved.ts'

type Values = Record<string, unknown>
/** Fields that differ from before, so that a change sends these alone and other people's changes are kept. */
export function changedFields<T extends object>(values: T, before: T): Partial<T> {
  const changed: Partial<T> = { ...values }
  for (const name in changed) if (JSON.stringify(values[name]) === JSON.stringify(before[name])) delete changed[name]
  return changed
}

type Options<V extends Values, C extends object> = UseFormInput<V> & {
  /** Id of the draft. */
  id: string
  initialValues: V
  /** Fields that no draft keeps. */
  secrets?: (keyof V)[]
  /** Computes the changes to send; empty: nothing to save. */
  changesIn: (values: V, before: V) => C
}
export type EditForm<V extends Values> = {
  form: UseFormReturnType<V>
  isDirty: boolean
  /** Restores the last loaded or saved values. */
  discard: () => void
}

/**
 * A form that changes what exists. Initial values stay as loaded; typed values survive a change of language (secrets do
 * not), and leaving with unsaved changes asks first (`UnsavedGuard`). `settle` makes the saved values the initial ones.
 */
export function useEditForm<V extends Values, C extends object>(options: Options<V, C>) {
  const { id, secrets = [], changesIn, ...input } = options
  const form = useForm<V>(input)
  useDraft(id, form, { omit: secrets })
  const changes = changesIn(form.values, form.getInitialValues())
  const isDirty = Object.keys(changes).length > 0
  const discard = () => {
    form.reset()
    dropDraft(id)
  }
  useUnsaved(id, isDirty, discard)
  const settle = (values: V) => {
    form.setInitialValues(values)
    form.setValues(values)
    form.clearErrors()
    dropDraft(id)
    forgetUnsaved(id)
  }
  return { form, changes, isDirty, discard, settle }
}
