import type { PresenceState, SoftphoneToken } from '#contract/calls/softphone.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { findRingingConnections } from '../numbers/voice-connections.service.ts'
import { PHONE_PATH } from './phone-proxy.ts'
import { putPresence } from './softphone.queries.ts'
import { identityOf } from './softphone.rules.ts'

type Context = { db: Db; caller: Member }

/** The tokens with which the caller's browser phone signs in, one for each provider whose numbers may ring it. */
export async function requestTokens(
  { voice, now, env }: Pick<Deps, 'voice' | 'now' | 'env'>,
  { db, caller }: Context,
): Promise<SoftphoneToken[]> {
  const { businessId, userId } = caller
  const identity = identityOf(userId, businessId)
  const ids = await findRingingConnections(db, businessId)
  const connections = await Promise.all(ids.map((id) => voice.find(id)))
  return connections.flatMap((connection) => {
    const key = connection?.provider.softphoneKey(identity, now())
    if (!key) return []
    const { kind, token, expiresAt } = key
    const url = kind === 'local' ? env.publicUrl.replace(/^http/, 'ws') + PHONE_PATH : null
    return { kind, token, identity, url, expiresAt: expiresAt.toISOString() }
  })
}

export const setPresence = (
  db: Db,
  { businessId, userId }: Member,
  { state, now }: { state: PresenceState; now: Date },
) => putPresence(db, businessId, { userId, state, now })
