import type { Db } from '../../../../platform/db/db.ts'
import type { Plan } from '../../../numbers/routing.rules.ts'
import type { Connection } from '../../../numbers/voice-connections.cache.ts'
import type { Step } from '../call-facts.rules.ts'
import { lockCall, updatePlan } from '../hooks.queries.ts'
import { refusedIn, withSecondTry } from './second-try.rules.ts'

type Ended = { callId: string; plan: Plan; ended: Step }

/** Carriers may refuse calls that show a number that is not ours: such phones ring once more, with the called number. */
export async function planSecondTry(db: Db, connection: Connection, { callId, plan, ended }: Ended): Promise<Plan> {
  if (!refusedIn(plan, ended).length) return plan
  const { businessId, id: connectionId } = connection
  return db.transaction().execute(async (tx) => {
    const call = await lockCall(tx, businessId, { callId, connectionId, sids: [] })
    if (!call?.plan) return plan
    const next = withSecondTry(call.plan, ended.step, refusedIn(call.plan, ended))
    if (next !== call.plan) await updatePlan(tx, businessId, { id: callId, plan: next })
    return next
  })
}
