import { type RawBuilder, sql } from 'kysely'
import type { LeadMessage } from '#contract/leads/conversations/message-shapes.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { LeadScope } from '../access/access.rules.ts'

type Asked = { isWaiting: boolean; userId: string | null; scope: LeadScope }
type Page = Asked & { offset: number; limit: number }

export type InboxRow = {
  leadId: string
  leadName: string
  campaignId: string
  campaignName: string
  assignedTo: string | null
  assignedName: string | null
  assignedImage: string | null
  lastId: string
  direction: 'in' | 'out'
  channel: LeadMessage['channel']
  text: string
  lastAt: string
  state: LeadMessage['state']
  waitsSince: string | null
  isUnread: boolean
}

/**
 * The places of conversations in one index each, so that none is read beyond the page: all of the business, those of one
 * person, or of each campaign in scope; in campaigns where the reader has own leads only, those of the reader.
 */
function slices(businessId: string, { isWaiting, userId, scope }: Asked): RawBuilder<unknown>[] {
  const shown = sql`c.business_id = ${businessId} and not c.is_hidden ${isWaiting ? sql`and c.waits_since is not null` : sql``}`
  if (userId)
    return [
      sql`${shown} and c.assigned_to = ${userId}::uuid ${scope ? sql`and c.campaign_id = any(${scope.campaigns}::uuid[])` : sql``}`,
    ]
  if (!scope) return [shown]
  const whole = scope.campaigns.filter((id) => !scope.own.includes(id))
  return [
    ...whole.map((id) => sql`${shown} and c.campaign_id = ${id}::uuid`),
    ...(scope.own.length
      ? [sql`${shown} and c.assigned_to = ${scope.userId}::uuid and c.campaign_id = any(${scope.own}::uuid[])`]
      : []),
  ]
}

/** A union of the newest of each slice. Without a slice there is nothing to read. */
const newest = (businessId: string, asked: Asked, most: number) => {
  const parts = slices(businessId, asked).map(
    (where) =>
      sql`(select c.lead_id, c.last_at from conversations c where ${where} order by c.last_at desc, c.lead_id limit ${most})`,
  )
  return parts.length
    ? sql.join(parts, sql` union all `)
    : sql`select null::uuid as lead_id, null::timestamptz as last_at where false`
}

/** A page, the newest first. */
export const listConversations = (db: Db, businessId: string, { offset, limit, ...asked }: Page) =>
  rowsOf<InboxRow>(
    db,
    sql`with page as materialized (select n.lead_id, n.last_at from (${newest(businessId, asked, offset + limit)}) n
      order by n.last_at desc, n.lead_id offset ${offset} limit ${limit})
    select l.id as "leadId", l.name as "leadName", l.campaign_id as "campaignId", k.name as "campaignName",
      u.id as "assignedTo", u.name as "assignedName", u.image as "assignedImage", m.id as "lastId", m.direction, m.channel,
      left(coalesce(nullif(m.subject, '') || ' · ', '') || m.text, 200) as text, c.last_at as "lastAt", m.state,
      c.waits_since as "waitsSince",
      c.last_in_at is not null and (c.read_at is null or c.read_at < c.last_in_at) as "isUnread"
    from page p join conversations c on c.business_id = ${businessId} and c.lead_id = p.lead_id
      join leads l on l.business_id = c.business_id and l.id = c.lead_id
      join campaigns k on k.business_id = l.business_id and k.id = l.campaign_id
      join lead_messages m on m.business_id = c.business_id and m.id = c.last_id
      left join users u on u.id = l.assigned_to
    order by p.last_at desc, p.lead_id`,
  )

/** Their number, up to a limit. */
export async function countConversations(db: Db, businessId: string, asked: Asked, most: number): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*)::int as total from (select from (${newest(businessId, asked, most)}) n limit ${most}) t`,
  )
  return row?.total ?? 0
}
