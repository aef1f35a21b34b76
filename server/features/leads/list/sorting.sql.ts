import { sql } from 'kysely'
import type { OwnField, OwnFieldType } from '#contract/lead-fields/own-fields.ts'
import type { SortField } from '#contract/leads/lead-sorts.ts'
import type { Sql } from '../../../platform/lists/counted-list.ts'

/** How lists are sorted by a field. The expressions are on the table `leads`. */
export type LeadOrder = {
  /** The expression by which leads are sorted. */
  key: (businessId: string) => Sql
  /** Whether a lead has a value; absent: each has one. Those without come last in both directions. */
  isSet?: Sql
  /** An index holds the live leads that have a value by the key, then by date and id. */
  isIndexed?: true
  /**
   * Set for a key with few values. `of` builds a subquery (key_of, place) that lists the values of `column` in sort order.
   * For each value, an index holds the live leads by date and id.
   */
  groups?: { column: string; of: (businessId: string) => Sql }
}

/** Ids of the business's statuses by position. */
const statusIds = (businessId: string) =>
  sql`(select array(select s.id from lead_statuses s where s.business_id = ${businessId} order by s.position, s.id))`

/** The order of each sortable field but the date, by which lists are paged (list.queries.ts). */
export const leadOrders: { [F in Exclude<SortField, 'date'>]: LeadOrder } = {
  name: { key: () => sql`lower(leads.name) collate "C"`, isSet: sql`leads.name <> ''`, isIndexed: true },
  status: {
    key: (businessId) => sql`array_position(${statusIds(businessId)}, leads.status_id)`,
    isIndexed: true,
    groups: { column: 'status_id', of: statusIds },
  },
  value: { key: () => sql`leads.value`, isSet: sql`leads.value is not null`, isIndexed: true },
  lastActivity: { key: () => sql`leads.last_activity_at`, isIndexed: true },
  // The time until the first response, as the table's column shows it.
  firstResponse: {
    key: () => sql`seconds_to(leads.created_at, leads.first_response_at)`,
    isSet: sql`leads.first_response_at is not null`,
    isIndexed: true,
  },
  responseDue: {
    key: () => sql`leads.response_due_at`,
    isSet: sql`leads.first_response_at is null and leads.response_due_at is not null`,
    isIndexed: true,
  },
}

const ownKeys: Record<OwnFieldType, 'text' | 'number' | 'option' | 'plain'> = {
  text: 'text',
  long_text: 'text',
  link: 'text',
  number: 'number',
  money: 'number',
  date: 'plain',
  yes_no: 'plain',
  choice: 'option',
  choices: 'option',
}
/** Sorts by an own field: texts alphabetically, choices by the position of their first option. No index supports it. */
export function ownOrder({ key, type, options }: OwnField): LeadOrder {
  const name = sql.lit(key)
  const value = sql`leads.fields ->> ${name}`
  const keys = {
    text: () => sql`lower(${value}) collate "C"`,
    number: () => sql`(${value})::numeric`,
    plain: () => sql`(${value}) collate "C"`,
    option: () => sql`array_position(${options.map((option) => option.key)}::text[], leads.fields -> ${name} ->> 0)`,
  }
  return { key: keys[ownKeys[type]], isSet: sql`(${value}) is not null` }
}
