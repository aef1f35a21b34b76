import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import type { Deps } from '../../../../deps.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { advance } from '../../../call-flows/engine/advance.service.ts'
import { isHeardNow } from '../../../call-flows/engine/stops.rules.ts'
import type { Plan, Texts } from '../../../numbers/routing.rules.ts'
import type { Connection } from '../../../numbers/voice-connections.cache.ts'
import { findRoute } from '../../routing.queries.ts'
import type { Next } from '../call-instructions.rules.ts'
import { refreshCall } from '../call-progress.service.ts'
import { findCalled } from '../cut-off/cut-off.queries.ts'
import { lockCall, updatePlan } from '../hooks.queries.ts'
import { nextRinging, withoutForbidden } from '../ringable-phones.service.ts'

/** Each round rings a phone that may not be rung after all. */
const ROUNDS_MAX = 30

type FlowDeps = Pick<Deps, 'env' | 'now' | 'stoppedBy'>
type Turn = { turn: number; key: string | null }
type Wanted = { callId: string; seen: Plan; turn?: Turn; texts: Texts }

/** What a call does next: the plan, decided as far as needed, and the step that rings, if one does. */
export async function findNext(
  deps: FlowDeps,
  db: Db,
  connection: Connection,
  { callId, plan, from, texts }: { callId: string; plan: Plan; from: number; texts: Texts },
): Promise<{ plan: Plan; next: Next }> {
  let seen = plan
  for (let round = 1; ; round++) {
    const ringing = await nextRinging(deps, db, connection, { plan: seen, callId, from })
    if (ringing || !seen.flow || isHeardNow(seen.flow) || round > ROUNDS_MAX)
      return { plan: seen, next: { from, ringing } }
    seen = await advanceCall(deps, db, connection, { callId, seen, texts })
  }
}

/** The row was erased, or the caller is gone. */
const undecidable = ({ flow: _, ...plan }: Plan): Plan => plan

/** Decides at a step that asks the caller, or who is idle. If another report did so meanwhile, its plan holds. */
export const advanceCall = (deps: FlowDeps, db: Db, connection: Connection, { callId, seen, turn, texts }: Wanted) =>
  db.transaction().execute(async (tx): Promise<Plan> => {
    const { businessId, id: connectionId } = connection
    const call = await lockCall(tx, businessId, { callId, connectionId, sids: [] })
    if (!call?.plan) return undecidable(seen)
    const { plan } = call
    if (!plan.flow) return plan
    if (call.state === 'ended') return undecidable(plan)
    const isDecided = turn
      ? plan.flow.turn !== turn.turn || !isHeardNow(plan.flow)
      : plan.steps.length !== seen.steps.length || plan.flow.turn !== seen.flow?.turn || isHeardNow(plan.flow)
    if (isDecided) return plan
    const now = deps.now()
    const { called, text } = await findCalled(tx, businessId, callId)
    const readFacts = async (content: FlowContent) => {
      const incoming = {
        connectionId,
        called,
        caller: { phone: call.caller, text },
        now,
        screenCaller: undefined,
        content,
      }
      const found = await findRoute(tx, businessId, incoming)
      return found && withoutForbidden(deps, tx, connection, found)
    }
    const next = await advance(tx, businessId, { plan, key: turn?.key }, { callId, now, texts, readFacts })
    await updatePlan(tx, businessId, { id: callId, plan: next })
    await refreshCall(tx, businessId, { ...call, plan: next })
    return next
  })
