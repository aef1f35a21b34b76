import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { dueWork } from '../../platform/jobs/due-work.ts'
import { job } from '../../platform/jobs/job.ts'
import { VoiceError } from '../../providers/voice/voice.ts'
import { giveBack } from './adopting/giving-back.service.ts'
import { listVirtualOnes } from './numbers.queries.ts'
import {
  type CleanupTask,
  deleteCleanupTask,
  insertCleanupTasks,
  postponeCleanupTask,
  takeDueCleanupTasks,
} from './provider-cleanup.queries.ts'

/** Maximum number of attempts in one run; the job runs every minute. */
const TASKS_MAX = 50
const LEASE_MS = 10 * 60_000
/** Seconds between the first failed attempts. Later attempts are made daily, until the clean-up is given up. */
const PAUSES = [60, 300, 1_800, 7_200, 28_800]
const DAY_SECONDS = 86_400
export const CLEANUP_TRIES = 35

/**
 * Records the provider resources of a business before its rows are erased, because only those rows identify them. A job
 * releases the resources.
 */
export const eraseAtProviders = async ({ workerDb }: Pick<Deps, 'workerDb'>, businessId: string) =>
  void (await insertCleanupTasks(workerDb, businessId))

/** Releases provider resources of erased businesses. Idempotent: resources that no longer exist count as released. */
export const runProviderCleanup = job({
  name: 'runProviderCleanup',
  payload: z.object({}).loose(),
  maxAttempts: 1,
  cron: '* * * * *',
  // Tasks run one after the other, because a provider limits the number of concurrent requests.
  async run(deps: Deps) {
    for (let tries = 0; tries < TASKS_MAX && (await tryDueTask(deps)); tries++);
  },
})

const tryDueTask = (deps: Deps) =>
  dueWork({
    now: deps.now,
    most: 1,
    leaseMs: LEASE_MS,
    take: (lease) => takeDueCleanupTasks(deps.workerDb, lease),
    async work(task) {
      await releaseAtProvider(deps, task)
      await deleteCleanupTask(deps.workerDb, task.id)
    },
    pauseOf: ({ tries }) => (tries >= CLEANUP_TRIES ? undefined : (PAUSES[tries - 1] ?? DAY_SECONDS)),
    postpone: ({ id }, { dueAt }) => postponeCleanupTask(deps.workerDb, id, dueAt),
    giveUp({ id, accountSid, kind, sid }, { message }) {
      deps.onError(new Error(`${accountSid} still has the ${kind} ${sid}: ${message}`))
      return deleteCleanupTask(deps.workerDb, id)
    },
  })

export const providerCleanupJobs = [runProviderCleanup]

async function releaseAtProvider({ voice, tenants }: Deps, task: CleanupTask) {
  const { kind, sid, phone, adopted } = task
  const provider = voice.openAccount(task)
  if (!provider) throw new VoiceError('unavailable', 'no account with a provider')
  if (kind === 'recording') return provider.deleteRecording(sid)
  // Businesses may share an account, so the number may belong to another business now.
  if (phone && (await listVirtualOnes(tenants.pool, [phone])).length) return
  if (adopted) return void (await giveBack(provider, { sid, adopted, keepsChanges: true }))
  if (kind === 'number') return provider.releaseNumber(sid)
  const owned = await provider.findNumber(sid)
  if (owned) await provider.releaseNumber(owned.sid)
}
