import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { asAppErrors } from '../numbers/connections.service.ts'
import { requireNumber } from '../numbers/numbers.service.ts'
import { type Plan, type PlannedLeg, routeCall } from '../numbers/routing.rules.ts'
import { identityOf } from '../softphone/softphone.rules.ts'
import { findRoute } from './call-hooks.queries.ts'
import { voiceTexts } from './call-hooks.service.ts'
import { insertTestCall } from './test-calls.queries.ts'

type Context = { db: Db; caller: Member }
type Given = Pick<Deps, 'voice' | 'env' | 'now'>

const CHECK_SECONDS = 120

/** Rings the phones that the number would ring first now, and says to whoever answers that it was a test. */
export async function startTestCall(given: Given, { db, caller }: Context, numberId: string): Promise<string> {
  const { businessId } = caller
  const number = await requireNumber({ db, caller }, numberId)
  const now = given.now()
  const incoming = { connectionId: number.connectionId, called: number.phone, caller: null, now }
  const route = await findRoute(db, businessId, incoming)
  const plan = route && routeCall({ ...route, isBlacklisted: false }, now, voiceTexts)
  const legs = plan?.steps[0]?.legs
  const connection = await given.voice.find(number.connectionId)
  if (!plan || !legs) throw new AppError('nobody_to_ring')
  if (!connection) throw new AppError('voice_unavailable')
  const started = legs.map(async (leg): Promise<string> => {
    const callId = newId()
    const { sid } = await asAppErrors(
      connection.provider.startCall({
        to: leg.kind === 'phone' ? leg.phone : `client:${identityOf(leg.userId, businessId)}`,
        from: number.phone,
        instructions: [
          { verb: 'say', text: voiceTexts(plan.language, 'test'), language: plan.language },
          { verb: 'hangup' },
        ],
        statusHook: `${given.env.publicUrl}/hooks/voice/${connection.id}/${callId}/leg/1/0`,
        timeoutSeconds: plan.steps[0]?.seconds ?? 0,
      }),
    )
    await insertTestCall(db, businessId, {
      id: callId,
      connectionId: connection.id,
      sid,
      numberId,
      campaignId: number.campaignId,
      called: leg.kind === 'phone' ? leg.phone : '',
      plan: planOf(plan, leg),
      at: now,
      checkAt: new Date(now.getTime() + CHECK_SECONDS * 1_000),
    })
    return callId
  })
  // Whatever rang rang: one phone that could not be called does not take the others' test away.
  const done = await Promise.allSettled(started)
  const first = done.find((one) => one.status === 'fulfilled')
  if (!first) throw (done[0] as PromiseRejectedResult).reason
  return first.value
}

/** There is no caller who could hang up, so it does not matter how long it rings. */
const planOf = (plan: Plan, leg: PlannedLeg): Plan => ({
  ...plan,
  screening: false,
  steps: [{ seconds: 0, legs: [leg] }],
  closing: { kind: 'hangup' },
})
