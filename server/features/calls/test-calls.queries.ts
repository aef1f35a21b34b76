import type { Db } from '../../platform/db/db.ts'
import type { NewCall } from './call-hooks.queries.ts'

type TestCall = Omit<NewCall, 'sid' | 'caller' | 'callerText' | 'isFirstTime'>
/** A call that somebody makes to try a number out, before its phones ring: until then it bears its own id at the provider. */
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

/** `sid`: of the first of its phones. */
export const nameTestCall = (db: Db, businessId: string, { id, sid }: { id: string; sid: string }) =>
  db
    .updateTable('calls')
    .set({ provider_sid: sid })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** No phone could be rung. */
export const failTestCall = (db: Db, businessId: string, { id, at }: { id: string; at: Date }) =>
  db
    .updateTable('calls')
    .set({ state: 'ended', status: 'Unknown', reason: 'route_failed', ended_at: at.toISOString(), check_at: null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
