import { type RawBuilder, sql } from 'kysely'
import type { LiveName } from '#contract/events/live.ts'
import type { AssignmentReason } from '#contract/leads/assignment/terms.ts'
import type { Commented } from '#contract/leads/comments/comment-shapes.ts'
import type { FollowUpAction } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import type { HistoryItem, HistoryKind } from '#contract/leads/history/lead-history.ts'
import type { OperationKind } from '#contract/leads/operations.ts'
import type { RingOutcome } from '#contract/leads/speed-to-lead/terms.ts'
import type { User } from '#contract/team/users.ts'
import type { Db } from '../../../platform/db/db.ts'
import { comparisonOf, directionOf, type SourcePage } from './history.rules.ts'

type Changes = Record<string, [unknown, unknown]>
export type HistoryRow = {
  id: string
  leadId: string
  at: string
  name: LiveName
  userId: string | null
  userName: string | null
  userImage: string | null
  keyName: string | null
  formName: string | null
  automationName: string | null
  automationId: string | null
  changes: Changes | null
  personal: { changes?: Changes; note?: string; file?: string } | null
  followUp: { action: FollowUpAction; dueAt: string; assignedTo: string; statusId?: string; byMerge?: true } | null
  meeting: NonNullable<HistoryItem['meeting']> | null
  /** The other leads of a merge. */
  mergedIds: string[] | null
  /** The operation that the change is part of, while it is kept. */
  operation: {
    id: string
    kind: OperationKind
    leadId: string | null
    authorId: string
    undoneBy: string | null
    done: number
    /** It undid an undo. */
    isRedo: boolean
  } | null
  /** Whether it was part of an operation, which may be kept no longer. */
  isOfOperation: boolean
  /** Why it was done without an operation. */
  cause: 'entered' | 'answered' | 'campaign' | 'rule' | 'meeting' | null
  byRule: AssignmentReason | null
  /** Of a lead that was not answered in time. */
  late: { target: number; handedTo: string | null; notifies: string[] } | null
  rang: { ringOutcome: RingOutcome; rung: string[]; isOwnMark?: true } | null
  enquiryId: string | null
  fileId: string | null
  isFileThere: boolean
  comment: {
    _id: string
    text: string
    revision: number
    editedAt: string | null
    deleted: Commented['deleted']
    mentions: User[]
  } | null
}

const userOf = (user: RawBuilder<unknown>) =>
  sql`jsonb_build_object('_id', ${user}.id, 'name', ${user}.name, 'image', ${user}.image)`

const isListed = sql`e.name not in ('call.started', 'call.changed', 'call.ended', 'call.log_edited', 'call.log_deleted',
  'call.log_restored', 'follow_up.due', 'meeting.soon', 'file.opened', 'comment.edited', 'comment.deleted', 'comment.restored',
  'message.received', 'message.written', 'message.sent', 'message.moved', 'messages.read')
  and (e.payload->>'cause') is distinct from 'meeting'`
/**
 * Events of the kept lead, which is the first id, and of the leads merged into it, except reminders, deletions by a merge,
 * and those of calls and of changed comments, which are shown in their current state: calls as items of their source,
 * comments at the event that made them.
 */
const historyOf = (businessId: string, leadIds: readonly string[]) => sql<HistoryRow>`
    select e.id, e.lead_id as "leadId", e.at, e.name, u.id as "userId", u.name as "userName", u.image as "userImage", k.name as "keyName",
      coalesce(f.name, ls.name) as "formName", x.name as "automationName", case when x.deleted_at is null then x.id end as "automationId",
      case when e.name like 'follow\_up.%' then e.payload - 'campaignId' - 'leadId' end as "followUp",
      case when e.name like 'meeting.%' then e.payload end as meeting,
      case when e.payload ? 'mergedInto' then jsonb_build_array(e.payload->'mergedInto')
        when e.name in ('lead.merged', 'lead.unmerged') then e.payload->'leadIds' end as "mergedIds",
      case when o.id is not null then jsonb_build_object('id', o.id, 'kind', o.kind, 'leadId', o.lead_id,
        'authorId', o.author_id, 'undoneBy', o.undone_by, 'done', o.done,
        'isRedo', exists (select from operations t where t.business_id = o.business_id and t.id = o.undoes and t.kind = 'undo'))
        end as operation,
      e.payload ? 'operationId' as "isOfOperation", e.payload->>'cause' as cause,
      e.payload->>'byRule' as "byRule", case when e.name = 'lead.response_late' then e.payload end as late,
      case when e.name = 'lead.ring_ended' then e.payload end as rang,
      e.payload->'changes' as changes, e.personal, e.payload->>'enquiryId' as "enquiryId", e.payload->>'fileId' as "fileId",
      lf.id is not null and lf.deleted_at is null as "isFileThere", case when c.id is not null then jsonb_build_object(
        '_id', c.id, 'text', c.text, 'revision', c.revision, 'editedAt', c.edited_at,
        'deleted', case when c.deleted_at is not null then jsonb_build_object('at', c.deleted_at,
          'by', ${userOf(sql`d`)}) end,
        'mentions', coalesce((select jsonb_agg(${userOf(sql`x`)}) from users x where x.id = any(c.mentioned)), '[]')) end as comment
    from events e
      left join users u on u.id = (e.actor->>'userId')::uuid
      left join api_keys k on k.business_id = e.business_id and k.id = (e.actor->>'keyId')::uuid
      left join forms f on f.business_id = e.business_id and f.id = (e.actor->>'formId')::uuid
      left join lead_sources ls on ls.business_id = e.business_id and ls.id = (e.actor->>'sourceId')::uuid
      left join automations x on x.business_id = e.business_id and x.id = (e.actor->>'automationId')::uuid
      left join lead_comments c on c.business_id = e.business_id and c.id = (e.payload->>'commentId')::uuid
      left join users d on d.id = c.deleted_by
      left join operations o on o.business_id = e.business_id and o.id = (e.payload->>'operationId')::uuid
      left join lead_files lf on lf.business_id = e.business_id and lf.id = (e.payload->>'fileId')::uuid
    where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[])
      and (e.lead_id = ${leadIds[0]} or not e.payload ? 'mergedInto')
      and ${isListed}`

/** Kinds of items that are events; other kinds are those of sources. */
const isOfKind: Partial<Record<HistoryKind | 'acts', RawBuilder<boolean>>> = {
  all: sql`true`,
  comments: sql`e.name = 'lead.commented'`,
  enquiries: sql`e.name in ('lead.created', 'lead.repeated')`,
  followUps: sql`e.name like 'follow\_up.%'`,
  files: sql`e.name like 'file.%'`,
  /** What changed the lead or its follow-ups. */
  acts: sql`e.name not in ('lead.created', 'lead.repeated', 'lead.refused', 'lead.commented', 'lead.exported', 'lead.ring_ended')
    and (e.name like 'lead.%' or e.name like 'follow\_up.%')`,
  changes: sql`e.name like 'lead.%' and e.name not in ('lead.commented', 'lead.created', 'lead.repeated')`,
}

/** `filesBy`: of files only what this person did; null: all. */
type EventsPage = Omit<SourcePage, 'leadId'> & {
  leadIds: readonly string[]
  kind: HistoryKind | 'acts'
  filesBy: string | null
}
/** Events of leads that are one on one side of a place, the nearest first. */
export async function listHistory(db: Db, businessId: string, { kind, filesBy, ...page }: EventsPage) {
  const { leadIds, from, limit } = page
  const isShown = isOfKind[kind]
  if (!isShown) return []
  const beyond = from ? sql`and e.id ${sql.raw(comparisonOf(page))} ${from}::uuid` : sql``
  const seen = filesBy ? sql`and (e.name not like 'file.%' or e.actor->>'userId' = ${filesBy})` : sql``
  const { rows } = await sql<HistoryRow>`${historyOf(businessId, leadIds)} ${beyond} and ${isShown} ${seen}
    order by e.id ${sql.raw(directionOf(page))} limit ${limit}`.execute(db)
  return rows
}

/** Number of events and calls of these leads, up to a limit. */
export async function countHistory(db: Db, businessId: string, leadIds: readonly string[], most: number) {
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
    (select 1 from events e where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[])
      and ${isListed} limit ${most})
    union all (select 1 from calls c where c.business_id = ${businessId} and c.lead_id = any(${leadIds}::uuid[])
      limit ${most})) items`.execute(db)
  return Math.min(rows[0]?.total ?? 0, most)
}

export async function findHistoryRow(db: Db, businessId: string, leadId: string, eventId: string) {
  const { rows } = await sql<HistoryRow>`${historyOf(businessId, [leadId])} and e.id = ${eventId}`.execute(db)
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
