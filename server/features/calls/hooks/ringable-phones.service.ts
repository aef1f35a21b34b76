import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { phonesIn } from '../../call-flows/call-flows.rules.ts'
import { findLine, hasMinutes, type Line, mayRing, takeSeconds } from '../../ceilings/outside-lines.service.ts'
import type { Plan, PlannedLeg, PlannedStep, Prompt, RouteFacts } from '../../numbers/routing.rules.ts'
import type { Connection } from '../../numbers/voice-connections.cache.ts'
import { TALK_SECONDS_MAX } from './call-instructions.rules.ts'

const isOutside = (leg: PlannedLeg) => leg.kind === 'phone'
type CallLineDeps = Pick<Deps, 'env' | 'now' | 'stoppedBy'>
type Account = Pick<Connection, 'businessId' | 'kind'>

/** The route to outside phones. It is closed while billing has stopped what costs money; browsers ring on. */
async function findOpenLine(deps: CallLineDeps, db: Db, account: Account): Promise<Line> {
  const line = await findLine(deps, db, account)
  if (!line.isAllowed) return line
  return { ...line, isAllowed: (await deps.stoppedBy(db, account.businessId)) === undefined }
}

/** The plan without phones that may not be rung now; without any phone left, the caller gets the closing. */
export async function withinLimits(
  deps: CallLineDeps,
  db: Db,
  { businessId, kind }: Account,
  plan: Plan,
): Promise<Plan> {
  if (!plan.steps.some(({ legs }) => legs.some(isOutside))) return plan
  const line = await findOpenLine(deps, db, { businessId, kind })
  const isOpen = line.isAllowed && (await hasMinutes(deps, db, line, businessId))
  const steps = plan.steps.map((step) => ({
    ...step,
    legs: step.legs.filter((leg) => leg.kind === 'softphone' || (isOpen && mayRing(deps, line, leg.phone))),
  }))
  return withoutEmpty(plan, steps)
}

/** Without steps that ring no phone; what is heard in them is heard before what follows. */
function withoutEmpty(plan: Plan, all: PlannedStep[]): Plan {
  const steps: PlannedStep[] = []
  let heard: Prompt[] = []
  const after = <T extends { said?: Prompt[] }>(next: T): T =>
    heard.length ? { ...next, said: [...heard, ...(next.said ?? [])] } : next
  for (const step of all) {
    if (step.legs.length) {
      steps.push(after(step))
      heard = []
    } else heard = [...heard, ...(step.said ?? [])]
  }
  const { flow, closing } = plan
  return flow ? { ...plan, steps, flow: after(flow) } : { ...plan, steps, closing: after(closing) }
}

/** What routing knows, without outside phones that may not be rung now: none waits for them. */
export async function withoutForbidden(deps: CallLineDeps, db: Db, { businessId, kind }: Account, facts: RouteFacts) {
  const phones = phonesIn(facts.flow?.content ?? null).map(({ phone }) => phone)
  if (!phones.length) return facts
  const line = await findOpenLine(deps, db, { businessId, kind })
  const isOpen = line.isAllowed && (await hasMinutes(deps, db, line, businessId))
  const forbidden = phones.filter((phone) => !isOpen || !mayRing(deps, line, phone))
  return { ...facts, virtual: [...facts.virtual, ...forbidden] }
}

/** The next step of the ring list with a phone to ring. */
export type Ringing = { step: number; rings: (leg: PlannedLeg) => boolean; maxSeconds: number }
type RingRequest = { plan: Plan; callId: string; from: number }

/**
 * Applied to every dial, with the limits at that time. Leaves out phones that may not be rung, and all outside phones
 * once the day's minutes are used up. Undefined: no phone is left, and the caller gets the closing.
 */
export async function nextRinging(
  deps: CallLineDeps,
  db: Db,
  { businessId, kind }: Account,
  { plan, callId, from }: RingRequest,
): Promise<Ringing | undefined> {
  const later = plan.steps.slice(from - 1)
  if (!later.some(({ legs }) => legs.some(isOutside)))
    return later.length ? { step: from, rings: () => true, maxSeconds: TALK_SECONDS_MAX } : undefined
  const line = await findOpenLine(deps, db, { businessId, kind })
  const may = (leg: PlannedLeg) => leg.kind === 'softphone' || mayRing(deps, line, leg.phone)
  const stepFor = (rings: Ringing['rings']) => {
    const found = later.findIndex(({ legs }) => legs.some(rings))
    return found === -1 ? undefined : from + found
  }
  const step = stepFor(may)
  if (step === undefined) return undefined
  const hasOutside = plan.steps[step - 1]?.legs.some((leg) => isOutside(leg) && may(leg))
  if (!hasOutside) return { step, rings: may, maxSeconds: TALK_SECONDS_MAX }
  const wanted = { businessId, callId, step, most: TALK_SECONDS_MAX }
  const maxSeconds = await takeSeconds(deps, db, line, wanted)
  if (maxSeconds > 0) return { step, rings: may, maxSeconds }
  const inside = stepFor((leg) => !isOutside(leg))
  return inside === undefined
    ? undefined
    : { step: inside, rings: (leg) => !isOutside(leg), maxSeconds: TALK_SECONDS_MAX }
}
