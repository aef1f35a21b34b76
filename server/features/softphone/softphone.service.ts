import type { PresenceState, SoftphoneToken } from '#contract/softphone.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { findConnectionId } from '../numbers/connections.service.ts'
import { PHONE_PATH } from './phone-proxy.ts'
import { putPresence } from './softphone.queries.ts'
import { identityOf } from './softphone.rules.ts'

type Context = { db: Db; caller: Member }

/** What one's phone in the browser signs in with; null where the business has no account with a provider that has such. */
export async function requestToken(
  { voice, now, env }: Pick<Deps, 'voice' | 'now' | 'env'>,
  { db, caller }: Context,
): Promise<SoftphoneToken | null> {
  const { businessId, userId } = caller
  const id = await findConnectionId(db, businessId)
  const connection = id && (await voice.find(id))
  const identity = identityOf(userId, businessId)
  const key = connection ? connection.provider.softphoneKey(identity, now()) : undefined
  if (!key) return null
  const { kind, token, expiresAt } = key
  const url = kind === 'local' ? env.publicUrl.replace(/^http/, 'ws') + PHONE_PATH : null
  return { kind, token, identity, url, expiresAt: expiresAt.toISOString() }
}

export const setPresence = (
  db: Db,
  { businessId, userId }: Member,
  { state, now }: { state: PresenceState; now: Date },
) => putPresence(db, businessId, { userId, state, now })
