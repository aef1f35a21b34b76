import { z } from 'zod'
import { FIELD_DELETED_DAYS } from '#contract/lead-fields/terms.ts'
import type { Deps } from '../../deps.ts'
import { emit } from '../../platform/events/emit.ts'
import { job } from '../../platform/jobs/job.ts'
import * as queries from './lead-fields.queries.ts'
import { about } from './lead-fields.service.ts'

type Cleared = Awaited<ReturnType<typeof queries.clearValues>>

/** Number of leads looked at in one transaction. It is small, because an open writing transaction delays all events. */
const BATCH_SIZE = 2_000

/** Removes the values of fields that were deleted more than FIELD_DELETED_DAYS ago, in batches. */
export const purgeDeletedFields = job({
  name: 'purgeDeletedFields',
  payload: z.object({}).loose(),
  maxAttempts: 5,
  cron: '31 1 * * *',
  run: async ({ workerDb, now }: Deps) => {
    const before = new Date(now().getTime() - FIELD_DELETED_DAYS * 86_400_000).toISOString()
    for (const field of await queries.listExpired(workerDb, before)) {
      let leads = 0
      let after: string | null = null
      do {
        const from: string | null = after
        const { last, cleared }: Cleared = await workerDb
          .transaction()
          .execute((tx) =>
            queries.clearValues(tx, field.businessId, { key: field.key, after: from, limit: BATCH_SIZE }),
          )
        leads += cleared
        after = last
      } while (after)
      await workerDb.transaction().execute(async (tx) => {
        await queries.updatePurged(tx, field.businessId, { _id: field._id, at: now().toISOString() })
        const author = { kind: 'system', businessId: field.businessId } as const
        await emit(tx, author, 'lead_field.purged', { ...about(field), changes: {}, leads })
      })
    }
  },
})
