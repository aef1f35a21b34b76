import { sql } from 'kysely'
import type { BusinessChanges, BusinessDetails, NewBusiness } from '#contract/businesses.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'

const columns = [
  'business_id as _id',
  'name',
  'email',
  'image',
  'closes_at as closesAt',
  'brand_name as brandName',
  'business_type as businessType',
  'company_number as companyNumber',
  'primary_line_of_business as primaryLineOfBusiness',
  sql<BusinessDetails['address']>`jsonb_build_object('city', city, 'street', street)`.as('address'),
  'country',
  'contact_name as contactName',
  'phone',
  'brand_color as brandColor',
  'privacy_url as privacyUrl',
  'created_at as createdAt',
  'requires_two_factor as requiresTwoFactor',
  'masks_contacts as masksContacts',
  'own_leads_only as ownLeadsOnly',
] as const

export const findBusiness = (db: Db, businessId: string) =>
  db
    .selectFrom('businesses')
    .select(columns)
    .$narrowType<Pick<BusinessDetails, 'businessType'>>()
    .where('business_id', '=', businessId)
    .executeTakeFirst()

/** The fields that a form may set; absent ones stay unchanged. */
const columnsOf = (values: BusinessChanges) => ({
  ...(values.name !== undefined && { name: values.name }),
  ...(values.brandName !== undefined && { brand_name: values.brandName }),
  ...(values.businessType !== undefined && { business_type: values.businessType }),
  ...(values.companyNumber !== undefined && { company_number: values.companyNumber }),
  ...(values.primaryLineOfBusiness !== undefined && { primary_line_of_business: values.primaryLineOfBusiness }),
  ...(values.address?.city !== undefined && { city: values.address.city }),
  ...(values.address?.street !== undefined && { street: values.address.street }),
  ...(values.country !== undefined && { country: values.country }),
  ...(values.contactName !== undefined && { contact_name: values.contactName }),
  ...(values.phone !== undefined && { phone: values.phone }),
  ...(values.email !== undefined && { email: values.email }),
  ...(values.brandColor !== undefined && { brand_color: values.brandColor }),
  ...(values.privacyUrl !== undefined && { privacy_url: values.privacyUrl }),
  ...(values.masksContacts !== undefined && { masks_contacts: values.masksContacts }),
  ...(values.ownLeadsOnly !== undefined && { own_leads_only: values.ownLeadsOnly }),
})

export const updateBusiness = (db: Db, businessId: string, changes: BusinessChanges) =>
  db
    .updateTable('businesses')
    .set(columnsOf(changes))
    .where('business_id', '=', businessId)
    .returning(columns)
    .$narrowType<Pick<BusinessDetails, 'businessType'>>()
    .executeTakeFirst()

/** Locked until the transaction ends. */
export const lockBusinessImage = (tx: Db, businessId: string) =>
  tx.selectFrom('businesses').select('image').where('business_id', '=', businessId).forUpdate().executeTakeFirst()

export const updateBusinessImage = (tx: Db, businessId: string, image: string) =>
  tx.updateTable('businesses').set({ image }).where('business_id', '=', businessId).execute()

export const insertBusiness = (
  db: Db,
  businessId: string,
  wanted: NewBusiness & { isDemo: boolean; createdBy: string },
) =>
  db
    .insertInto('businesses')
    .values({
      business_id: businessId,
      is_demo: wanted.isDemo,
      created_by: wanted.createdBy,
      ...columnsOf(wanted),
      name: wanted.name,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const insertMembership = (db: Db, businessId: string, { userId, role }: { userId: string; role: Role }) =>
  db.insertInto('memberships').values({ business_id: businessId, user_id: userId, role }).execute()

/** The active members among these, with their roles; their rows are locked until the transaction ends. */
export const lockActiveMembers = (db: Db, businessId: string, userIds: readonly string[]) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id as userId', 'm.role'])
    .$narrowType<{ role: Role }>()
    .where('m.business_id', '=', businessId)
    .where('m.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('m.suspended_at', 'is', null)
    .where('u.status', '=', 'Active')
    .orderBy('m.user_id')
    .forUpdate('m')
    .execute()
