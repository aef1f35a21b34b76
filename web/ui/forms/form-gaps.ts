import type { FormErrors } from '@mantine/form'
import { i18n } from '../../lib/i18n/i18n.ts'
import { toast } from '../feedback/toast.tsx'

type Form = { getInputNode: (path: string) => { focus: () => void } | null }

/**
 * Second handler of `form.onSubmit`: focuses the first invalid field and shows a toast for empty required fields
 * ('Please fill in all required fields', specification, section 5).
 */
export const onGaps = (form: Form) => (errors: FormErrors) => {
  const isMissing = i18n.t('required_field', { ns: 'errors' })
  if (Object.values(errors).includes(isMissing)) toast.error(i18n.t('required', { ns: 'errors' }))
  const [first] = Object.keys(errors)
  if (first) form.getInputNode(first)?.focus()
}
