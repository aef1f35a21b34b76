import { z } from 'zod'
import { ALL_CAMPAIGNS } from '#contract/events.ts'
import { TRASH_DAYS } from '#contract/leads.ts'
import type { Deps } from '../../deps.ts'
import { emit } from '../../platform/events/emit.ts'
import { job } from '../../platform/jobs/job.ts'
import { deleteTrash } from './leads.queries.ts'

/** Leads deleted for good in one transaction: short, because a writing transaction holds back everyone's events. */
const PIECE = 500

/** Deletes for good what has lain in the trash long enough. The counters let go of it when it went there. */
export const emptyTrash = job({
  name: 'emptyTrash',
  payload: z.object({}).loose(),
  maxAttempts: 5,
  cron: '17 1 * * *',
  run: async ({ workerDb, now }: Deps) => {
    const before = new Date(now().getTime() - TRASH_DAYS * 86_400_000).toISOString()
    const step = () =>
      workerDb.transaction().execute(async (tx) => {
        const { seen, purged } = await deleteTrash(tx, before, PIECE)
        for (const { businessId, leads } of purged)
          await emit(tx, { kind: 'system', businessId }, 'leads.purged', { campaignId: ALL_CAMPAIGNS, leads })
        return seen
      })
    while ((await step()) === PIECE);
  },
})

export const leadJobs = [emptyTrash]
