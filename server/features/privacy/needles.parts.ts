import { type RawBuilder, sql } from 'kysely'

/** Spaces, hyphens and whatever else people and programs put between digits, as they stand in JSON and in web forms. */
const BETWEEN = sql.raw(`'(\\s|[().+/-]|%20|%28|%29|%2B|%2D|\\\\u[0-9a-f]{4}|\\\\t|[\\u200e\\u200f\\u2066-\\u2069])'`)
const squeezed = (text: RawBuilder<unknown>) =>
  sql`replace(lower(regexp_replace(${text}, ${BETWEEN}, '', 'gi')), '%40', '@')`
/** Whether a text holds one of the needles, however it was typed. */
export const mentions = (text: RawBuilder<unknown>, needles: readonly string[]) =>
  sql`exists (select from unnest(${needles}::text[]) needle where position(needle in ${squeezed(text)}) > 0)`
