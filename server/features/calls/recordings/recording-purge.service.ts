import type { Deps } from '../../../deps.ts'
import { listToPurge, markPurged } from './recordings.queries.ts'

const BATCH_SIZE = 100

/** Deletes recordings past their retention period, and those of purged leads. */
export async function purgeDue({
  workerDb,
  tenants,
  files,
  now,
}: Pick<Deps, 'workerDb' | 'tenants' | 'files' | 'now'>) {
  for (;;) {
    const old = await listToPurge(workerDb, { now: now(), most: BATCH_SIZE })
    for (const { business_id: businessId, id, file } of old) {
      if (file) await files.remove(file)
      await markPurged(tenants.scope({ businessId }), businessId, id, now())
    }
    if (old.length < BATCH_SIZE) return
  }
}
