import type { WayInRemoval, WaysIn } from '#contract/auth/ways-in.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emitOfAccount } from '../../../platform/events/emit.ts'
import { type Client, originOfClient } from '../../../platform/http/client.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { requireUser } from '../../users/users.service.ts'
import { clearPhone } from '../accounts.queries.ts'
import { findReview } from '../auth.queries.ts'
import { hashOf } from '../tokens.ts'
import { findWaysIn, type Own } from '../ways-in/ways-in.ts'
import { lockAccount } from './proof.ts'

/**
 * After a recovery: removes a way to sign in other than the password, and returns the remaining ones. The authenticator
 * app is removed only with one of its codes: otherwise access to the mailbox would bypass the second factor.
 */
export async function removeWayIn(deps: Deps, removal: WayInRemoval, client: Client): Promise<WaysIn> {
  const { pool } = deps.tenants
  const userId = await requireReview(deps, pool, removal.review, client)
  if (removal.kind === 'twoFactor') await deps.identity.requireCode(deps, { userId, code: removal.code, ip: client.ip })
  return pool.transaction().execute(async (tx) => {
    await lockAccount(tx, userId)
    await requireReview(deps, tx, removal.review, client)
    await drop(deps, tx, { userId, from: originOfClient(client) }, removal)
    return findWaysIn(tx, userId)
  })
}

async function requireReview({ now }: Deps, db: Db, review: string, { mayBeDemo }: Client) {
  const found = await findReview(db, hashOf(review), now())
  if (!found || (found.isDemo && !mayBeDemo)) throw new AppError('review_over')
  return found.userId
}

function drop({ identity }: Deps, tx: Db, own: Own, removal: WayInRemoval) {
  if (removal.kind === 'passkey') return identity.dropPasskey(tx, own, removal.passkeyId)
  if (removal.kind === 'twoFactor') return identity.dropTwoFactor(tx, own)
  if (removal.kind === 'google') return identity.dropLink(tx, own)
  return dropPhone(tx, own)
}

async function dropPhone(tx: Db, { userId, from }: Own) {
  const { phone } = await requireUser(tx, userId)
  if (!phone) return
  await clearPhone(tx, userId)
  const personal = { changes: { phone: [phone, null] } }
  await emitOfAccount(tx, { userId, from }, 'account.changed', { personal })
}
