import { type RawBuilder, sql } from 'kysely'
import { EXACT_TOTAL_MAX } from '#contract/common.ts'
import type { Db } from '../../platform/db/db.ts'
import { asLeadFilter, matching, phoneMatches } from './leads.conditions.ts'
import type { Facet, Wanted } from './leads.rules.ts'

/** Beyond so many rows a page is found by the day counters. */
const WALK_MAX = 500

/** A lead as the view lead_rows has it. */
export type LeadRow = {
  id: string
  name: string
  phone: string | null
  email: string | null
  campaign_id: string
  campaign_name: string
  status_id: string
  name_he: string
  name_en: string
  source: string
  created_at: string
  assigned_to: string | null
  assigned_name: string | null
  assigned_image: string | null
  value: number | null
  read_at: string | null
  deleted_at: string | null
}
export const rowColumns = sql`r.id, r.name, r.phone, r.email, r.campaign_id, r.campaign_name, r.status_id, r.name_he, r.name_en, r.source,
  r.created_at, r.assigned_to, r.assigned_name, r.assigned_image, r.value, r.read_at, r.deleted_at`

const direction = (ascending: boolean) => (ascending ? sql`asc` : sql`desc`)
const ordered = ({ ascending }: Wanted) => sql`created_at ${direction(ascending)}, id ${direction(ascending)}`
const offsetOf = ({ page, limit }: Wanted) => (page - 1) * limit

/** Steps of a facet that the relay has not rolled up yet, cut down to a range of days. */
const freshSteps = ({ facet, keys }: Facet, { filters }: Wanted) => {
  const column = { all: null, campaign: 'campaign_id', status: 'status_id', source: 'source' }[facet]
  return sql`select day, total from unrolled_lead_steps() where true
    ${column ? sql`and ${sql.ref(column)} = any(${keys}::text[])` : sql``} ${daysWithin(filters)}`
}
const daysWithin = ({ from, to }: Wanted['filters']) =>
  sql`${from ? sql`and day >= ${from}::date` : sql``} ${to ? sql`and day <= ${to}::date` : sql``}`

const rolledUp = (businessId: string, { facet, keys }: Facet, { filters }: Wanted) => {
  const table = filters.from || filters.to ? sql`lead_day_counts` : sql`lead_counts`
  return sql`select sum(total) from ${table}
    where business_id = ${businessId} and facet = ${facet} and key = any(${keys}::text[]) ${daysWithin(filters)}`
}

/** A page and its exact total in one statement and so in one snapshot: counters, steps not rolled up yet, rows. */
export async function listCountedLeads(db: Db, businessId: string, wanted: Wanted, facet: Facet) {
  const page = offsetOf(wanted) <= WALK_MAX ? nearPage(businessId, wanted) : deepPage(businessId, wanted, facet)
  const { rows } = await sql<LeadRow & { total: number; id: string | null }>`
    with step as materialized (${freshSteps(facet, wanted)}),
      whole as materialized (select (coalesce((${rolledUp(businessId, facet, wanted)}), 0) + coalesce((select sum(total) from step), 0))::bigint as total),
      ${page}
    select w.total, ${rowColumns} from whole w
      left join (page p join lead_rows r on r.business_id = ${businessId} and r.id = p.id) on true
    order by r.created_at ${direction(wanted.ascending)}, r.id ${direction(wanted.ascending)}`.execute(db)
  return { leads: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
}

const nearPage = (businessId: string, wanted: Wanted): RawBuilder<unknown> => sql`page as materialized (
  select id from leads where ${matching(businessId, wanted)} order by ${ordered(wanted)} offset ${offsetOf(wanted)} limit ${wanted.limit})`

/**
 * The rows [first, past) counted from the oldest. The day counters say in which day each edge falls; the walk begins at
 * the edge of a day that is nearer, and never passes more than about a day's leads.
 */
function deepPage(businessId: string, wanted: Wanted, { facet, keys }: Facet): RawBuilder<unknown> {
  const [offset, limit] = [offsetOf(wanted), wanted.limit]
  const edges = wanted.ascending
    ? sql`select ${offset}::bigint as first, least(total, ${offset}::bigint + ${limit}::bigint) as past from whole where total > ${offset}::bigint`
    : sql`select greatest(total - ${offset}::bigint - ${limit}::bigint, 0) as first, total - ${offset}::bigint as past from whole where total > ${offset}::bigint`
  const rows = matching(businessId, wanted)
  return sql`wanted as materialized (${edges}),
    place as (select day, sum(total::bigint) over (order by day) as upto from (
      select day, total from lead_day_counts where business_id = ${businessId} and facet = ${facet} and key = any(${keys}::text[]) ${daysWithin(wanted.filters)}
      union all select day, total from step) days),
    start as materialized (select past - first as count,
      start_of(min(day) filter (where upto > first)) as first_edge, first - coalesce(max(upto) filter (where upto <= first), 0) as first_skip,
      start_of(min(day) filter (where upto >= past) + 1) as past_edge, min(upto) filter (where upto >= past) - past as past_skip
      from place, wanted group by first, past),
    page as materialized (
      (select id from leads where ${rows} and (select past_skip <= first_skip from start) and created_at < (select past_edge from start)
        order by created_at desc, id desc offset (select past_skip from start) limit (select count from start))
      union all
      (select id from leads where ${rows} and not (select past_skip <= first_skip from start) and created_at >= (select first_edge from start)
        order by created_at, id offset (select first_skip from start) limit (select count from start)))`
}

/** A page of what no counter counts: filters combined, the trash, part of a phone. */
export async function listLeads(db: Db, businessId: string, wanted: Wanted, digits?: string) {
  const rows = digits ? sql`${matching(businessId, wanted)} and ${phoneMatches(digits)}` : matching(businessId, wanted)
  return listPage(db, businessId, wanted, sql`select id from leads where ${rows} order by ${ordered(wanted)} offset ${offsetOf(wanted)} limit ${wanted.limit}`)
}

/** Counts up to one past the exact limit. */
export async function countLeads(db: Db, businessId: string, wanted: Wanted, digits?: string) {
  const rows = digits ? sql`${matching(businessId, wanted)} and ${phoneMatches(digits)}` : matching(businessId, wanted)
  const { rows: [row] } = await sql<{ total: number }>`
    select count(*) as total from (select from leads where ${rows} limit ${EXACT_TOTAL_MAX + 1}) counted`.execute(db)
  return row?.total ?? 0
}

/** By part of a name or e-mail, through the definer function; its answer is read again under the policy. */
export const listLeadsByText = (db: Db, businessId: string, wanted: Wanted, text: string) =>
  listPage(db, businessId, wanted, sql`select id from
    search_leads(${text}, ${asLeadFilter(wanted)}, ${wanted.ascending}::boolean, ${offsetOf(wanted)}::int, ${wanted.limit}::int) as found(id)`)

export async function countLeadsByText(db: Db, _businessId: string, wanted: Wanted, text: string) {
  const { rows: [row] } = await sql<{ total: number }>`
    select count_found_leads(${text}, ${asLeadFilter(wanted)}, ${EXACT_TOTAL_MAX + 1}::int) as total`.execute(db)
  return row?.total ?? 0
}

async function listPage(db: Db, businessId: string, wanted: Wanted, page: RawBuilder<unknown>) {
  const { rows } = await sql<LeadRow>`with page as materialized (${page})
    select ${rowColumns} from page p join lead_rows r on r.business_id = ${businessId} and r.id = p.id
    order by r.created_at ${direction(wanted.ascending)}, r.id ${direction(wanted.ascending)}`.execute(db)
  return rows
}

/** Rows by id, whatever their place; `visible` null: of every campaign. */
export async function listLeadsById(db: Db, businessId: string, ids: readonly string[], visible: readonly string[] | null) {
  const { rows } = await sql<LeadRow>`select ${rowColumns} from lead_rows r
    where r.business_id = ${businessId} and r.id = any(${ids}::uuid[]) and (${visible}::uuid[] is null or r.campaign_id = any(${visible}::uuid[]))`.execute(db)
  return rows
}

type Contact = { phone: string | undefined; email: string | undefined; visible: readonly string[] | null }
/** Live leads with this phone or e-mail, newest first. */
export async function listLeadsByContact(db: Db, businessId: string, { phone, email, visible }: Contact, limit: number) {
  const { rows } = await sql<LeadRow>`
    with found as materialized (
      select id from leads where business_id = ${businessId} and phone = ${phone ?? null} and deleted_at is null
      union select id from leads where business_id = ${businessId} and email = ${email ?? null} and deleted_at is null)
    select ${rowColumns} from found f join lead_rows r on r.business_id = ${businessId} and r.id = f.id
    where ${visible}::uuid[] is null or r.campaign_id = any(${visible}::uuid[])
    order by r.created_at desc limit ${limit}`.execute(db)
  return rows
}

export const listSources = (db: Db, businessId: string, limit: number) =>
  db
    .selectFrom('lead_counts')
    .select('key as source')
    .where('business_id', '=', businessId)
    .where('facet', '=', 'source')
    .where('total', '>', 0)
    .orderBy('total', 'desc')
    .limit(limit)
    .execute()
