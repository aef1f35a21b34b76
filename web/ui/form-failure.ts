import type { FormErrors } from '@mantine/form'
import { showIssues } from '../lib/form-errors.ts'
import { Cancelled } from '../lib/identity.ts'
import { toast } from './toast.tsx'

/** The `onError` of sending a form: what the server found wrong is said beside the fields, anything else in a toast. */
export const failInto = (form: { setErrors: (errors: FormErrors) => void }) => (error: Error) => {
  if (error instanceof Cancelled) return
  if (!showIssues(form, error)) toast.error(error.message)
}
