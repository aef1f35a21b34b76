import type { FormErrors } from '@mantine/form'
import type { z } from 'zod'
import { i18n } from '../i18n/i18n.ts'
import { ApiError } from './call.ts'

/** Messages by field. */
export type Issues = Record<string, string>
type Issue = { path: PropertyKey[]; message: string; minimum?: unknown; maximum?: unknown }

/** The contract's messages are keys of the errors catalogue; lengths name their limit. */
export const issueText = ({ message, minimum, maximum }: Issue) =>
  i18n.exists(message, { ns: 'errors' })
    ? i18n.t(message, { ns: 'errors', limit: minimum ?? maximum })
    : i18n.t('invalid_input', { ns: 'errors' })

const isEmpty = (values: unknown, path: PropertyKey[]) =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], values) === ''

/**
 * The contract's shape as rule of a form: `useForm({ validate: rulesOf(NewCampaign) })`. A field that may be left out
 * has to be absent when it is empty; any other empty field is missing, whatever else its shape asks.
 */
export const rulesOf =
  <T extends object>(shape: z.ZodType) =>
  (values: T): Issues => {
    const result = shape.safeParse(values)
    if (result.success) return {}
    const errors: Issues = {}
    for (const issue of result.error.issues as Issue[])
      errors[issue.path.join('.')] ??= issueText(
        isEmpty(values, issue.path) ? { ...issue, message: 'required_field' } : issue,
      )
    return errors
  }

/** What the server found wrong, by field; undefined where it named none. */
export function issuesOf(error: unknown): Issues | undefined {
  if (!(error instanceof ApiError) || error.issues.length === 0) return undefined
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.replace(/^body\./, ''), message]))
}

/** Fields that may not be empty, where no more than that is worth saying before sending: sign-in does without the shapes. */
export const requiredFields =
  (...names: string[]) =>
  (values: Record<string, unknown>): FormErrors =>
    Object.fromEntries(
      names.filter((name) => !values[name]).map((name) => [name, i18n.t('required_field', { ns: 'errors' })]),
    )

/** Puts what the server found wrong beside the fields; true where it named any, so that nothing else needs to be shown. */
export function showIssues(
  form: { setErrors: (errors: FormErrors) => void },
  error: unknown,
  beside: (issues: Issues) => Issues = (issues) => issues,
) {
  const issues = issuesOf(error)
  if (issues) form.setErrors(beside(issues))
  return issues !== undefined
}

/** What was filled in: a field left empty is left out. */
export function filled<T extends Record<string, string>>(values: T): Partial<T> {
  const rest: Partial<T> = { ...values }
  for (const name in rest) if (values[name]?.trim() === '') delete rest[name]
  return rest
}
