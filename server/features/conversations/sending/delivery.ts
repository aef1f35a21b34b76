import type { Deps } from '../../../deps.ts'
import type { Projection } from '../../../platform/events/relay.ts'
import { dueWork } from '../../../platform/jobs/due-work.ts'
import { startPolling } from '../../../platform/jobs/poll-loop.ts'
import { NeverSent } from '../../../providers/unreached.ts'
import { type DueToLead, hastenToLeads, takeDueToLeads, updateToLead } from '../../messages/to-leads.service.ts'
import { type DeliveryDeps, giveUp, pass, putBack, settle } from './delivery.service.ts'
import { hand } from './handing.service.ts'

const POLL_MS = 500
/** Each holds a connection now and then. */
const AT_ONCE = 5
/** Longer than the time limits of providers: when it ends, the process that had the message has died. */
const LEASE_MS = 3 * 60_000
/** Seconds before each further try of a message that certainly was not sent. */
const PAUSES = [30, 120, 600, 1_800, 7_200]

type LoopDeps = DeliveryDeps & Pick<Deps, 'wakeRelay'>

export const startSendingToLeads = (deps: LoopDeps) => startPolling(() => sendDueToLeads(deps), POLL_MS, deps.onError)

/** Tries each due message to a lead once; returns their number. */
export async function sendDueToLeads(deps: LoopDeps): Promise<number> {
  const done = await dueWork({
    now: deps.now,
    most: AT_ONCE,
    leaseMs: LEASE_MS,
    take: (lease) => takeDueToLeads(deps.workerDb, lease),
    work: (due) => send(deps, due),
    pauseOf: ({ attempts }, error) => {
      if (error instanceof NeverSent) return PAUSES[attempts]
      // A fault of our own before anything left: it is looked at again.
      deps.onError(error)
      return PAUSES[0]
    },
    postpone: ({ id }, { message, dueAt, error }) =>
      updateToLead(deps.workerDb, id, { state: 'queued', dueAt, isTry: error instanceof NeverSent, error: message }),
    giveUp: (due, { message }) => giveUp(deps, due, message),
  })
  if (done) deps.wakeRelay()
  return done
}

/** The message is marked as being sent before a provider hears of it: a try whose end is not stored is not repeated. */
async function send(deps: LoopDeps, due: DueToLead) {
  const passed = await pass(deps, due)
  if (!passed) return
  const handed = await hand(deps, passed).catch(async (error: unknown) => {
    if (error instanceof NeverSent) await putBack(deps, due)
    throw error
  })
  await settle(deps, due, passed, handed)
}

const opening: readonly string[] = ['lead_quiet.changed', 'working_hours.changed', 'consent.changed']
/** What waits is looked at again when hours, quiet or consent change. */
export const waitingToLeads: Projection = {
  apply: async (tx, { events }) => {
    const businessIds = [
      ...new Set(events.flatMap(({ name, businessId }) => (opening.includes(name) ? [businessId] : []))),
    ]
    if (businessIds.length) await hastenToLeads(tx, businessIds)
  },
}
