import type { Deps } from '../../deps.ts'
import { startPolling } from '../../platform/jobs/poll-loop.ts'
import { type Due, giveUp, listDue, startAttempt } from './deliveries.queries.ts'
import { type ReadingDeps, readDelivery } from './reading.service.ts'

const POLL_MS = 500
const MOST = 48
/** Each holds a connection. */
const AT_ONCE = 4
/** Seconds before each further try after an error of the server; then a person decides. */
const PAUSES = [5, 30, 300, 1_800, 7_200]
/** When a last try is given up that ended the process. */
const LAST_PAUSE = 7_200

type LoopDeps = ReadingDeps & Pick<Deps, 'workerDb' | 'wakeRelay' | 'onError'>

export const startReading = (deps: LoopDeps) => startPolling(() => readDue(deps), POLL_MS, deps.onError)

/** Reads the requests that wait; returns their number. */
export async function readDue(deps: LoopDeps): Promise<number> {
  const due = await listDue(deps.workerDb, deps.now().toISOString(), MOST)
  const queue = due.values()
  const work = async () => {
    for (const one of queue) await attempt(deps, one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (due.length) deps.wakeRelay()
  return due.length
}

/** The attempt is counted first, so that a body that ends the process is not read for ever. */
async function attempt(deps: LoopDeps, due: Due) {
  const { workerDb, now, onError } = deps
  if (due.attempts > PAUSES.length) return giveUp(workerDb, due.businessId, due.id)
  const time = now()
  const next = new Date(time.getTime() + (PAUSES[due.attempts] ?? LAST_PAUSE) * 1_000)
  if (!(await startAttempt(workerDb, due.businessId, due.id, { now: time.toISOString(), next: next.toISOString() })))
    return
  await readDelivery(deps, due).catch(async (error: unknown) => {
    onError(error)
    if (due.attempts === PAUSES.length) await giveUp(workerDb, due.businessId, due.id)
  })
}
