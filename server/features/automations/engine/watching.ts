import type { Deps } from '../../../deps.ts'
import { startPolling } from '../../../platform/jobs/poll-loop.ts'
import * as queries from './watches.queries.ts'

const POLL_MS = 30_000

type WatchDeps = Pick<Deps, 'workerDb' | 'tenants' | 'now' | 'onError'>
export const startWatching = (deps: WatchDeps) => startPolling(() => watchAll(deps), POLL_MS, deps.onError)

/**
 * Looks for leads at which a rule starts by time. What is found becomes a cause like that of an event; how far a rule has
 * looked is stored with the causes, so that after a failure none is missed and none is kept twice.
 */
export async function watchAll(deps: WatchDeps): Promise<number> {
  const { workerDb, onError } = deps
  for (const businessId of await queries.listWatchingBusinesses(workerDb))
    try {
      await watch(deps, businessId)
    } catch (error) {
      onError(error)
    }
  return 0
}

export const watch = ({ tenants, now: clock }: WatchDeps, businessId: string) =>
  tenants
    .scope({ businessId })
    .transaction()
    .execute(async (tx) => {
      if (!(await queries.tryWatch(tx, businessId))) return
      const now = clock()
      for (const one of await queries.listWatches(tx, businessId)) {
        const { trigger } = one
        if (trigger.kind === 'inactive') await queries.insertInactive(tx, businessId, { watch: one, trigger, now })
        else await queries.insertDated(tx, businessId, { watch: one, trigger, now })
      }
    })
