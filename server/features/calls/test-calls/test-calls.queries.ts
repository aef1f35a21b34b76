import type { Db } from '../../../platform/db/db.ts'
import type { Plan } from '../../numbers/routing.rules.ts'

type TestCall = {
  id: string
  connectionId: string
  numberId: string
  campaignId: string | null
  called: string
  plan: Plan
  at: Date
  checkAt: Date
}
/**
 * Inserts a test call before its phones ring; until the provider returns an id, the call's own id is used in its place.
 */
export const insertTestCall = (db: Db, businessId: string, call: TestCall) =>
  db
    .insertInto('calls')
    .values({
      business_id: businessId,
      id: call.id,
      connection_id: call.connectionId,
      provider_sid: call.id,
      direction: 'outbound',
      number_id: call.numberId,
      campaign_id: call.campaignId,
      called: call.called,
      is_test: true,
      plan: JSON.stringify(call.plan),
      started_at: call.at.toISOString(),
      check_at: call.checkAt.toISOString(),
    })
    .execute()

/** `sid`: the provider's id of its first phone. */
export const nameTestCall = (db: Db, businessId: string, { id, sid }: { id: string; sid: string }) =>
  db
    .updateTable('calls')
    .set({ provider_sid: sid })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** Ends a test call that could ring no phone. */
export const failTestCall = (db: Db, businessId: string, { id, at }: { id: string; at: Date }) =>
  db
    .updateTable('calls')
    .set({ state: 'ended', status: 'Unknown', reason: 'route_failed', ended_at: at.toISOString(), check_at: null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
