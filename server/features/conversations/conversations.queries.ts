import { sql } from 'kysely'
import type {
  FailReason,
  LeadMessage,
  MessageAttachment,
  MessageState,
  WaitReason,
} from '#contract/leads/conversations/message-shapes.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { SentTemplate } from '../../providers/whatsapp/whatsapp.ts'
import { comparisonOf, directionOf, type SourcePage } from '../leads/history/history.rules.ts'

export type MessageRow = Omit<LeadMessage, '_id' | 'author' | 'waitsUntil' | 'waitsFor' | 'attachments'> & {
  id: string
  leadId: string
  authorId: string | null
  authorName: string | null
  authorImage: string | null
  sender: string | null
  connectionId: string | null
  sendAt: string | null
  waitsUntil: string | null
  waitsFor: WaitReason | null
  mayBeAtOnce: boolean
  occasion: 'withdrawal' | 'guest' | null
  attachments: MessageAttachment[] | null
  template: SentTemplate | null
}
const columns = sql`m.id, m.lead_id as "leadId", m.direction, m.channel, m.purpose, m.origin, m.author_id as "authorId",
  u.name as "authorName", u.image as "authorImage", m.address, m.sender, m.connection_id as "connectionId", m.subject, m.text,
  m.at, m.state, m.state_at as "stateAt", m.reason, m.error_code as "errorCode", m.segments, m.send_at as "sendAt",
  m.waits_until as "waitsUntil", m.waits_for as "waitsFor", m.may_be_at_once as "mayBeAtOnce", m.occasion,
  m.attachments, m.template, exists (select from lead_message_pages p where p.business_id = m.business_id and p.message_id = m.id) as "hasPage"`
const from = sql`from lead_messages m left join users u on u.id = m.author_id`

type Page = { leadId: string; before: string | undefined; authorId: string | null; limit: number }
/** The newest messages, or those before one, the newest first. `authorId`: only those that this member wrote. */
export const listMessages = (db: Db, businessId: string, { leadId, before, authorId, limit }: Page) =>
  rowsOf<MessageRow>(
    db,
    sql`select ${columns} ${from}
      where m.business_id = ${businessId} and m.lead_id = ${leadId}
        ${before ? sql`and m.id < ${before}::uuid` : sql``} ${authorId ? sql`and m.author_id = ${authorId}::uuid` : sql``}
      order by m.id desc limit ${limit}`,
  )

/** `isLocked`: until the transaction ends. */
export async function findMessage(
  db: Db,
  businessId: string,
  { leadId = null, id, isLocked = false }: { leadId?: string | null; id: string; isLocked?: boolean },
) {
  const [row] = await rowsOf<MessageRow>(
    db,
    sql`select ${columns} ${from} where m.business_id = ${businessId} and m.id = ${id}
      ${leadId ? sql`and m.lead_id = ${leadId}::uuid` : sql``} ${isLocked ? sql`for update of m` : sql``}`,
  )
  return row
}

export async function findMessageByKey(db: Db, businessId: string, key: string) {
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`select id from lead_messages where business_id = ${businessId} and dedupe_key = ${key}`,
  )
  return row?.id
}

type SameText = { leadId: string; channel: string; text: string; authorId: string; since: Date }
/** Whether another member wrote the same text to the lead just now. */
export async function isJustWritten(tx: Db, businessId: string, { leadId, channel, text, authorId, since }: SameText) {
  const found = await rowsOf(
    tx,
    sql`select from lead_messages where business_id = ${businessId} and lead_id = ${leadId} and direction = 'out'
      and channel = ${channel} and text = ${text} and author_id <> ${authorId} and at > ${since.toISOString()}
      and state not in ('failed', 'canceled') limit 1`,
  )
  return found.length > 0
}

export type NewMessage = {
  id: string
  lead_id: string
  direction: 'in' | 'out'
  channel: string
  purpose: string | null
  origin: string
  author_id: string | null
  address: string
  sender: string | null
  connection_id: string | null
  subject: string | null
  text: string
  state: MessageState
  state_at: string
  reason: string | null
  segments: number | null
  at: string
  send_at: string | null
  waits_until: string | null
  waits_for: string | null
  may_be_at_once: boolean
  occasion: string | null
  dedupe_key: string | null
  /** JSON of a MessageAttachment[]. */
  attachments?: string | null
  /** JSON of a SentTemplate. */
  template?: string | null
}
export const insertMessage = (tx: Db, businessId: string, message: NewMessage) =>
  tx
    .insertInto('lead_messages')
    .values({ business_id: businessId, ...message })
    .execute()

type State = {
  state: MessageState
  at: Date
  waitsUntil?: Date | null
  waitsFor?: WaitReason | null
  reason?: FailReason | null
  errorCode?: number | null
  segments?: number | null
}
export const updateState = (tx: Db, businessId: string, id: string, { at, waitsUntil, waitsFor, ...to }: State) =>
  tx
    .updateTable('lead_messages')
    .set({
      state: to.state,
      state_at: at.toISOString(),
      waits_until: waitsUntil?.toISOString() ?? null,
      waits_for: waitsFor ?? null,
      reason: to.reason ?? null,
      error_code: to.errorCode ?? null,
      ...(to.segments !== undefined && { segments: to.segments }),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** Serializes writers of one lead's messages until the transaction ends. */
export const lockConversation = (tx: Db, businessId: string, leadId: string) =>
  sql`select from leads where business_id = ${businessId} and id = ${leadId} for no key update`.execute(tx)

/** States of messages that a person wrote and that did not fail: they answer what the lead wrote before. */
const answers = sql`m.direction = 'out' and m.origin = 'person' and m.state not in ('failed', 'canceled')`
/** Computes the row of a lead's conversation from its messages; without any it is removed. */
export async function refreshConversation(tx: Db, businessId: string, leadId: string) {
  const ofLead = sql`m.business_id = ${businessId} and m.lead_id = ${leadId}`
  const { numAffectedRows } = await sql`
    insert into conversations as c (business_id, lead_id, campaign_id, assigned_to, is_hidden, last_id, last_at, last_in_at,
      waits_since)
    select l.business_id, l.id, l.campaign_id, l.assigned_to, l.deleted_at is not null, last.id, last.at,
      (select m.at from lead_messages m where ${ofLead} and m.direction = 'in' order by m.id desc limit 1),
      (select min(m.at) from lead_messages m where ${ofLead} and m.direction = 'in' and m.occasion is null
        and m.id > greatest((select m.id from lead_messages m where ${ofLead} and ${answers} order by m.id desc limit 1),
          (select k.handled_id from conversations k where k.business_id = ${businessId} and k.lead_id = ${leadId}),
          '00000000-0000-0000-0000-000000000000'::uuid))
    from leads l, lateral (select m.id, m.at from lead_messages m where ${ofLead} order by m.id desc limit 1) last
    where l.business_id = ${businessId} and l.id = ${leadId}
    on conflict (business_id, lead_id) do update set last_id = excluded.last_id, last_at = excluded.last_at,
      last_in_at = excluded.last_in_at, waits_since = excluded.waits_since`.execute(tx)
  if (!numAffectedRows)
    await tx.deleteFrom('conversations').where('business_id', '=', businessId).where('lead_id', '=', leadId).execute()
}

export async function findConversation(db: Db, businessId: string, leadId: string) {
  return db
    .selectFrom('conversations')
    .select(['read_at as readAt', 'last_in_at as lastInAt', 'campaign_id as campaignId'])
    .where('business_id', '=', businessId)
    .where('lead_id', '=', leadId)
    .executeTakeFirst()
}

/** Returns whether something was unread. */
export async function updateRead(tx: Db, businessId: string, { leadId, at }: { leadId: string; at: string }) {
  const { numUpdatedRows } = await tx
    .updateTable('conversations')
    .set({ read_at: at })
    .where('business_id', '=', businessId)
    .where('lead_id', '=', leadId)
    .where((eb) => eb.or([eb('read_at', 'is', null), eb('read_at', '<', at)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const updateHandled = (tx: Db, businessId: string, { leadId, id }: { leadId: string; id: string }) =>
  tx
    .updateTable('conversations')
    .set({ handled_id: id })
    .where('business_id', '=', businessId)
    .where('lead_id', '=', leadId)
    .execute()

type HistoryPage = SourcePage & { authorId: string | null }
/** Messages of a lead on one side of a place in its history. */
export function listMessagesInHistory(db: Db, businessId: string, { authorId, ...page }: HistoryPage) {
  const { leadId, from: place, limit } = page
  return rowsOf<MessageRow>(
    db,
    sql`select ${columns} ${from} where m.business_id = ${businessId} and m.lead_id = ${leadId}
      ${authorId ? sql`and m.author_id = ${authorId}::uuid` : sql``}
      ${place ? sql`and m.id ${sql.raw(comparisonOf(page))} ${place}::uuid` : sql``}
      order by m.id ${sql.raw(directionOf(page))} limit ${limit}`,
  )
}

export const findBusiness = (db: Db, businessId: string) =>
  db
    .selectFrom('businesses')
    .select((eb) => [eb.fn.coalesce('brand_name', 'name').as('name'), 'image'])
    .where('business_id', '=', businessId)
    .$narrowType<{ name: string }>()
    .executeTakeFirstOrThrow()
