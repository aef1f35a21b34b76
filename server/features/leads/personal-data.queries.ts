import { sql } from 'kysely'
import { withNames } from '#contract/leads/comments/mentions.ts'
import type { User } from '#contract/team/users.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { ErasureTarget, OwnRows, Person } from '../personal-data.ts'

/** Erases the lead’s fields, enquiries and comments. The row stays, so that counts and lists agree. */
export async function eraseLeads(tx: Db, businessId: string, { leadIds, at }: ErasureTarget) {
  const ofLeads = sql`business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])`
  await sql`update lead_enquiries set message = null, utm = '{}', click_ids = '{}', landing_page = null, referrer = null,
      raw = null, content_type = null, answers = null, consent = null where ${ofLeads}`.execute(tx)
  await sql`update lead_comments set text = '' where ${ofLeads}`.execute(tx)
  await sql`delete from lead_comment_versions where (business_id, comment_id) in (
    select business_id, id from lead_comments where ${ofLeads})`.execute(tx)
  await sql`update operation_items set before = before || '{"tags": [], "lostReason": null}'
    where business_id = ${businessId} and item_id = any(${leadIds}::uuid[]) and before ? 'tags'`.execute(tx)
  await sql`update operation_items i set before = '{}' from operations o
    where i.business_id = ${businessId} and i.item_id = any(${leadIds}::uuid[]) and i.before is not null
      and o.business_id = i.business_id and o.id = i.operation_id and (o.kind = 'merge' or o.subject = 'edits')`.execute(
    tx,
  )
  await sql`delete from lead_contacts where ${ofLeads}`.execute(tx)
  await sql`update leads set name = '', merged_text = '', phone = null, email = null, tags = '{}', fields = '{}', utm = null, lost_reason = null, gender = 'unknown',
      has_duplicate_contact = false, erased_at = coalesce(erased_at, ${at}::timestamptz)
    where business_id = ${businessId} and id = any(${leadIds}::uuid[])`.execute(tx)
}

type Own = { db: Db }
export const listLeads = ({ db }: Own, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select l.id, l.name, l.phone, l.email, c.name as campaign, s.name_en as status, l.source, l.tags, l.fields, l.utm, l.value as "valueInAgorot",
      l.lost_reason as "lostReason", l.gender,
      u.name as "assignedTo", l.created_at as "createdAt", l.last_activity_at as "lastActivityAt", l.read_at as "readAt",
      l.first_response_at as "firstResponseAt", l.deleted_at as "deletedAt", l.merged_into as "mergedInto",
      l.past_sale as "pastSaleInAgorot"
    from leads l join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
      join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id left join users u on u.id = l.assigned_to
    where l.business_id = ${businessId} and l.id = any(${leadIds}::uuid[]) order by l.created_at, l.id`,
  )

export const listFurtherContacts = ({ db }: Own, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select c.lead_id as lead, c.kind, c.value, c.from_lead_id as "fromLead" from lead_contacts c
    where c.business_id = ${businessId} and c.lead_id = any(${leadIds}::uuid[]) order by c.lead_id, c.value`,
  )

export const listEnquiries = ({ db }: Own, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select e.lead_id as lead, e.at, e.source, e.message, e.answers, e.consent, e.utm, e.click_ids as "clickIds",
      e.landing_page as "landingPage", e.referrer, e.raw as "asItCame", e.content_type as "contentType", f.name as form, k.name as "apiKey"
    from lead_enquiries e left join forms f on f.business_id = e.business_id and f.id = e.form_id
      left join api_keys k on k.business_id = e.business_id and k.id = e.key_id
    where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[]) order by e.at, e.id`,
  )

type Texts = { text: string; earlier: { at: string; text: string }[]; mentions: Pick<User, '_id' | 'name'>[] }
/** Columns of a comment `c` in a file: its texts, and the names in them. */
const commentColumns = sql`c.lead_id as lead, c.at, c.text, c.edited_at as "editedAt", c.deleted_at as "deletedAt",
  coalesce((select jsonb_agg(jsonb_build_object('at', v.at, 'text', v.text) order by v.revision) from lead_comment_versions v
    where v.business_id = c.business_id and v.comment_id = c.id), '[]') as earlier,
  coalesce((select jsonb_agg(jsonb_build_object('_id', x.id, 'name', x.name)) from users x where x.id = any(c.mentioned)), '[]')
    as mentions`
const readable = ({ text, earlier, mentions, ...comment }: Texts) => ({
  ...comment,
  text: withNames(text, mentions),
  ...(earlier.length > 0 && {
    earlier: earlier.map((version) => ({ ...version, text: withNames(version.text, mentions) })),
  }),
})

/** Comments with their earlier texts. */
export const listComments = async ({ db }: Own, businessId: string, { leadIds }: Person) =>
  (
    await rowsOf<Texts>(
      db,
      sql`select ${commentColumns}, u.name as by from lead_comments c left join users u on u.id = c.user_id
    where c.business_id = ${businessId} and c.lead_id = any(${leadIds}::uuid[]) order by c.at, c.id`,
    )
  ).map(readable)

export const listHistory = ({ db }: Own, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select e.lead_id as lead, e.at, e.name as event, u.name as by, e.payload -> 'changes' as changes,
      nullif(e.personal - 'from', '{}') as details
    from events e left join users u on u.id = (e.actor ->> 'userId')::uuid
    where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[]) order by e.id`,
  )

/** Comments of the user with their earlier texts, newest first. */
export const listOwnComments = async (db: Db, businessId: string, { userId, most }: OwnRows) =>
  (
    await rowsOf<Texts>(
      db,
      sql`select ${commentColumns} from lead_comments c
    where c.business_id = ${businessId} and c.user_id = ${userId} order by c.at desc, c.id desc limit ${most}`,
    )
  ).map(readable)
