import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { Form, FormChanges, FormField, FormTexts, NewForm } from '#contract/forms.ts'
import type { Db } from '../../platform/db/db.ts'

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
      'f.source',
      'f.is_enabled as isEnabled',
      'f.created_at as createdAt',
      'u.name as createdBy',
    ])
    .$castTo<Form>()
    .where('f.business_id', '=', businessId)
    .where('f.deleted_at', 'is', null)

export const listForms = (db: Db, businessId: string, campaignId: string) =>
  forms(db, businessId)
    .where('f.campaign_id', '=', campaignId)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .execute()

export const findForm = (db: Db, businessId: string, id: string) =>
  forms(db, businessId).where('f.id', '=', id).executeTakeFirst()

const columnsOf = ({
  name,
  languages,
  fields,
  texts,
  allowedOrigins,
  redirectUrl,
  source,
  isEnabled,
}: FormChanges) => ({
  ...(name !== undefined && { name }),
  ...(languages && { languages }),
  ...(fields && { fields: JSON.stringify(fields) }),
  ...(texts && { texts: JSON.stringify(texts) }),
  ...(allowedOrigins && { allowed_origins: [...new Set(allowedOrigins)] }),
  ...(redirectUrl !== undefined && { redirect_url: redirectUrl }),
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

export type FoundForm = {
  id: string
  business_id: string
  campaign_id: string
  key: string
  name: string
  languages: Language[]
  fields: FormField[]
  texts: FormTexts
  allowed_origins: string[]
  redirect_url: string | null
  source: string
  is_enabled: boolean
}
/** Across businesses through a `security definer` function: the key in the address identifies the form. */
export async function findFormByKey(db: Db, key: string) {
  const { rows } = await sql<FoundForm>`select * from find_form(${key})`.execute(db)
  return rows[0]
}
