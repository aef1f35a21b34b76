import type { Deps } from '../../deps.ts'
import { insertAnswered } from './passkeys.queries.ts'
import { endOfChallenge, hashOfChallenge } from './passkeys.rules.ts'

/** Whether this challenge is ours, this person's ('': whoever signs in), in time, and answered for the first time. */
export async function takeChallenge({ env, tenants, now }: Deps, userId: string, challenge: string) {
  const end = endOfChallenge(env.secretKey, userId, { challenge, now: now() })
  return end !== undefined && insertAnswered(tenants.pool, hashOfChallenge(challenge), end)
}
