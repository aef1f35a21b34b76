import type { Deps } from '../../deps.ts'
import { insertAnsweredChallenge } from './passkeys.queries.ts'
import { endOfChallenge, hashOfChallenge } from './passkeys.rules.ts'

/**
 * Consumes a challenge. It is valid if we issued it for this user ('' for sign-in), and it is neither expired nor
 * already answered.
 */
export async function consumeChallenge({ env, tenants, now }: Deps, userId: string, challenge: string) {
  const end = endOfChallenge(env.secretKey, userId, { challenge, now: now() })
  return end !== undefined && insertAnsweredChallenge(tenants.pool, hashOfChallenge(challenge), end)
}
