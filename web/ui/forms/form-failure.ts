import type { FormErrors } from '@mantine/form'
import { showIssues } from '../../lib/http/form-errors.ts'
import { Cancelled } from '../../lib/session/identity.ts'
import { toast } from '../feedback/toast.tsx'

/** `onError` of a form: field errors beside the fields, other errors as a toast. */
export const failInto = (form: { setErrors: (errors: FormErrors) => void }) => (error: Error) => {
  if (error instanceof Cancelled) return
  if (!showIssues(form, error)) toast.error(error.message)
}
