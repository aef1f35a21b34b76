import { sql } from 'kysely'
import type { LiveName } from '#contract/events/live.ts'
import type { FollowUpAction } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import type { HistoryKind } from '#contract/leads/lead-history.ts'
import type { Db } from '../../../platform/db/db.ts'

type Changes = Record<string, [unknown, unknown]>
export type HistoryRow = {
  id: string
  at: string
  name: LiveName
  userId: string | null
  userName: string | null
  userImage: string | null
  keyName: string | null
  formName: string | null
  changes: Changes | null
  personal: { changes?: Changes; note?: string } | null
  followUp: { action: FollowUpAction; dueAt: string; assignedTo: string; statusId?: string } | null
  enquiryId: string | null
  comment: string | null
}

/** Events of a lead, except call events (calls are listed separately, in their current state) and reminders. */
const historyOf = (businessId: string, leadId: string) => sql<HistoryRow>`
    select e.id, e.at, e.name, u.id as "userId", u.name as "userName", u.image as "userImage", k.name as "keyName",
      f.name as "formName",
      case when e.name like 'follow\_up.%' then e.payload - 'campaignId' - 'leadId' end as "followUp",
      e.payload->'changes' as changes, e.personal, e.payload->>'enquiryId' as "enquiryId", c.text as comment
    from events e
      left join users u on u.id = (e.actor->>'userId')::uuid
      left join api_keys k on k.business_id = e.business_id and k.id = (e.actor->>'keyId')::uuid
      left join forms f on f.business_id = e.business_id and f.id = (e.actor->>'formId')::uuid
      left join lead_comments c on c.business_id = e.business_id and c.id = (e.payload->>'commentId')::uuid
    where e.business_id = ${businessId} and e.lead_id = ${leadId}
      and e.name not in ('call.started', 'call.changed', 'call.ended', 'follow_up.due')`

type HistoryPage = { kind: HistoryKind; before: string | undefined; limit: number }
/** Events of a lead, newest first. */
export async function listHistory(db: Db, businessId: string, leadId: string, { kind, before, limit }: HistoryPage) {
  const { rows } = await sql<HistoryRow>`${historyOf(businessId, leadId)}
      and (${before ?? null}::uuid is null or e.id < ${before ?? null}::uuid)
      and (${kind}::text = 'all' or e.name = 'lead.commented')
    order by e.id desc limit ${limit}`.execute(db)
  return rows
}

export async function findHistoryRow(db: Db, businessId: string, leadId: string, eventId: string) {
  const { rows } = await sql<HistoryRow>`${historyOf(businessId, leadId)} and e.id = ${eventId}`.execute(db)
  return rows[0]
}

export const listStatusNames = (db: Db, businessId: string) =>
  db.selectFrom('lead_statuses').select(['id', 'name_he', 'name_en']).where('business_id', '=', businessId).execute()

export const listCampaignNames = (db: Db, businessId: string, ids: readonly string[]) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'name'])
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
