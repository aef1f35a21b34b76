import type { SpeedSource } from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Batch, Projection, StoredEvent } from '../../platform/events/relay.ts'
import { dueWork } from '../../platform/jobs/due-work.ts'
import { startPolling } from '../../platform/jobs/poll-loop.ts'
import { type RingDeps, ringOn } from './ringing.service.ts'
import { beginRinging, putDue, takeDue, wakeRinging } from './rings.queries.ts'

const POLL_MS = 1_000
/** Each holds a connection. */
const AT_ONCE = 3
const LEASE_MS = 60_000
/** After a failure. A lead that waits too long is given up by its age (LATE_MINUTES). */
const PAUSE_S = 10

type LoopDeps = RingDeps & Pick<Deps, 'workerDb' | 'wakeRelay' | 'onError'>

export const startRinging = (deps: LoopDeps) => startPolling(() => ringForDue(deps), POLL_MS, deps.onError)

/** Does what is next for leads that are due; returns their number. */
export async function ringForDue(deps: LoopDeps): Promise<number> {
  const { workerDb, now, onError, wakeRelay } = deps
  const done = await dueWork({
    now,
    most: AT_ONCE,
    leaseMs: LEASE_MS,
    take: (lease) => takeDue(workerDb, lease),
    work: (lead) => ringOn(deps, lead),
    pauseOf: (_, error) => {
      onError(error)
      return PAUSE_S
    },
    postpone: ({ businessId, leadId }, { dueAt }) => putDue(workerDb, businessId, leadId, dueAt),
    giveUp: async () => {},
  })
  if (done) wakeRelay()
  return done
}

/** What brought an enquiry: a form, of the product or of another system, or an API key; undefined: a person, a call, a text message or an import. */
function sourceOf({ name, actor, payload }: StoredEvent): SpeedSource | undefined {
  const isEnquiry = name === 'lead.created' || name === 'lead.repeated'
  if (!isEnquiry || payload.operationId || payload.isSilent) return undefined
  if ('formId' in actor || 'sourceId' in actor) return 'form'
  return 'keyId' in actor ? 'api' : undefined
}

async function follow(tx: Db, { events }: Batch) {
  const ofLeads = events.flatMap((event) => (event.leadId ? [{ ...event, leadId: event.leadId }] : []))
  const enquiries = ofLeads.flatMap((event) => {
    const source = sourceOf(event)
    return source ? [{ business_id: event.businessId, lead_id: event.leadId, source, at: event.at }] : []
  })
  if (enquiries.length) await beginRinging(tx, enquiries)
  const changed = ofLeads.filter(({ name }) => name !== 'lead.created' && name !== 'lead.ring_ended')
  if (changed.length)
    await wakeRinging(
      tx,
      changed.map(({ businessId, leadId }) => ({ business_id: businessId, lead_id: leadId })),
    )
}

/** Begins to ring in the relay's transaction: no lead is forgotten, and none is rung for twice. */
export const ringProjection: Projection = { apply: follow }
