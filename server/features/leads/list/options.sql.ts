import { sql } from 'kysely'
import { hasOptions, isOwnFieldName, keyOfFieldName } from '#contract/lead-fields/own-fields.ts'
import { partsOf, type WhereGroup, type WhereRule } from '#contract/leads/lead-where.ts'
import { type Sql, TOTAL_LIMIT } from '../../../platform/lists/counted-list.ts'
import { fieldWithKey } from '../../lead-fields/values.rules.ts'
import { conditions, setFilters } from './filters.sql.ts'
import type { ListFilter } from './list.rules.ts'
import { leadList } from './list.sql.ts'

type Chosen = { field: string; options: readonly string[] }

/** The options by which the filter selects leads, if it has no other conditions than days and campaigns. */
export function chosenOptions(filter: ListFilter): Chosen | undefined {
  const names = setFilters(filter).filter((name) => name !== 'from' && name !== 'to')
  if (names.length !== 1 || filter.isRestricted || filter.masked) return undefined
  const { option, where, own = [] } = filter
  if (option) return option.key === null ? undefined : { field: keyOfFieldName(option.field), options: [option.key] }
  const { isAll, parts } = partsOf<WhereRule | WhereGroup>(where ?? { all: [] })
  const [rule] = parts
  if (!isAll || parts.length !== 1 || !rule || !('field' in rule) || rule.op !== 'in') return undefined
  if (!isOwnFieldName(rule.field)) return undefined
  const field = fieldWithKey(own, keyOfFieldName(rule.field))
  return field && hasOptions(field.type) ? { field: field.key, options: rule.value as string[] } : undefined
}

/**
 * The first leads with one of the options. The index of options contains them in list order; the leads themselves are
 * read only to exclude those in the trash, so few rows are read, however many leads the business has.
 */
export function leadsWithOption(
  businessId: string,
  filter: ListFilter,
  { chosen: { field, options }, isAscending }: { chosen: Chosen; isAscending: boolean },
): Sql {
  const order = leadList.newestFirst(isAscending)
  const { option: _option, where: _where, ...others } = filter
  // A lead occurs only once per option. OFFSET 0 keeps EXISTS a lookup per row: PostgreSQL underestimates the matches of
  // a join, and reads all leads for it.
  const ofOption = sql`select c.lead_id as id, c.created_at from unnest(${[...new Set(options)]}::text[]) o(key)
    cross join lateral (select f.lead_id, f.created_at from lead_choices f
      where f.business_id = ${businessId} and f.field = ${field} and f.option = o.key
        and exists (select from leads where business_id = ${businessId} and created_at = f.created_at and id = f.lead_id
          and ${conditions(others)} offset 0)
      order by f.created_at ${sql.raw(isAscending ? '' : 'desc')}, f.lead_id ${sql.raw(isAscending ? '' : 'desc')}
      limit ${TOTAL_LIMIT}) c`
  return sql`select distinct id, created_at from (${ofOption}) chosen order by ${order} limit ${TOTAL_LIMIT}`
}
