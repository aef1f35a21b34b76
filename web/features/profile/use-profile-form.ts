import { type UseFormInput, useForm } from '@mantine/form'
import { useDraft } from '../../lib/drafts.ts'
import { useUnsaved } from '../../lib/unsaved.ts'

type Options<T> = UseFormInput<T> & { id: string; secrets?: (keyof T)[] }

/**
 * A form of the profile: typed values survive a change of language (secrets do not), and leaving with unsaved changes
 * asks first. `settle` makes the saved values the initial ones.
 */
export function useProfileForm<T extends Record<string, unknown>>({ id, secrets = [], ...options }: Options<T>) {
  const form = useForm<T>(options)
  const formId = `profile-${id}`
  const draft = useDraft(formId, form, secrets)
  const isDirty = form.isDirty()
  const discard = () => {
    form.reset()
    draft.drop()
  }
  useUnsaved(formId, isDirty, discard)
  const settle = (values: T) => {
    form.setInitialValues(values)
    form.reset()
    form.setValues(values)
  }
  return { form, isDirty, discard, settle }
}
