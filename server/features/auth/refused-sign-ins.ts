import { LOCKOUT_MINUTES } from '#contract/auth/auth.ts'
import type { SignInRefusal } from '#contract/events/account.ts'
import type { Deps } from '../../deps.ts'
import { type Client, originOfClient } from '../../platform/http/client.ts'
import { counterOf, hit, networkOf } from '../../platform/http/rate-limits.ts'
import { newId } from '../../platform/ids.ts'
import { addJobs, specOf } from '../../platform/jobs/job.ts'
import { writeRefusal } from './auth.jobs.ts'

type Refused = {
  /** The typed address, or the account whose first factor was right. */
  who: { email: string } | { userId: string }
  reason: SignInRefusal
  client: Client
  /** Seconds until the next try is allowed. */
  lockedFor?: number
}

/**
 * Logs the refusal by a job, one for each account and network at a time. Unknown accounts take the same path, so that the
 * reply takes as long.
 */
export async function noteRefusal(
  { tenants, workerDb, now }: Pick<Deps, 'tenants' | 'workerDb' | 'now'>,
  { who, reason, client, lockedFor }: Refused,
) {
  const name = lockedFor ? 'session.locked_out' : 'session.refused'
  const counter = counterOf('refusal', name, reason, ...Object.values(who), networkOf(client.ip))
  if (await hit(tenants.pool, counter, { max: 1, seconds: lockedFor ?? LOCKOUT_MINUTES * 60 }, now())) return
  const refusal = { refusalId: newId(), name, reason, who, from: originOfClient(client) } as const
  await addJobs(workerDb, [specOf(writeRefusal, refusal)])
}
