import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { Plan } from '../../numbers/routing.rules.ts'

export type DueCall = {
  businessId: string
  id: string
  connectionId: string
  sid: string
  /** The caller's leg has ended. */
  hasEnded: boolean
  /** The status is known and only the recording is pending. */
  isOver: boolean
  checks: number
  startedAt: string
}

/** Only logged calls have none, and they are not checked. */
const CONNECTION = sql<string>`connection_id`.as('connectionId')

/** Calls without a reported end that are due for a check, of all businesses: by the worker's role. */
export const listDueCalls = (db: Db, now: Date, most: number): Promise<DueCall[]> =>
  db
    .selectFrom('calls')
    .select(['business_id as businessId', 'id', 'provider_sid as sid', 'checks', 'started_at as startedAt'])
    .select(CONNECTION)
    .select([sql<boolean>`ended_at is not null`.as('hasEnded'), sql<boolean>`status is not null`.as('isOver')])
    .where('check_at', '<=', now.toISOString())
    .orderBy('check_at')
    .limit(most)
    .execute()

/** Calls of all businesses that began before `now` and have no reported end, whether due or not. */
export const listRunningCalls = (db: Db, now: Date, most: number): Promise<DueCall[]> =>
  db
    .selectFrom('calls')
    .select(['business_id as businessId', 'id', 'provider_sid as sid', 'checks', 'started_at as startedAt'])
    .select(CONNECTION)
    .select([sql<boolean>`false`.as('hasEnded'), sql<boolean>`false`.as('isOver')])
    .where('check_at', 'is not', null)
    .where('status', 'is', null)
    .where('ended_at', 'is', null)
    .where('started_at', '<', now.toISOString())
    .orderBy('check_at')
    .limit(most)
    .execute()

export const postponeCheck = (db: Db, businessId: string, { id, checkAt }: { id: string; checkAt: Date }) =>
  db
    .updateTable('calls')
    .set({ check_at: checkAt.toISOString(), checks: sql`checks + 1` })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('check_at', 'is not', null)
    .execute()

export async function findPlan(db: Db, businessId: string, id: string): Promise<Plan | null> {
  const row = await db
    .selectFrom('calls')
    .select('plan')
    .$castTo<{ plan: Plan | null }>()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.plan ?? null
}
