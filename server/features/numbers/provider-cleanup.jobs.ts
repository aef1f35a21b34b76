import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import { VoiceError } from '../../providers/voice/voice.ts'
import { listVirtualOnes } from './numbers.queries.ts'
import {
  type CleanupTask,
  deleteCleanupTask,
  insertCleanupTasks,
  postponeCleanupTask,
  takeDueCleanupTasks,
} from './provider-cleanup.queries.ts'

const AT_ONCE = 50
const LEASE_MS = 10 * 60_000
const MINUTE_MS = 60_000
/** Minutes between failed tries; then daily, until the clean-up is given up. */
const PAUSES = [1, 5, 30, 120, 480]
const DAY_MINUTES = 1_440
export const CLEANUP_TRIES = 35

/** Runs before a business's rows are erased, because only these know its provider resources; a job releases them. */
export const eraseAtProviders = async ({ workerDb }: Pick<Deps, 'workerDb'>, businessId: string) =>
  void (await insertCleanupTasks(workerDb, businessId))

/** Releases provider resources of erased businesses. Idempotent: missing ones count as released. */
export const runProviderCleanup = job({
  name: 'runProviderCleanup',
  payload: z.object({}).loose(),
  maxAttempts: 1,
  cron: '* * * * *',
  async run(deps: Deps) {
    const { workerDb, now } = deps
    const leaseUntil = new Date(now().getTime() + LEASE_MS)
    for (const task of await takeDueCleanupTasks(workerDb, { now: now(), leaseUntil, most: AT_ONCE }))
      await releaseAtProvider(deps, task).then(
        () => deleteCleanupTask(workerDb, task.id),
        (error: Error) => postpone(deps, task, error),
      )
  },
})

export const providerCleanupJobs = [runProviderCleanup]

async function releaseAtProvider({ voice, tenants }: Deps, task: CleanupTask) {
  const { connectionId: id, accountSid, authToken, kind, sid, phone } = task
  const account = { id, provider: task.provider, account_sid: accountSid, auth_token: authToken }
  const provider = voice.openAccount(account)
  if (!provider) throw new VoiceError('unavailable', 'no account with a provider')
  if (kind === 'recording') return provider.deleteRecording(sid)
  // Businesses may share an account, so the number may be another business's by now.
  if (phone && (await listVirtualOnes(tenants.pool, [phone])).length) return
  if (kind === 'number') return provider.releaseNumber(sid)
  const owned = await provider.findNumber(sid)
  if (owned) await provider.releaseNumber(owned.sid)
}

async function postpone({ workerDb, now, onError }: Deps, { id, tries, ...task }: CleanupTask, { message }: Error) {
  if (tries >= CLEANUP_TRIES) {
    onError(new Error(`${task.accountSid} still has the ${task.kind} ${task.sid}: ${message}`))
    return deleteCleanupTask(workerDb, id)
  }
  const minutes = PAUSES[tries - 1] ?? DAY_MINUTES
  return postponeCleanupTask(workerDb, id, new Date(now().getTime() + minutes * MINUTE_MS))
}
