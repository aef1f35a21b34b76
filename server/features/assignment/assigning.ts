import type { Deps } from '../../deps.ts'
import { dueWork } from '../../platform/jobs/due-work.ts'
import { startPolling } from '../../platform/jobs/poll-loop.ts'
import { lookAt } from './assigning.service.ts'
import { putDue, takeDue } from './watched.queries.ts'

const POLL_MS = 1_000
/** Few, because each holds a connection, and those of one business wait for each other. */
const AT_ONCE = 3
const LEASE_MS = 60_000
/** After a failure. Without an end: a lead is never lost. */
const PAUSE_S = 60

type AssigningDeps = Pick<Deps, 'workerDb' | 'tenants' | 'wakeRelay' | 'now' | 'onError'>

export const startAssigning = (deps: AssigningDeps) => startPolling(() => lookAtDue(deps), POLL_MS, deps.onError)

/** Looks at leads that are due; returns their number. */
export async function lookAtDue(deps: AssigningDeps): Promise<number> {
  const { workerDb, now, onError, wakeRelay } = deps
  const looked = await dueWork({
    now,
    most: AT_ONCE,
    leaseMs: LEASE_MS,
    take: (lease) => takeDue(workerDb, lease),
    work: (watch) => lookAt(deps, watch),
    pauseOf: (_, error) => {
      onError(error)
      return PAUSE_S
    },
    postpone: ({ businessId, leadId }, { dueAt }) => putDue(workerDb, businessId, leadId, dueAt),
    giveUp: async () => {},
  })
  if (looked) wakeRelay()
  return looked
}
