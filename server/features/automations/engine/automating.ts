import { callEvents } from '#contract/events/calls/calls.ts'
import type { guestAnswers } from '#contract/leads/automations/automation-shapes.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Batch, Projection, StoredEvent } from '../../../platform/events/relay.ts'
import { startPolling } from '../../../platform/jobs/poll-loop.ts'
import type { Facts } from '../automations.rules.ts'
import { type EngineDeps, workOnNext } from './engine.service.ts'
import { insertCauses, listDueBusinesses, type NewCause } from './runs.queries.ts'

const POLL_MS = 1_000
/** Businesses at a time; each holds a connection. */
const AT_ONCE = 3
/** What one business gets done before it is the turn of others. */
const ITEMS_A_TURN = 20
const FIRST = '00000000-0000-0000-0000-000000000000'

type LoopDeps = EngineDeps & Pick<Deps, 'workerDb' | 'wakeRelay'>

export function startAutomating(deps: LoopDeps) {
  const turn = { after: FIRST }
  return startPolling(() => automate(deps, turn), POLL_MS, deps.onError)
}

/** Gives each of the next businesses a turn; returns how much was done. */
export async function automate(deps: LoopDeps, turn = { after: FIRST }): Promise<number> {
  const { workerDb, now, wakeRelay } = deps
  const businesses = await listDueBusinesses(workerDb, { after: turn.after, most: AT_ONCE, now: now() })
  turn.after = businesses.at(-1) ?? FIRST
  const done = await Promise.all(businesses.map((businessId) => takeTurn(deps, businessId)))
  const total = done.reduce((sum, count) => sum + count, 0)
  if (total) wakeRelay()
  return total
}

async function takeTurn(deps: EngineDeps, businessId: string) {
  let done = 0
  // Events and waiting runs take turns, so that neither waits for the other.
  while (done < ITEMS_A_TURN && (await workOnNext(deps, businessId, done % 2 ? 'run' : 'cause'))) done += 1
  return done
}

type GuestAnswer = (typeof guestAnswers)[number]
const AboutCall = callEvents['call.ended'].payload

/** What guests answer; choosing an offered time, or booking one, is a confirmation. */
const answers: Record<string, GuestAnswer> = {
  'meeting.booked': 'confirmed',
  'meeting.confirmed': 'confirmed',
  'meeting.moved': 'confirmed',
  'meeting.cancelled': 'cancelled',
  'meeting.time_asked': 'time_asked',
}

/** As what an event of a lead can start a rule. */
function triggersOf({ name, payload }: StoredEvent): { kinds: string[]; facts: Facts; causeId?: string } | undefined {
  if (payload.isSilent) return undefined
  if (name === 'lead.created') return { kinds: ['lead_created'], facts: {} }
  if (name === 'lead.repeated') return { kinds: ['lead_repeated'], facts: {} }
  if (name === 'call.ended') {
    // A late report may change how a call ended; a rule runs once for each call.
    const { callId, status } = AboutCall.parse(payload)
    return { kinds: ['call_ended'], facts: { status }, causeId: callId }
  }
  if (name === 'message.received') return payload.isWithdrawal ? undefined : { kinds: ['message_received'], facts: {} }
  const answer = payload.byGuest ? answers[name] : undefined
  if (answer) return { kinds: ['meeting_answered'], facts: { status: answer } }
  if (name !== 'lead.changed') return undefined
  const changes = (payload.changes ?? {}) as Record<string, [unknown, unknown]>
  const statusId = changes.statusId?.[1]
  const facts = { fields: Object.keys(changes), ...(typeof statusId === 'string' && { statusId }) }
  return { kinds: [...('statusId' in facts ? ['status_changed'] : []), 'field_changed'], facts }
}

function causeOf(event: StoredEvent): NewCause[] {
  const { businessId, id, leadId, actor, payload } = event
  const found = leadId ? triggersOf(event) : undefined
  if (!found || !leadId) return []
  const depth = 'automationId' in actor ? actor.depth : 0
  const operationId = typeof payload.operationId === 'string' ? payload.operationId : null
  return [{ businessId, eventId: id, causeId: id, leadId, operationId, depth, ...found }]
}

async function follow(tx: Db, { events }: Batch) {
  const causes = events.flatMap(causeOf)
  if (causes.length) await insertCauses(tx, causes)
}

/** Keeps the causes in the relay's transaction: none is missed, and none is kept twice. */
export const automationProjection: Projection = { apply: follow }
