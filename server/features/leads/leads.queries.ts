import { sql } from 'kysely'
import type { EnteredFate } from '#contract/leads/leads.ts'
import type { Gender } from '#contract/leads/messages/gender.ts'
import type { Db } from '../../platform/db/db.ts'
import { opaqueParam } from '../../platform/db/named-statements.ts'
import type { LeadScope } from '../access/access.rules.ts'
import { inScope } from '../access/lead-scope.sql.ts'
import { type ClockRow, clockOfLead, isDuplicate, type LeadRow, leadColumns } from './leads.sql.ts'

/** Leads by id, limited to the scope. */
export async function listLeadsById(db: Db, businessId: string, ids: readonly string[], scope: LeadScope) {
  const { rows } = await sql<LeadRow>`select ${leadColumns} from lead_rows r
    where r.business_id = ${businessId} and r.id = any(${ids}::uuid[]) and ${inScope(scope, sql.raw('r'))}`.execute(db)
  return rows
}

/** What the page of one lead shows beside the row. */
export const findSingleFields = (db: Db, businessId: string, id: string) =>
  db
    .selectFrom('leads')
    .select(['lost_reason as lostReason', 'gender'])
    .$narrowType<{ gender: Gender }>()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Returns those of these leads that share a phone or e-mail with another live lead in scope. The array is in a
 * subselect so that the planner keeps its generic plan.
 */
export async function listDuplicates(db: Db, businessId: string, ids: readonly string[], scope: LeadScope) {
  const { rows } = await sql<{ id: string }>`select leads.id from leads
    where business_id = ${opaqueParam(businessId, 'uuid')} and id = any((select ${ids}::uuid[])::uuid[])
      and ${isDuplicate(sql.raw('leads'), scope)}`.execute(db)
  return rows
}

type Contacts = { contacts: readonly string[]; scope: LeadScope }
/** Live leads with one of these phones or e-mails, also as a further contact, newest first. */
export async function listLeadsByContact(db: Db, businessId: string, { contacts, scope }: Contacts, limit: number) {
  const given = sql`any(${contacts}::text[])`
  const { rows } = await sql<LeadRow>`
    with found as materialized (
      select id from leads where business_id = ${businessId} and phone = ${given} and deleted_at is null
      union select id from leads where business_id = ${businessId} and email = ${given} and deleted_at is null
      union select l.id from lead_contacts c join leads l on l.business_id = c.business_id and l.id = c.lead_id
        where c.business_id = ${businessId} and c.value = ${given} and l.deleted_at is null)
    select ${leadColumns} from found f join lead_rows r on r.business_id = ${businessId} and r.id = f.id
    where ${inScope(scope, sql.raw('r'))}
    order by r.created_at desc limit ${limit}`.execute(db)
  return rows
}

type Entry = { campaignId: string; phone: string | null; email: string | null; joinsIn: readonly string[] | null }
/** What the business's policy does with a lead that a person enters, as ingest_lead does. */
export async function findFate(db: Db, businessId: string, { campaignId, phone, email, joinsIn }: Entry) {
  const { rows } = await sql<{ fate: EnteredFate }>`
    select case when find_live_lead(${businessId}, ${campaignId}, ${phone}, ${email}, ${joinsIn}::uuid[]) is null
        or duplicate_action = 'mark' then 'create' when duplicate_action = 'join' then 'repeat' else 'refuse' end as fate
    from businesses where business_id = ${businessId}`.execute(db)
  return rows[0]?.fate ?? 'create'
}

/** How long an unanswered lead has been waiting; undefined: answered, without a target, or imported. */
export async function findResponseClock(db: Db, businessId: string, id: string, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<ClockRow>`
    select ${clockOfLead(at)} from leads l join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
      left join open_period(l.business_id, l.campaign_id, ${at}) p on true
    where l.business_id = ${businessId} and l.id = ${id} and l.first_response_at is null and l.has_response_clock
      and c.response_target is not null`.execute(db)
  return rows[0]
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

export async function listSourcesOfCampaigns(db: Db, businessId: string, campaigns: readonly string[], limit: number) {
  const { rows } = await sql<{ source: string }>`
    select key as source from campaign_month_counts
    where business_id = ${businessId} and campaign_id = any(${campaigns}::uuid[]) and facet = 'source'
    group by key having sum(total) > 0 order by sum(total) desc, key limit ${limit}`.execute(db)
  return rows
}

/** Limits of listTags: the number of distinct tags that it reads, and the number of leads that it counts per tag. */
const TAGS_LOOKED_AT = 1_000
const LEADS_PER_TAG = 500
/** Tags of live leads in scope, most frequent first, each in the spelling of one of its leads. */
export async function listTags(db: Db, businessId: string, scope: LeadScope, limit: number) {
  const { rows } = await sql<{ tag: string }>`
    with recursive keys(key, nth) as (
      select (select min(t.key) from lead_tags t where t.business_id = ${businessId}), 1
      union all
      select (select min(t.key) from lead_tags t where t.business_id = ${businessId} and t.key > k.key), k.nth + 1
      from keys k where k.key is not null and k.nth < ${sql.lit(TAGS_LOOKED_AT)})
    select found.tag from keys k cross join lateral (
      select min(tagged.tag) as tag, count(*) as total from (
        select t.tag from lead_tags t join leads l on l.business_id = t.business_id and l.id = t.lead_id
        where t.business_id = ${businessId} and t.key = k.key and l.deleted_at is null and ${inScope(scope, sql.raw('l'))}
        limit ${sql.lit(LEADS_PER_TAG)}) tagged) found
    where k.key is not null and found.total > 0 order by found.total desc, k.key limit ${limit}`.execute(db)
  return rows
}

const enquiryColumns = [
  'e.id',
  'e.at',
  'e.source',
  'e.message',
  'e.utm',
  'e.click_ids as clickIds',
  'e.landing_page as landingPage',
  'e.referrer',
  'e.raw',
  'e.content_type as contentType',
  'k.name as keyName',
  'e.answers',
  'e.consent',
  'e.while_paused as whilePaused',
] as const

const enquiriesOf = (db: Db, businessId: string) =>
  db
    .selectFrom('lead_enquiries as e')
    .leftJoin('api_keys as k', (join) =>
      join.onRef('k.business_id', '=', 'e.business_id').onRef('k.id', '=', 'e.key_id'),
    )
    .leftJoin('forms as f', (join) => join.onRef('f.business_id', '=', 'e.business_id').onRef('f.id', '=', 'e.form_id'))
    .leftJoin('lead_sources as s', (join) =>
      join.onRef('s.business_id', '=', 'e.business_id').onRef('s.id', '=', 'e.source_id'),
    )
    .select(enquiryColumns)
    .select((column) => column.fn.coalesce('f.name', 's.name').as('formName'))
    .where('e.business_id', '=', businessId)

const ENQUIRIES_MAX = 50
/** A lead’s enquiries and those of the leads that were merged into it, oldest first. */
export const listEnquiries = (db: Db, businessId: string, leadId: string) =>
  enquiriesOf(db, businessId)
    .where(
      'e.lead_id',
      '=',
      sql<string>`any(array(select ${leadId}::uuid union all
        select m.id from leads m where m.business_id = ${businessId} and m.merged_into = ${leadId}))`,
    )
    .orderBy('e.at')
    .orderBy('e.id')
    .limit(ENQUIRIES_MAX)
    .execute()

export const listEnquiriesById = (db: Db, businessId: string, ids: readonly string[]) =>
  enquiriesOf(db, businessId).where('e.id', '=', sql<string>`any(${ids}::uuid[])`).execute()

/** Locks these phones and e-mails until the transaction ends, which serializes writers of leads with these contacts. */
export const lockContacts = (tx: Db, businessId: string, contacts: readonly string[]) =>
  sql`select lock_contacts(${businessId}, ${contacts}::text[])`.execute(tx)

type PurgeResult = { seen: number; purged: { businessId: string; leads: number }[] }
/**
 * Deletes up to `limit` leads, of all businesses, that were moved to the trash before this moment, with those that were
 * merged into them. Their events are kept without personal data, and their calls without the caller. Their recordings and files are queued for removal,
 * and their notifications are deleted. A lead that is restored in the meantime is kept. `seen` counts the candidates, `purged`
 * the deleted leads per business.
 */
export async function deleteTrash(db: Db, before: string, limit: number): Promise<PurgeResult> {
  const {
    rows: [row],
  } = await sql<PurgeResult>`
    with old as materialized (select business_id, id from leads
        where deleted_at < ${before}::timestamptz and merged_into is null limit ${limit}),
      purged as (delete from leads l using old o where l.business_id = o.business_id and l.id = o.id
        and l.deleted_at < ${before}::timestamptz returning l.business_id, l.id),
      merged as (delete from leads l using purged p where l.business_id = p.business_id and l.merged_into = p.id
        returning l.business_id, l.id),
      gone as (select * from purged union all select * from merged),
      unfiled as (delete from lead_files f using gone g where f.business_id = g.business_id and f.lead_id = g.id),
      unnamed as (update calls c set caller = null, plan = null, erased_at = now() from gone g
        where c.business_id = g.business_id and c.lead_id = g.id returning c.business_id, c.id),
      unheard as (update recordings r set purge_at = now() from unnamed c
        where r.business_id = c.business_id and r.call_id = c.id and r.state <> 'purged'),
      unreported as (delete from provider_events p using unnamed c
        where p.business_id = c.business_id and p.call_id = c.id),
      forgotten as (update events e set personal = null from gone g
        where e.business_id = g.business_id and e.lead_id = g.id and e.personal is not null),
      untold as (delete from notifications n using gone g, events e
        where e.business_id = g.business_id and e.lead_id = g.id and n.event_id = e.id)
    select (select count(*) from old) as seen, array(select json_build_object('businessId', g.business_id, 'leads', count(*))
      from gone g group by g.business_id) as purged`.execute(db)
  return row ?? { seen: 0, purged: [] }
}

/** The names of those leads that are in scope; a lead without a name is represented by its contact. */
/** The leads that an operation changed and that were changed again since: their number, and the first of them. */
export async function listChangedSince(db: Db, businessId: string, operationId: string, limit: number) {
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with since as (select i.item_id from operation_items i
      left join leads l on l.business_id = i.business_id and l.id = i.item_id
      where i.business_id = ${businessId} and i.operation_id = ${operationId} and i.outcome = 'changed'
        and l.revision is distinct from i.revision)
    select (select count(*) from since) as total,
      array(select item_id from since order by item_id limit ${limit}) as ids`.execute(db)
  return rows[0] ?? { total: 0, ids: [] }
}

/** Names of leads in scope; of a lead without a name its contact, unless contacts are masked. */
export async function listNames(
  db: Db,
  businessId: string,
  { ids, scope, isMasked = false }: { ids: readonly string[]; scope: LeadScope; isMasked?: boolean },
) {
  const contact = isMasked ? sql`null` : sql`coalesce(l.phone, l.email)`
  const { rows } = await sql<{ id: string; name: string }>`
    select l.id, coalesce(nullif(l.name, ''), ${contact}, '') as name from leads l
    where l.business_id = ${businessId} and l.id = any(${ids}::uuid[]) and ${inScope(scope, sql.raw('l'))}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Condition for the texts of comments that were deleted before a moment. */
export const isOfCommentDeletedBefore = (before: string) => sql<boolean>`(business_id, comment_id) in (
  select business_id, id from lead_comments where deleted_at < ${before})`

/** The lead that was kept when this one was merged. */
export async function findKeptLead(db: Db, businessId: string, id: string) {
  const { rows } = await sql<{ id: string | null }>`
    select merged_into as id from leads where business_id = ${businessId} and id = ${id}`.execute(db)
  return rows[0]?.id ?? null
}

export type FurtherContact = { kind: 'phone' | 'email'; value: string }
/** Phones and e-mails of a lead beside its own. */
export async function listFurtherContacts(db: Db, businessId: string, leadId: string) {
  const { rows } = await sql<FurtherContact>`select kind, value from lead_contacts
    where business_id = ${businessId} and lead_id = ${leadId} order by kind desc, value`.execute(db)
  return rows
}

type MergedLead = {
  id: string
  name: string
  date: string
  campaignId: string
  campaignName: string
  pastSale: number | null
}
/** The leads that were merged into a lead, the newest first; those without a name are named by their contact. */
export async function listMergedLeads(db: Db, businessId: string, leadId: string, isMasked: boolean) {
  const contact = isMasked ? sql`''` : sql`coalesce(l.phone, l.email, '')`
  const { rows } = await sql<MergedLead>`
    select l.id, coalesce(nullif(l.name, ''), ${contact}) as name, l.created_at as date, l.campaign_id as "campaignId",
      c.name as "campaignName", l.past_sale as "pastSale"
    from leads l join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
    where l.business_id = ${businessId} and l.merged_into = ${leadId} order by l.created_at desc, l.id`.execute(db)
  return rows
}
