import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { Form, FormChanges, FormOfBusiness, FormTexts, ListedForm, NewForm } from '#contract/forms.ts'
import type { Db } from '../../platform/db/db.ts'
import type { PageField } from './lead-field-inputs.ts'

const forms = (db: Db, businessId: string) =>
  db
    .selectFrom('forms as f')
    .leftJoin('users as u', 'u.id', 'f.created_by')
    .select([
      'f.id as _id',
      'f.campaign_id as campaignId',
      'f.key',
      'f.name',
      'f.languages',
      'f.fields',
      'f.texts',
      'f.allowed_origins as allowedOrigins',
      'f.redirect_url as redirectUrl',
      'f.booking_page_id as bookingPageId',
      'f.source',
      'f.is_enabled as isEnabled',
      'f.created_at as createdAt',
      'u.name as createdBy',
    ])
    .$castTo<Form>()
    .where('f.business_id', '=', businessId)
    .where('f.deleted_at', 'is', null)

export async function listForms(db: Db, businessId: string, campaignId: string): Promise<ListedForm[]> {
  const rows = await forms(db, businessId)
    .leftJoin('form_submissions as s', (join) =>
      join.onRef('s.business_id', '=', 'f.business_id').onRef('s.form_id', '=', 'f.id'),
    )
    .select(['s.new_leads as newLeads', 's.repeats', 's.spam', 's.last_at as lastAt', 's.last_lead_at as lastLeadAt'])
    .where('f.campaign_id', '=', campaignId)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .execute()
  return rows.map(withSubmissions)
}

type Counted = Record<'newLeads' | 'repeats' | 'spam', number | null> & Record<'lastAt' | 'lastLeadAt', string | null>
/** A form that was never submitted has no counts. */
const withSubmissions = <Row extends Counted>({ newLeads, repeats, spam, lastAt, lastLeadAt, ...form }: Row) => ({
  ...form,
  submissions: {
    total: (newLeads ?? 0) + (repeats ?? 0),
    newLeads: newLeads ?? 0,
    repeats: repeats ?? 0,
    spam: spam ?? 0,
    lastAt,
    lastLeadAt,
  },
})

const formsOfAll = (db: Db, businessId: string, campaigns: readonly string[] | null) =>
  db
    .selectFrom('forms as f')
    .innerJoin('campaigns as c', (join) =>
      join.onRef('c.business_id', '=', 'f.business_id').onRef('c.id', '=', 'f.campaign_id'),
    )
    .where('f.business_id', '=', businessId)
    .where('f.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .$if(campaigns !== null, (query) => query.where('f.campaign_id', 'in', campaigns?.length ? campaigns : [NO_ID]))
/** No row has it: a member without campaigns has no forms. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

type FormsPage = { campaigns: readonly string[] | null; offset: number; limit: number }
/** Forms of these campaigns (null: all), by the campaign's name and their own. */
export async function listAllForms(
  db: Db,
  businessId: string,
  { campaigns, offset, limit }: FormsPage,
): Promise<FormOfBusiness[]> {
  const rows = await formsOfAll(db, businessId, campaigns)
    .leftJoin('form_submissions as s', (join) =>
      join.onRef('s.business_id', '=', 'f.business_id').onRef('s.form_id', '=', 'f.id'),
    )
    .select(['f.id as _id', 'f.name', 'f.is_enabled as isEnabled', 'c.id as campaignId', 'c.name as campaignName'])
    .select(['s.new_leads as newLeads', 's.repeats', 's.spam', 's.last_at as lastAt', 's.last_lead_at as lastLeadAt'])
    .orderBy('c.name')
    .orderBy('c.id')
    .orderBy('f.name')
    .orderBy('f.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ campaignId, campaignName, ...row }) => ({
    ...withSubmissions(row),
    campaign: { _id: campaignId, name: campaignName },
  }))
}

export async function countAllForms(db: Db, businessId: string, campaigns: readonly string[] | null) {
  const row = await formsOfAll(db, businessId, campaigns)
    .select((column) => column.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

export const findForm = (db: Db, businessId: string, id: string) =>
  forms(db, businessId).where('f.id', '=', id).executeTakeFirst()

const columnsOf = ({
  name,
  languages,
  fields,
  texts,
  allowedOrigins,
  redirectUrl,
  bookingPageId,
  source,
  isEnabled,
}: FormChanges) => ({
  ...(name !== undefined && { name }),
  ...(languages && { languages }),
  ...(fields && { fields: JSON.stringify(fields) }),
  ...(texts && { texts: JSON.stringify(texts) }),
  ...(allowedOrigins && { allowed_origins: [...new Set(allowedOrigins)] }),
  ...(redirectUrl !== undefined && { redirect_url: redirectUrl }),
  ...(bookingPageId !== undefined && { booking_page_id: bookingPageId }),
  ...(source !== undefined && { source }),
  ...(isEnabled !== undefined && { is_enabled: isEnabled }),
})

type New = NewForm & { id: string; campaignId: string; key: string; createdBy: string }
export const insertForm = (db: Db, businessId: string, wanted: New) =>
  db
    .insertInto('forms')
    .values({
      business_id: businessId,
      id: wanted.id,
      campaign_id: wanted.campaignId,
      key: wanted.key,
      created_by: wanted.createdBy,
      name: wanted.name,
      languages: wanted.languages,
      fields: JSON.stringify(wanted.fields),
      texts: JSON.stringify(wanted.texts),
      source: wanted.source,
      ...columnsOf(wanted),
    })
    .execute()

export const updateForm = (db: Db, businessId: string, { id, ...changes }: FormChanges & { id: string }) =>
  db.updateTable('forms').set(columnsOf(changes)).where('business_id', '=', businessId).where('id', '=', id).execute()

/** Soft delete: leads keep the name of their form. */
export const deleteForm = (db: Db, businessId: string, id: string) =>
  db
    .updateTable('forms')
    .set({ deleted_at: sql<string>`now()` })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** The branding of a business's public pages. */
export type Brand = { name: string; image: string | null; color: string | null; privacyUrl: string | null }
export const findBrand = (db: Db, businessId: string): Promise<Brand> =>
  db
    .selectFrom('businesses')
    .select((column) => [
      column.fn.coalesce('brand_name', 'name').as('name'),
      'image',
      'brand_color as color',
      'privacy_url as privacyUrl',
    ])
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()

export type FoundForm = {
  id: string
  business_id: string
  campaign_id: string
  key: string
  name: string
  languages: Language[]
  fields: PageField[]
  texts: FormTexts
  allowed_origins: string[]
  redirect_url: string | null
  source: string
  is_enabled: boolean
  brand: Brand
  /** Of the booking page to which its thank-you page leads, if that is active. */
  booking_slug: string | null
}
/** Across businesses through a `security definer` function: the key in the address identifies the form. */
export async function findFormByKey(db: Db, key: string) {
  const { rows } = await sql<FoundForm>`select * from find_form(${key})`.execute(db)
  return rows[0]
}

/** Whether the business has ever had a form. */
export const hasForm = async (db: Db, businessId: string) =>
  (await db.selectFrom('forms').select('id').where('business_id', '=', businessId).limit(1).executeTakeFirst()) !==
  undefined

export const hasBookingPage = async (db: Db, businessId: string, id: string) =>
  (await db
    .selectFrom('booking_pages')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined
