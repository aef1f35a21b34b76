import { type RawBuilder, sql } from 'kysely'
import type { LeadFilters } from '#contract/leads.ts'
import { phonePrefixes, type Wanted } from './leads.rules.ts'

type Condition = RawBuilder<unknown>
/** Past the last character that a phone can hold. */
const END = '~'

export const all = (conditions: readonly (Condition | false | undefined)[]): Condition =>
  sql.join(conditions.filter((condition): condition is Condition => Boolean(condition)), sql` and `)

/** One value as an equality, whose index also gives the order; several as a list. */
const oneOf = (column: string, type: string, values: readonly string[]): Condition =>
  values.length === 1
    ? sql`${sql.ref(column)} = ${values[0]}::${sql.raw(type)}`
    : sql`${sql.ref(column)} = any(${values}::${sql.raw(`${type}[]`)})`

/** What `leads` rows must fulfil, of one business and without a search. */
export const matching = (businessId: string, { campaigns, filters }: Pick<Wanted, 'campaigns' | 'filters'>): Condition =>
  all([
    sql`business_id = ${businessId}`,
    filters.trash ? sql`deleted_at is not null` : sql`deleted_at is null`,
    campaigns ? oneOf('campaign_id', 'uuid', campaigns) : false,
    filters.status && oneOf('status_id', 'uuid', filters.status),
    filters.source && oneOf('source', 'text', filters.source),
    inRange(filters),
    filters.unread && sql`read_at is null`,
    filters.unanswered && sql`first_response_at is null`,
  ])

const inRange = ({ from, to }: LeadFilters): Condition | false => {
  const conditions = [from && sql`created_at >= start_of(${from}::date)`, to && sql`created_at < start_of(${to}::date + 1)`]
  return conditions.some(Boolean) ? all(conditions.map((condition) => condition || false)) : false
}

/** Four digits are the end of a phone; more may be its beginning, national or international, or its end. */
export function phoneMatches(digits: string): Condition {
  if (digits.length === 4) return sql`phone_last4 = ${digits}`
  const beginnings = phonePrefixes(digits).map((prefix) => sql`(phone >= ${prefix} and phone < ${prefix + END})`)
  const end = digits.length > 4 ? [sql`(phone_last4 = ${digits.slice(-4)} and phone like ${`%${digits}`})`] : []
  return sql`(${sql.join([...beginnings, ...end], sql` or `)})`
}

/** The same filters for the search functions. */
export const asLeadFilter = ({ campaigns, filters }: Wanted): Condition => sql`row(
  ${campaigns}::uuid[], ${filters.status ?? null}::uuid[], ${filters.source ?? null}::text[],
  start_of(${filters.from ?? null}::date), start_of(${filters.to ?? null}::date + 1),
  ${filters.unread ?? false}::boolean, ${filters.unanswered ?? false}::boolean, ${filters.trash ?? false}::boolean)::lead_filter`
