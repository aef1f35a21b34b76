import { z } from 'zod'
import type { Deps } from '../../../../deps.ts'
import { dueWork } from '../../../../platform/jobs/due-work.ts'
import { job } from '../../../../platform/jobs/job.ts'
import { startPolling } from '../../../../platform/jobs/poll-loop.ts'
import { planDaily, postpone, takeDue } from './line-tests.queries.ts'
import { type LineTestDeps, workOnTest } from './line-tests.service.ts'

const POLL_MS = 5_000
const AT_ONCE = 5
const LEASE_MS = 60_000
/** Before a provider that did not answer is asked again. */
const PAUSE_S = 60

const planLineTests = job({
  name: 'planLineTests',
  payload: z.object({}).loose(),
  maxAttempts: 1,
  cron: '*/5 * * * *',
  async run({ workerDb, now }: Deps) {
    await planDaily(workerDb, { now: now() })
  },
})
export const lineTestJobs = [planLineTests]

type LoopDeps = LineTestDeps & Pick<Deps, 'tenants' | 'workerDb' | 'onError'>
export const startLineTests = (deps: LoopDeps) => startPolling(() => testDueLines(deps), POLL_MS, deps.onError)

/** Works on the tests that are due; returns their number. */
export function testDueLines(deps: LoopDeps): Promise<number> {
  const { workerDb, now, onError } = deps
  return dueWork({
    now,
    most: AT_ONCE,
    leaseMs: LEASE_MS,
    take: (lease) => takeDue(workerDb, lease),
    work: (test) => workOnTest(deps, test),
    pauseOf: (_, error) => {
      onError(error)
      return PAUSE_S
    },
    postpone: ({ businessId, id }, { dueAt }) => postpone(workerDb, businessId, { id, dueAt }),
    giveUp: async () => {},
  })
}
