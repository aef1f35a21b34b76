import type { FormErrors } from '@mantine/form'
import type { z } from 'zod'
import { i18n } from '../i18n/i18n.ts'
import { ApiError } from './call.ts'

/** Messages by field. */
export type Issues = Record<string, string>
type Issue = { path: PropertyKey[]; message: string; minimum?: unknown; maximum?: unknown }

/** The contract's messages are keys of the errors catalogue; messages about length include their limit. */
export const issueText = ({ message, minimum, maximum }: Issue) =>
  i18n.exists(message, { ns: 'errors' })
    ? i18n.t(message, { ns: 'errors', limit: minimum ?? maximum })
    : i18n.t('invalid_input', { ns: 'errors' })

const isEmpty = (values: unknown, path: PropertyKey[]) =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], values) === ''

/**
 * Validates a form by a contract shape: `useForm({ validate: rulesOf(NewCampaign) })`. Empty optional fields must be
 * absent; any other empty field is reported as missing, before the shape's own rules.
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

/** The server's issues by field; undefined if there are none. */
export function issuesOf(error: unknown): Issues | undefined {
  if (!(error instanceof ApiError) || error.issues.length === 0) return undefined
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.replace(/^body\./, ''), message]))
}

/** Checks required fields only, so that sign-in need not load the shapes. */
export const requiredFields =
  (...names: string[]) =>
  (values: Record<string, unknown>): FormErrors =>
    Object.fromEntries(
      names.filter((name) => !values[name]).map((name) => [name, i18n.t('required_field', { ns: 'errors' })]),
    )

/** Shows the server's issues beside the fields; true if there were any, so that nothing else needs to be shown. */
export function showIssues(
  form: { setErrors: (errors: FormErrors) => void },
  error: unknown,
  beside: (issues: Issues) => Issues = (issues) => issues,
) {
  const issues = issuesOf(error)
  if (issues) form.setErrors(beside(issues))
  return issues !== undefined
}

/** Drops empty fields. */
export function filled<T extends Record<string, string>>(values: T): Partial<T> {
  const rest: Partial<T> = { ...values }
  for (const name in rest) if (values[name]?.trim() === '') delete rest[name]
  return rest
}
