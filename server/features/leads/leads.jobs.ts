import { z } from 'zod'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { TRASH_DAYS } from '#contract/leads/terms.ts'
import type { Deps } from '../../deps.ts'
import { emit } from '../../platform/events/emit.ts'
import { job } from '../../platform/jobs/job.ts'
import { deleteTrash } from './leads.queries.ts'

/** Number of leads deleted in one transaction. It is small, because an open writing transaction delays all events. */
const BATCH_SIZE = 500

/** Deletes leads that have been in the trash for TRASH_DAYS. They left the counters when they were moved there. */
export const emptyTrash = job({
  name: 'emptyTrash',
  payload: z.object({}).loose(),
  maxAttempts: 5,
  cron: '17 1 * * *',
  run: async ({ workerDb, now }: Deps) => {
    const before = new Date(now().getTime() - TRASH_DAYS * 86_400_000).toISOString()
    const step = () =>
      workerDb.transaction().execute(async (tx) => {
        const { seen, purged } = await deleteTrash(tx, before, BATCH_SIZE)
        for (const { businessId, leads } of purged)
          await emit(tx, { kind: 'system', businessId }, 'leads.purged', { campaignId: ALL_CAMPAIGNS, leads })
        return seen
      })
    while ((await step()) === BATCH_SIZE);
  },
})

export const leadJobs = [emptyTrash]
