import type { Deps } from '../../deps.ts'
import { listToPurge, markPurged, updateHasRecording } from './recordings.queries.ts'

const PIECE = 100

/** Deletes the sounds that were kept long enough, and those that go with their lead. */
export async function purgeDue({
  workerDb,
  tenants,
  files,
  now,
}: Pick<Deps, 'workerDb' | 'tenants' | 'files' | 'now'>) {
  for (;;) {
    const old = await listToPurge(workerDb, { now: now(), most: PIECE })
    for (const { business_id: businessId, id, call_id: callId, file } of old) {
      if (file) await files.remove(file)
      const db = tenants.scope({ businessId })
      await markPurged(db, businessId, id, now())
      await updateHasRecording(db, businessId, callId)
    }
    if (old.length < PIECE) return
  }
}
