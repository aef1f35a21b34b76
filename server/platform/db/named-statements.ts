import { sql } from 'kysely'

const STATEMENTS_MAX = 500
/** Names of prepared statements by their text. */
const names = new Map<string, string>()

/**
 * Hides a value from the planner, so that a frequent statement gets one generic plan per connection; planning would take
 * longer than running it.
 */
export const opaqueParam = (value: unknown, type: 'uuid' | 'text' | 'date' | 'jsonb') =>
  sql`(select ${value}::${sql.raw(type)})`

/** Marks a statement with too many shapes to prepare each: it is planned every time, with its values. */
export const UNPREPARED = '/* planned with its values */'

/**
 * The name by which each connection prepares a statement once; undefined: the statement is not prepared. The number of
 * names is limited, because a statement with a list of values has a different text for each length of the list.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= STATEMENTS_MAX || text.includes(UNPREPARED)) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
