import type { Deps } from '../../deps.ts'
import { insertAnsweredChallenge } from './passkeys.queries.ts'
import { endOfChallenge, hashOfChallenge } from './passkeys.rules.ts'

/** Consumes a challenge: valid if ours, for this user ('' for sign-in), unexpired and not answered before. */
export async function consumeChallenge({ env, tenants, now }: Deps, userId: string, challenge: string) {
  const end = endOfChallenge(env.secretKey, userId, { challenge, now: now() })
  return end !== undefined && insertAnsweredChallenge(tenants.pool, hashOfChallenge(challenge), end)
}
