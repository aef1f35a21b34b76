import type { Db } from '../../platform/db/db.ts'
import type { NewCall } from './call-hooks.queries.ts'

type TestCall = Omit<NewCall, 'caller' | 'isFirstTime'>
/** A call that somebody made to try a number out. Reports of it may have been quicker. */
export const insertTestCall = (db: Db, businessId: string, call: TestCall) =>
  db
    .insertInto('calls')
    .values({
      business_id: businessId,
      id: call.id,
      connection_id: call.connectionId,
      provider_sid: call.sid,
      direction: 'outbound',
      number_id: call.numberId,
      campaign_id: call.campaignId,
      called: call.called,
      is_test: true,
      plan: JSON.stringify(call.plan),
      started_at: call.at.toISOString(),
      check_at: call.checkAt.toISOString(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'connection_id', 'provider_sid'])
        .doUpdateSet({ is_test: true, direction: 'outbound' }),
    )
    .execute()
