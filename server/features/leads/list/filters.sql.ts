import { type RawBuilder, sql } from 'kysely'
import type { WhereField, WhereOp, WhereRule } from '#contract/leads/lead-where.ts'
import { NOT_ANSWERED } from '#contract/leads/responses/responses.ts'
import { SHOWN_PHONE_MIN } from '#contract/values/masks.ts'
import { isReadable } from '../../access/lead-scope.sql.ts'
import { type ConditionContext, since, until } from '../field-kinds.sql.ts'
import { targetConditions } from '../lead-fields.sql.ts'
import type { Facet, ListFilter, ResolvedFilters } from './list.rules.ts'
import { compileRule, compileWhere } from './where.sql.ts'

type Sql = RawBuilder<unknown>
type FilterSql<V> = {
  condition: (value: V, context: ConditionContext) => Sql
  /** The facet whose counters support the filter; `any` means that the counters of every facet do. */
  facet?: ((value: V) => Facet) | 'any'
  /** Supported by the search functions (searchFilterRow). */
  isSearched?: true
}

const rule = (field: WhereField, op: WhereOp) => (value: WhereRule['value'], context: ConditionContext) =>
  compileRule({ field, op, value }, context)
const createdAt = sql`created_at`

/** The condition of each filter, and which counters and searches support it. */
const filters: { [F in keyof ResolvedFilters]-?: FilterSql<NonNullable<ResolvedFilters[F]>> } = {
  trash: { condition: () => sql`deleted_at is not null and merged_into is null`, isSearched: true },
  status: { condition: rule('status', 'in'), facet: (keys) => ({ name: 'status', keys }), isSearched: true },
  source: { condition: rule('source', 'in'), facet: (keys) => ({ name: 'source', keys }), isSearched: true },
  response: {
    condition: (steps) => sql`response = any(${steps}::text[])`,
    facet: (keys) => ({ name: 'response', keys }),
  },
  from: { condition: (day) => since(createdAt, day), facet: 'any', isSearched: true },
  to: { condition: (day) => until(createdAt, day), facet: 'any', isSearched: true },
  weekday: { condition: (days) => sql`hour_of_week(${createdAt}) / 24 = any(${days}::int[])` },
  hour: { condition: (hours) => sql`hour_of_week(${createdAt}) % 24 = any(${hours}::int[])` },
  unread: { condition: rule('unread', 'is'), isSearched: true },
  unanswered: {
    condition: rule('firstResponse', 'empty'),
    facet: () => ({ name: 'response', keys: [NOT_ANSWERED] }),
    isSearched: true,
  },
  late: { condition: rule('late', 'is') },
  responseTarget: {
    condition: (states) =>
      sql`(${sql.join(
        states.map((state) => targetConditions[state]),
        sql` or `,
      )})`,
  },
  assigned: { condition: rule('assigned', 'in') },
  tag: { condition: rule('tag', 'in') },
  duplicate: { condition: rule('duplicate', 'is') },
  option: {
    condition: ({ field, key }, context) =>
      compileRule(key === null ? { field, op: 'empty' } : { field, op: 'in', value: [key] }, context),
  },
  where: { condition: compileWhere },
}
type Filter = FilterSql<unknown>
const setIn = (filter: ListFilter) =>
  Object.entries(filters).flatMap(([name, of]): { of: Filter; value: unknown }[] => {
    const value = filter[name as keyof ResolvedFilters]
    return value === undefined ? [] : [{ of: of as Filter, value }]
  })

/** Names of the filters that are set, without campaigns. */
export const setFilters = (filter: ListFilter) =>
  Object.keys(filters).filter((name) => filter[name as keyof ResolvedFilters] !== undefined)

/** The filter as a condition on the table `leads`. */
export function conditions(filter: ListFilter): Sql {
  const { businessId, campaigns, trash, masked, scope, own = [], calls, today, isRestricted } = filter
  const context = { businessId, scope, own, calls, today, isMasked: masked !== undefined }
  const parts = [
    ...(trash ? [] : [sql`deleted_at is null`]),
    ...(campaigns ? [sql`campaign_id = any(${campaigns}::uuid[])`] : []),
    ...(isRestricted ? [isReadable(scope, sql.raw('leads'))] : []),
    ...(masked?.isPhoneEnding ? [sql`length(phone) >= ${sql.lit(SHOWN_PHONE_MIN)}`] : []),
    ...(masked?.text === undefined
      ? []
      : [sql`' ' || lower(name) || E' \n ' || folded_name(name) || ' ' like any(search_patterns(${masked.text}))`]),
    ...setIn(filter).map(({ of, value }) => of.condition(value, context)),
  ]
  return sql.join(parts, sql` and `)
}

/** Whether some condition is supported neither by counters nor by search functions. */
export const needsScan = (filter: ListFilter) =>
  filter.isRestricted === true ||
  filter.masked?.text !== undefined ||
  setIn(filter).some(({ of }) => !of.facet && !of.isSearched)

/** Whether the search functions support all filters. */
export const isSearchable = (filter: ListFilter) => !needsScan(filter) && setIn(filter).every(({ of }) => of.isSearched)

/**
 * The facet whose counters give the total of the filter. The filter must have at most one condition besides campaigns
 * and days; otherwise the result is undefined and the leads must be counted.
 */
export function facetOf(filter: ListFilter): Facet | undefined {
  const { campaigns } = filter
  const narrowing = setIn(filter).filter(({ of }) => of.facet !== 'any')
  if (needsScan(filter) || narrowing.length > 1) return undefined
  const [one] = narrowing
  if (!one) return campaigns ? { name: 'campaign', keys: campaigns } : { name: 'all', keys: [''] }
  const { facet } = one.of
  if (typeof facet !== 'function') return undefined
  return { ...facet(one.value), ...(campaigns && { campaigns }) }
}
