import { z } from 'zod'
import { QUARANTINE_DAYS } from '#contract/calls/numbers.ts'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import { updateNumber } from './numbers.queries.ts'
import { finishRelease } from './numbers.service.ts'
import { listForgotten, listOpenOrders, listReleasing } from './numbers-work.queries.ts'
import { settleOrder } from './orders.service.ts'

/** Orders newer than this are skipped, because the provider's answer may still arrive. */
const SETTLE_AFTER_MS = 30_000
const DAY_MS = 86_400_000

/** Checks unconfirmed orders and releases with the providers. Idempotent: settled ones are skipped. */
export const settleNumbers = job({
  name: 'settleNumbers',
  payload: z.object({}).loose(),
  maxAttempts: 1,
  cron: '* * * * *',
  async run(deps: Deps) {
    const { workerDb, tenants, now } = deps
    const ago = (ms: number) => new Date(now().getTime() - ms)
    const of = ({ businessId, id }: { businessId: string; id: string }) => ({
      db: tenants.scope({ businessId }),
      businessId,
      id,
    })
    for (const order of await listOpenOrders(workerDb, ago(SETTLE_AFTER_MS)))
      await settleOrder(deps, { ...of(order), isFirst: false }).catch(deps.onError)
    for (const number of await listReleasing(workerDb, now()))
      await finishRelease(deps, of(number).db, number.businessId, number.id).catch(deps.onError)
    for (const number of await listForgotten(workerDb, ago(QUARANTINE_DAYS * DAY_MS)))
      await updateNumber(of(number).db, number.businessId, { id: number.id, state: 'released' })
  },
})

export const numberJobs = [settleNumbers]
