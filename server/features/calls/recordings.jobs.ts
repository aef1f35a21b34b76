import { z } from 'zod'
import { RECORDING_MONTHS } from '#contract/calls.ts'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import { listFiles, listToPurge, markPurged, updateHasRecording } from './recordings.queries.ts'

const PIECE = 100

/** Deletes the sounds that were kept long enough, and those that go with their lead. */
export const purgeRecordings = job({
  name: 'purgeRecordings',
  payload: z.object({}).loose(),
  maxAttempts: 5,
  cron: '37 1 * * *',
  async run({ workerDb, tenants, files, now }: Deps) {
    const before = now()
    before.setUTCMonth(before.getUTCMonth() - RECORDING_MONTHS)
    for (;;) {
      const old = await listToPurge(workerDb, { before, now: now(), most: PIECE })
      for (const { business_id: businessId, id, call_id: callId, file } of old) {
        if (file) await files.remove(file)
        const db = tenants.scope({ businessId })
        await markPurged(db, businessId, id, now())
        await updateHasRecording(db, businessId, callId)
      }
      if (old.length < PIECE) return
    }
  },
})

export const recordingJobs = [purgeRecordings]

/** Before a business's rows are erased, which alone know the names of its sounds. */
export async function eraseRecordings({ workerDb, files }: Pick<Deps, 'workerDb' | 'files'>, businessId: string) {
  for (let names = [''], after = ''; names.length; after = names.at(-1) ?? '') {
    names = await listFiles(workerDb, businessId, { after, most: PIECE })
    for (const name of names) await files.remove(name)
  }
}
