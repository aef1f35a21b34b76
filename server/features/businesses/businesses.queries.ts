import type { LeadStatus, NewBusiness } from '#contract/businesses.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'

const columns = ['business_id as _id', 'name', 'email', 'image', 'created_at as createdAt'] as const

export const findBusiness = (db: Db, businessId: string) =>
  db.selectFrom('businesses').select(columns).where('business_id', '=', businessId).executeTakeFirst()

/** Locked until the transaction ends. */
export const lockBusinessImage = (tx: Db, businessId: string) =>
  tx.selectFrom('businesses').select('image').where('business_id', '=', businessId).forUpdate().executeTakeFirst()

export const updateBusinessImage = (tx: Db, businessId: string, image: string) =>
  tx.updateTable('businesses').set({ image }).where('business_id', '=', businessId).execute()

export const insertBusiness = (db: Db, businessId: string, wanted: NewBusiness & { isDemo: boolean }) =>
  db
    .insertInto('businesses')
    .values({
      business_id: businessId,
      name: wanted.name,
      email: wanted.email ?? null,
      phone: wanted.phone ?? null,
      contact_name: wanted.contactName ?? null,
      is_demo: wanted.isDemo,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const insertMembership = (db: Db, businessId: string, { userId, role }: { userId: string; role: Role }) =>
  db.insertInto('memberships').values({ business_id: businessId, user_id: userId, role }).execute()

type NewStatus = Omit<LeadStatus, '_id' | 'position' | 'isDefault'>
/** In the order given; the first is the default for new leads. */
export const insertStatuses = (db: Db, businessId: string, statuses: readonly NewStatus[]) =>
  db
    .insertInto('lead_statuses')
    .values(
      statuses.map(({ nameHe, nameEn, hue, type }, position) => ({
        business_id: businessId,
        id: newId(),
        name_he: nameHe,
        name_en: nameEn,
        hue,
        type,
        position,
        is_default: position === 0,
      })),
    )
    .execute()

export const listStatuses = (db: Db, businessId: string) =>
  db
    .selectFrom('lead_statuses')
    .select([
      'id as _id',
      'name_he as nameHe',
      'name_en as nameEn',
      'hue',
      'type',
      'position',
      'is_default as isDefault',
    ])
    .$narrowType<Pick<LeadStatus, 'hue' | 'type'>>()
    .where('business_id', '=', businessId)
    .orderBy('position')
    .execute()
