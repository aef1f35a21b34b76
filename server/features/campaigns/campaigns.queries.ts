import { sql } from 'kysely'
import { CAMPAIGN_LEADS_MAX, type Campaign, type CampaignFilters } from '#contract/campaigns.ts'
import type { Db } from '../../platform/db/db.ts'
import type { LeadScope } from '../access/access.rules.ts'
import { isReadable } from '../access/lead-scope.sql.ts'
import type { StoredLink } from '../links/links.service.ts'
import type { KnownUser } from '../personal-data.ts'

/** Campaigns that the caller may read; null: all of the business. */
export type Visible = readonly string[] | null
/** The leads that are counted. */
type Seen = { sight: LeadScope }

type Derived = 'state' | 'role' | 'totalSales' | 'business_id' | 'businessId'
/** A campaign as stored, with its counters. */
export type CampaignRow = Omit<Campaign, Derived | 'links'> & {
  sales: number
  hasReceived: boolean
  links: StoredLink[]
}

const ofCampaign = sql`lead_counts where business_id = c.business_id and facet = 'campaign' and key = c.id::text`
const allLeads = sql<number>`coalesce((select total from ${ofCampaign}), 0)`
/** From the counters; for a restricted member, a count of their own leads. */
const leadsCount = (sight: LeadScope) =>
  sight?.own.length
    ? sql<number>`case when c.id = any(${sight.own}::uuid[]) then (select count(*) from leads l
        where l.business_id = c.business_id and l.campaign_id = c.id and l.assigned_to = ${sight.userId} and l.deleted_at is null)
      else ${allLeads} end`
    : allLeads
/** Uses the index leads_campaign. */
const newestLeads = (sight: LeadScope) =>
  sql<string[]>`array(select l.id from leads l where l.business_id = c.business_id and l.campaign_id = c.id
    and l.deleted_at is null and ${isReadable(sight, sql.raw('l'))}
    order by l.created_at desc, l.id desc limit ${sql.lit(CAMPAIGN_LEADS_MAX)})`
const columnsFor = (sight: LeadScope) =>
  [
    'c.id as _id',
    'c.name',
    'c.image',
    'c.email',
    'c.tags',
    'c.start_date as startDate',
    'c.end_date as endDate',
    'c.notes',
    'c.is_enabled as isEnabled',
    'c.email_notifications as emailNotifications',
    'c.sms_notifications as smsNotifications',
    'c.response_target as responseTarget',
    'c.virtual_number as virtualNumber',
    'c.facebook_campaign_id as facebookCampaignId',
    'c.created_at as createdAt',
    sql<
      StoredLink[]
    >`(select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'code', l.code, 'label', l.label, 'url', l.url,
      'utm', l.utm, 'clicks', l.clicks) order by l.position), '[]')
    from campaign_links l where l.business_id = c.business_id and l.campaign_id = c.id and l.deleted_at is null)`.as(
      'links',
    ),
    sql<Campaign['numbers']>`(select coalesce(jsonb_agg(jsonb_build_object('_id', n.id, 'phone', n.phone)
      order by n.created_at, n.id), '[]')
    from virtual_numbers n where n.business_id = c.business_id and n.campaign_id = c.id
      and n.state in ('active', 'paused'))`.as('numbers'),
    leadsCount(sight).as('leadsCount'),
    newestLeads(sight).as('leads'),
    sql<number>`coalesce((select sales from ${ofCampaign}), 0)`.as('sales'),
    sql<boolean>`exists (select from ${ofCampaign})`.as('hasReceived'),
    sql<number>`(select count(*) from campaign_members p join memberships m using (business_id, user_id)
    where p.business_id = c.business_id and p.campaign_id = c.id and m.suspended_at is null)`.as('userCount'),
  ] as const

const visibleCampaigns = (db: Db, businessId: string, visible: Visible) =>
  db
    .selectFrom('campaigns as c')
    .where('c.business_id', '=', businessId)
    .where('c.deleted_at', 'is', null)
    .$if(visible !== null, (query) => query.where('c.id', '=', sql<string>`any(${visible}::uuid[])`))

/** Matches literally, % and _ included. */
const hasInName = (search: string) => sql<boolean>`lower(c.name) like like_pattern(${search})`

type CampaignSearch = { visible: Visible; search?: string | undefined; filters?: CampaignFilters | undefined }
const matching = (db: Db, businessId: string, { visible, search = '', filters = {} }: CampaignSearch) =>
  visibleCampaigns(db, businessId, visible)
    .$if(search !== '', (query) => query.where(hasInName(search)))
    .$if(filters.isEnabled !== undefined, (query) => query.where('c.is_enabled', '=', filters.isEnabled === true))
    .$if(Boolean(filters.tags?.length), (query) => query.where(sql<boolean>`c.tags && ${filters.tags}::text[]`))

export const listCampaigns = (
  db: Db,
  businessId: string,
  { limit, offset, sight, ...wanted }: CampaignSearch & Seen & { limit: number; offset: number },
) =>
  matching(db, businessId, wanted)
    .select(columnsFor(sight))
    .$castTo<CampaignRow>()
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countCampaigns = async (db: Db, businessId: string, wanted: CampaignSearch) =>
  (
    await matching(db, businessId, wanted)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total

type Named = { visible: Visible; search?: string; limit: number }
/** Sorted by name. */
export const listCampaignNames = (db: Db, businessId: string, { visible, search = '', limit }: Named) =>
  visibleCampaigns(db, businessId, visible)
    .$if(search !== '', (query) => query.where(hasInName(search)))
    .select(['c.id as _id', 'c.name', 'c.image', 'c.is_enabled as isEnabled'])
    .orderBy(sql`lower(c.name)`)
    .orderBy('c.id')
    .limit(limit)
    .execute()

export const findCampaign = (db: Db, businessId: string, { id, sight }: Seen & { id: string }) =>
  visibleCampaigns(db, businessId, sight?.campaigns ?? null)
    .select(columnsFor(sight))
    .$castTo<CampaignRow>()
    .where('c.id', '=', id)
    .executeTakeFirst()

/** The ids that are campaigns of the business; their rows are locked until the transaction ends. */
export const lockCampaigns = (db: Db, businessId: string, ids: readonly string[]) =>
  db
    .selectFrom('campaigns')
    .select('id')
    .where('business_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The fields that a form may set; absent ones stay unchanged. */
export type CampaignValues = Partial<
  Pick<
    Campaign,
    | 'name'
    | 'startDate'
    | 'endDate'
    | 'tags'
    | 'notes'
    | 'isEnabled'
    | 'emailNotifications'
    | 'smsNotifications'
    | 'responseTarget'
  >
>
const columnsOf = (values: CampaignValues) => ({
  ...(values.startDate !== undefined && { start_date: values.startDate }),
  ...(values.endDate !== undefined && { end_date: values.endDate }),
  ...(values.tags && { tags: values.tags }),
  ...(values.notes !== undefined && { notes: values.notes }),
  ...(values.isEnabled !== undefined && { is_enabled: values.isEnabled }),
  ...(values.emailNotifications && { email_notifications: values.emailNotifications }),
  ...(values.responseTarget !== undefined && { response_target: values.responseTarget }),
  ...(values.smsNotifications && { sms_notifications: values.smsNotifications }),
})

export const insertCampaign = (
  db: Db,
  businessId: string,
  { id, name, ...values }: CampaignValues & { id: string; name: string },
) =>
  db
    .insertInto('campaigns')
    .values({ business_id: businessId, id, name, ...columnsOf(values) })
    .execute()

export const updateCampaign = (db: Db, businessId: string, { id, name, ...values }: CampaignValues & { id: string }) =>
  db
    .updateTable('campaigns')
    .set({ ...(name !== undefined && { name }), ...columnsOf(values) })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

export const updateCampaignImage = (db: Db, businessId: string, { id, image }: { id: string; image: string }) =>
  db.updateTable('campaigns').set({ image }).where('business_id', '=', businessId).where('id', '=', id).execute()

export const deleteCampaign = (db: Db, businessId: string, id: string) =>
  db
    .updateTable('campaigns')
    .set({ deleted_at: sql<string>`now()` })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** Whether the campaign has virtual numbers. */
export async function hasNumbers(db: Db, businessId: string, campaignId: string): Promise<boolean> {
  const found = await db
    .selectFrom('virtual_numbers')
    .select('id')
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', ['active', 'paused', 'releasing'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Removes a user's addresses from those that are notified. */
export const eraseNotified = (tx: Db, businessId: string, { email, phone }: KnownUser) =>
  sql`update campaigns set email_notifications = array_remove(email_notifications, ${email}),
      sms_notifications = array_remove(sms_notifications, ${phone})
    where business_id = ${businessId} and (${email} = any(email_notifications) or ${phone} = any(sms_notifications))`.execute(
    tx,
  )

/** Whether the business has ever had a campaign. */
export const hasCampaign = async (db: Db, businessId: string) =>
  (await db.selectFrom('campaigns').select('id').where('business_id', '=', businessId).limit(1).executeTakeFirst()) !==
  undefined

/** The address for leads by mail; null: none. */
export const updateMailAddress = (tx: Db, businessId: string, id: string, email: string | null) =>
  tx.updateTable('campaigns').set({ email }).where('business_id', '=', businessId).where('id', '=', id).execute()
