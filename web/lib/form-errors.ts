import type { FormErrors } from '@mantine/form'
import type { z } from 'zod'
import { ApiError } from './call.ts'
import { i18n } from './i18n.ts'

type Issue = { path: PropertyKey[]; message: string; minimum?: unknown; maximum?: unknown }

/** The contract's messages are keys of the errors catalogue; lengths name their limit. */
export const issueText = ({ message, minimum, maximum }: Issue) =>
  i18n.exists(message, { ns: 'errors' })
    ? i18n.t(message, { ns: 'errors', min: minimum, max: maximum })
    : i18n.t('invalid_input', { ns: 'errors' })

/** The contract's shape as rule of a form: `useForm({ validate: rulesOf(NewCampaign) })`. */
export const rulesOf =
  <T extends object>(shape: z.ZodType) =>
  (values: T): FormErrors => {
    const result = shape.safeParse(values)
    if (result.success) return {}
    const errors: FormErrors = {}
    for (const issue of result.error.issues) errors[issue.path.join('.')] ??= issueText(issue as Issue)
    return errors
  }

/** Puts what the server found wrong beside the fields; true where it named any, so that nothing else needs to be shown. */
export function showIssues(form: { setErrors: (errors: FormErrors) => void }, error: unknown) {
  if (!(error instanceof ApiError) || error.issues.length === 0) return false
  form.setErrors(Object.fromEntries(error.issues.map(({ path, message }) => [path.replace(/^body\./, ''), message])))
  return true
}
