import { sql } from 'kysely'
import { SHOWN_PHONE_MIN } from '#contract/values/masks.ts'
import type { Db } from '../../../platform/db/db.ts'
import { countedList, type Found, type Page, type Sql } from '../../../platform/lists/counted-list.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { isReadable } from '../../access/lead-scope.sql.ts'
import { isDuplicate, type OwnLeadRow, ownColumns } from '../leads.sql.ts'
import type { ListFilter } from './list.rules.ts'
import { compileWhere, hasTag, isAssigned } from './where.sql.ts'

const leads = sql.raw('leads')
export type FoundPage = Found<OwnLeadRow>
export const leadList = countedList<OwnLeadRow>({ table: 'leads', time: 'created_at', alias: 'r' })

type Parts = { with?: Sql; total: Sql; page: Page }
export const shown = (parts: Parts) => ({ ...parts, columns: ownColumns })
/** A page of leads with its total. */
export const runPage = (db: Db, businessId: string, place: PageWindow, parts: Parts): Promise<FoundPage> =>
  leadList.run(db, businessId, place, shown(parts))

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
