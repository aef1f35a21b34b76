import type { Deps } from '../../deps.ts'
import { startPolling } from '../../platform/jobs/poll-loop.ts'
import { listDue, postponeDelivery } from './deliveries.queries.ts'
import { type ReadingDeps, readDelivery } from './reading.service.ts'

const POLL_MS = 500
const MOST = 48
/** Each holds a connection. */
const AT_ONCE = 4
/** Seconds before each further try after an error of the server; then a person decides. */
const PAUSES = [5, 30, 300, 1_800, 7_200]

type LoopDeps = ReadingDeps & Pick<Deps, 'workerDb' | 'wakeRelay' | 'onError'>

export const startReading = (deps: LoopDeps) => startPolling(() => readDue(deps), POLL_MS, deps.onError)

/** Reads the requests that wait; returns their number. */
export async function readDue(deps: LoopDeps): Promise<number> {
  const due = await listDue(deps.workerDb, deps.now().toISOString(), MOST)
  const queue = due.values()
  const work = async () => {
    for (const one of queue)
      await readDelivery(deps, one).catch(async (error: unknown) => {
        deps.onError(error)
        await postpone(deps, one)
      })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (due.length) deps.wakeRelay()
  return due.length
}

async function postpone({ workerDb, now }: LoopDeps, { businessId, id }: { businessId: string; id: string }) {
  const tried = await workerDb
    .selectFrom('lead_deliveries')
    .select('attempts')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  const pause = PAUSES[tried?.attempts ?? 0]
  const dueAt = pause === undefined ? null : new Date(now().getTime() + pause * 1_000).toISOString()
  await postponeDelivery(workerDb, businessId, id, dueAt)
}
