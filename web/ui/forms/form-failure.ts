import type { FormErrors } from '@mantine/form'
import { type Issues, showIssues } from '../../lib/http/form-errors.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { Cancelled } from '../../lib/session/identity.ts'
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

/** `onError` of a form: shows field errors at their fields and others as a toast. `beside` may map issues to fields. */
export const failInto =
  (form: { setErrors: (errors: FormErrors) => void }, beside?: (issues: Issues) => Issues) => (error: Error) => {
    if (error instanceof Cancelled) return
    if (!showIssues(form, error, beside)) toast.error(error.message)
  }
