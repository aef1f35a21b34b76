import { type RawBuilder, sql } from 'kysely'
import { EXACT_TOTAL_MAX, LIMIT_MAX } from '#contract/common.ts'
import { PAGE_SIZES } from '#contract/constants.ts'
import { SHOWN_PHONE_MIN } from '#contract/values/masks.ts'
import type { Db } from '../../../platform/db/db.ts'
import { UNPREPARED } from '../../../platform/db/named-statements.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { isReadable } from '../../access/lead-scope.sql.ts'
import { isDuplicate, type OwnLeadRow, ownColumns } from '../leads.sql.ts'
import type { ListFilter } from './list.rules.ts'
import { compileWhere, hasTag, isAssigned } from './where.sql.ts'

/**
 * Statements are prepared per connection (platform/db/named-statements.ts). So their texts hold neither lists of
 * values nor offsets. Limits are literals: for an unknown limit the planner assumes a tenth of all leads, and picks a
 * bad plan.
 */
export type Sql = RawBuilder<unknown>
const leads = sql.raw('leads')
export type FoundPage = { rows: OwnLeadRow[]; total: number }

/** The page as ids, or as leads, which saves a lookup per lead. */
type Page = { ids: Sql } | { leads: Sql }
type PageParts = { with?: Sql; total: Sql; page: Page }
/** A page and its total in one statement, hence in one snapshot. */
export function pageStatement({ isAscending, limit }: PageWindow, parts: PageParts) {
  const most = sql.lit(PAGE_SIZES.find((size) => size >= limit) ?? LIMIT_MAX)
  const leadsOfPage =
    'leads' in parts.page
      ? sql`(${parts.page.leads}) r`
      : sql`(select id from (${parts.page.ids}) page limit ${most}) p
        join leads r on r.business_id = current_business() and r.id = p.id`
  return sql<OwnLeadRow & { total: number }>`
    ${parts.with ?? sql``} select (select ${parts.total}) as total, ${ownColumns} from ${leadsOfPage}
    order by ${newestFirst(isAscending, sql`r.`)}`
}

/** Rows carry the total, so an empty page has none: on the first page it is 0, beyond the end it is queried. */
export async function runPage(db: Db, place: PageWindow, parts: PageParts): Promise<FoundPage> {
  const { rows } = await pageStatement(place, parts).execute(db)
  return { rows, total: rows[0]?.total ?? (place.offset ? await totalBeyond(db, parts) : 0) }
}

async function totalBeyond(db: Db, parts: Pick<PageParts, 'with' | 'total'>) {
  const { rows } = await sql<{ total: number }>`${parts.with ?? sql``} select ${parts.total} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** One more than the largest exact total. */
export const TOTAL_LIMIT = sql.lit(EXACT_TOTAL_MAX + 1)
/** Page and total of the rows (id, created_at) of `matching`, without a cached plan: its texts vary too much. */
export const scannedPage = (matching: Sql, place: PageWindow) => ({
  with: sql`${sql.raw(UNPREPARED)} with found as materialized (${matching})`,
  total: sql`(select count(*) from found)`,
  page: { ids: sql`select id from found order by ${newestFirst(place.isAscending)} ${limited(place)}` },
})

export const newestFirst = (isAscending: boolean, of: Sql = sql``) =>
  isAscending ? sql`${of}created_at, ${of}id` : sql`${of}created_at desc, ${of}id desc`

export const isPageSize = (limit: number) => (PAGE_SIZES as readonly number[]).includes(limit)
export const limitOf = (limit: number) => sql`limit ${isPageSize(limit) ? sql.lit(limit) : limit}`
export const limited = ({ offset, limit }: PageWindow) =>
  sql`${limitOf(limit)} ${offset ? sql`offset ${offset}` : sql``}`

/** The filter as a condition on the table `leads`. */
export function conditions(filter: ListFilter): Sql {
  const { campaigns, statuses, sources, responses, unread, unanswered, trash } = filter
  const { assigned, tags, duplicate, where, masked, scope, isRestricted } = filter
  return sql`${sql.raw(trash ? 'deleted_at is not null' : 'deleted_at is null')}
    ${campaigns ? sql`and campaign_id = any(${campaigns}::uuid[])` : sql``}
    ${isRestricted ? sql`and ${isReadable(scope, leads)}` : sql``}
    ${statuses ? sql`and status_id = any(${statuses}::uuid[])` : sql``}
    ${sources ? sql`and source = any(${sources}::text[])` : sql``}
    ${responses ? sql`and response = any(${responses}::text[])` : sql``}
    ${daysOf(filter)} ${sql.raw(unread ? 'and read_at is null' : '')} ${sql.raw(unanswered ? 'and first_response_at is null' : '')}
    ${assigned ? sql`and ${isAssigned(assigned)}` : sql``} ${tags ? sql`and ${hasTag(tags)}` : sql``}
    ${duplicate ? sql`and ${masked ? sql`false` : sql`has_twin and ${isDuplicate(leads, filter.scope)}`}` : sql``}
    ${masked?.isPhoneEnding ? sql`and length(phone) >= ${sql.lit(SHOWN_PHONE_MIN)}` : sql``}
    ${masked?.text === undefined ? sql`` : sql`and lower(name) like like_pattern(${masked.text})`}
    ${where ? sql`and ${compileWhere(where, { ...filter, isMasked: masked !== undefined })}` : sql``}`
}

const daysOf = ({ from, to }: ListFilter) =>
  sql`${from ? sql`and created_at >= start_of(${from}::date)` : sql``} ${to ? sql`and created_at < start_of(${to}::date + 1)` : sql``}`
