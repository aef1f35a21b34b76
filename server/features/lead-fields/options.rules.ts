import type { FieldOption } from '#contract/lead-fields/own-fields.ts'
import type { Issue } from '../../platform/http/errors.ts'
import type { StoredValue } from './values.rules.ts'

/** The replacement for each removed option that leads have. `left`: the options after the change. */
export function replacementsOf(
  left: readonly FieldOption[],
  used: readonly string[],
  replacements: Record<string, string | null> = {},
): { options: Record<string, string | null>; issues: Issue[] } {
  const options: Record<string, string | null> = {}
  const issues: Issue[] = []
  for (const option of used) {
    const to = replacements[option]
    const path = `replacements.${option}`
    if (to === undefined) issues.push({ path, message: 'option_replacement_required' })
    else if (to !== null && !left.some(({ key, replacedBy }) => key === to && replacedBy === undefined))
      issues.push({ path, message: 'unknown_option' })
    else options[option] = to
  }
  return { options, issues }
}

/** A stored choice after its options were replaced; null if none is left. */
export function replaceIn(value: StoredValue | undefined, options: Record<string, string | null>): StoredValue | null {
  if (!Array.isArray(value)) return value ?? null
  const after = (value as readonly string[]).flatMap((key) => (key in options ? (options[key] ?? []) : key))
  return after.length ? [...new Set(after)] : null
}
