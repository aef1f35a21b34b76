import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Whether the list is dismissed. */
export const findDismissal = (db: Db, businessId: string) =>
  db
    .selectFrom('businesses')
    .select(sql<boolean>`first_steps_dismissed_at is not null`.as('isDismissed'))
    .where('business_id', '=', businessId)
    .executeTakeFirst()

/** Returns undefined if nothing changed. */
export const updateDismissal = (db: Db, businessId: string, at: Date | null) =>
  db
    .updateTable('businesses')
    .set({ first_steps_dismissed_at: at?.toISOString() ?? null })
    .where('business_id', '=', businessId)
    .where('first_steps_dismissed_at', at ? 'is' : 'is not', null)
    .returning('business_id')
    .executeTakeFirst()
