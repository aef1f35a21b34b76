import { TEST_CALL_SECONDS } from '#contract/calls/numbers.ts'
import { TEST } from '#contract/calls/softphone.ts'
import type { Deps } from '../../../deps.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Caller } from '../../../providers/voice/callers.ts'
import { firstPhones, routeCall } from '../../call-flows/engine/route-call.rules.ts'
import {
  countTestCall,
  findLine,
  lineIssue,
  mayRing,
  noMinutesLeft,
  takeSeconds,
} from '../../ceilings/outside-lines.service.ts'
import { aboutNumber, requireNumber } from '../../numbers/numbers.service.ts'
import type { Plan, PlannedLeg } from '../../numbers/routing.rules.ts'
import type { Connection } from '../../numbers/voice-connections.cache.ts'
import { asAppErrors } from '../../numbers/voice-connections.service.ts'
import { identityOf } from '../../softphone/softphone.rules.ts'
import { voiceTexts } from '../hooks/call-context.ts'
import { findRoute } from '../routing.queries.ts'
import { failTestCall, insertTestCall, nameTestCall } from './test-calls.queries.ts'

type Context = { db: Db; caller: Member }
type TestCallDeps = Pick<Deps, 'voice' | 'env' | 'now' | 'stoppedBy'>

const CHECK_SECONDS = 120
/** A test call has no caller. */
const NO_CALLER: Caller = { phone: null, text: null }

/** Rings the phones that the number would ring first now, and announces the test to the answering phone. */
export async function startTestCall(deps: TestCallDeps, { db, caller }: Context, numberId: string): Promise<string> {
  const { businessId } = caller
  const number = await requireNumber({ db, caller }, numberId)
  const now = deps.now()
  const incoming = {
    connectionId: number.connectionId,
    called: number.phone,
    caller: NO_CALLER,
    now,
    screenCaller: undefined,
  }
  const route = await findRoute(db, businessId, incoming)
  const plan = route && routeCall(route, now, voiceTexts)
  const step = plan && firstPhones(plan, route)
  if (plan?.block && !step) throw new AppError(plan.block === 'out_of_time' ? 'outside_hours_now' : 'number_not_active')
  const connection = await deps.voice.find(number.connectionId)
  if (!plan || !step?.legs.length) throw new AppError('nobody_to_ring')
  if (!connection) throw new AppError('voice_unavailable')
  const id = newId()
  await countTestCall(deps, db, businessId)
  const legs = await ringable(deps, db, { ...connection, callId: id, legs: step.legs })
  // The test call is inserted before ringing, because the webhooks of its phones arrive at once.
  await insertTestCall(db, businessId, {
    id,
    connectionId: connection.id,
    numberId,
    campaignId: number.campaignId,
    called: legs.find((leg) => leg.kind === 'phone')?.phone ?? '',
    plan: planOf(plan, legs),
    at: now,
    checkAt: new Date(now.getTime() + CHECK_SECONDS * 1_000),
  })
  const started = legs.map((leg, place) =>
    asAppErrors(
      connection.provider.startCall({
        to: leg.kind === 'phone' ? leg.phone : `client:${identityOf(leg.userId, businessId)}`,
        from: number.phone,
        ...(leg.kind === 'softphone' && { parameters: { callId: id, [TEST]: '1' } }),
        instructions: [
          { verb: 'say', text: voiceTexts(plan.language, 'test'), language: plan.language },
          { verb: 'hangup' },
        ],
        statusHook: `${deps.env.publicUrl}/hooks/voice/${connection.id}/${id}/leg/1/${place}`,
        timeoutSeconds: Math.min(step.seconds, TEST_CALL_SECONDS),
      }),
    ),
  )
  // If one phone could not be called, the test continues with the others.
  const done = await Promise.allSettled(started)
  const first = done.find((one) => one.status === 'fulfilled')
  if (!first) {
    await failTestCall(db, businessId, { id, at: deps.now() })
    throw (done[0] as PromiseRejectedResult).reason
  }
  await inTransaction(db, async (tx) => {
    await nameTestCall(tx, businessId, { id, sid: first.value.sid })
    await emit(tx, caller, 'number.tested', aboutNumber(number))
  })
  return id
}

type Ringable = Pick<Connection, 'businessId' | 'kind'> & { callId: string; legs: PlannedLeg[] }
/** The phones that may be rung; if there is none, throws the reason. Each outside phone is limited to a minute. */
async function ringable(
  deps: TestCallDeps,
  db: Db,
  { businessId, kind, callId, legs }: Ringable,
): Promise<PlannedLeg[]> {
  const line = await findLine(deps, db, { businessId, kind })
  const inside = legs.filter((leg) => leg.kind === 'softphone')
  const outside = legs.filter((leg) => leg.kind === 'phone')
  const stop = outside.length ? await deps.stoppedBy(db, businessId) : undefined
  const open = outside.filter(({ phone }) => !stop && mayRing(deps, line, phone))
  const most = open.length * 60
  const isGranted = most > 0 && (await takeSeconds(deps, db, line, { businessId, callId, step: 1, most })) > 0
  if (isGranted) return [...inside, ...open]
  if (inside.length) return inside
  if (stop) throw new AppError(stop)
  if (open.length) throw noMinutesLeft(deps)
  const issues = outside.flatMap(({ phone }) => lineIssue(deps, line, phone, 'routing.ring.targets') ?? [])
  throw new AppError('invalid_input', { issues })
}

/** A test call has no caller to hang up, so its ringing time is irrelevant. */
const planOf = ({ flow: _, ...plan }: Plan, legs: PlannedLeg[]): Plan => ({
  ...plan,
  block: null,
  screening: false,
  steps: [{ seconds: 0, legs }],
  closing: { kind: 'hangup' },
})
