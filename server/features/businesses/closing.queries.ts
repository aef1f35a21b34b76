import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { Db } from '../../platform/db/db.ts'

/** The business's name and closing state; its row is locked until the transaction ends. */
export const lockBusiness = (tx: Db, businessId: string) =>
  tx
    .selectFrom('businesses')
    .select(['name', 'closes_at as closesAt', 'erasing_since as erasingSince'])
    .where('business_id', '=', businessId)
    .forUpdate()
    .executeTakeFirst()

/** `closed` null: reopens it. */
export const updateClosing = (tx: Db, businessId: string, closed: { at: Date; by: string; closesAt: string } | null) =>
  tx
    .updateTable('businesses')
    .set({
      closes_at: closed?.closesAt ?? null,
      closed_at: closed?.at.toISOString() ?? null,
      closed_by: closed?.by ?? null,
    })
    .where('business_id', '=', businessId)
    .execute()

export type Reader = { userId: string; name: string; email: string; language: Language }
/** All active members. */
export const listReaders = (db: Db, businessId: string): Promise<Reader[]> =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id as userId', 'u.name', 'u.email', 'u.language'])
    .$narrowType<{ language: Language }>()
    .where('m.business_id', '=', businessId)
    .where('m.suspended_at', 'is', null)
    .orderBy(sql`m.joined_at`)
    .execute()
