import type { Confirmation } from '#contract/auth/confirmation.ts'
import type { Language } from '#contract/constants.ts'
import type { Deps } from '../../deps.ts'
import type { Person } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { confirmIdentity } from '../auth/identity.ts'
import { endSessions } from '../auth/sessions.ts'
import { removeImages } from '../avatars/avatars.service.ts'
import { leaveBusiness } from '../users/leaving.service.ts'
import * as queries from './user-erasure.queries.ts'

type ErasureRequest = { caller: Person; language: Language; typed: string } & Confirmation

/**
 * Deletes the caller’s account. The memberships end one by one, then the account is erased in one transaction. If the
 * process dies in between, the caller can repeat the request.
 */
export async function eraseSelf(deps: Deps, { caller, language, typed, password, code }: ErasureRequest) {
  const { userId } = caller
  const { workerDb, tenants, accounts, now } = deps
  const account = await queries.findGone(workerDb, userId)
  if (!account) throw new AppError('user_not_found')
  if (typed.trim().toLowerCase() !== account.email) throw invalidInput('typed', 'address_differs')
  if (account.passwordHash) await confirmIdentity(deps, caller, { password, code })
  const places = await queries.listMemberships(workerDb, userId)
  const held = places.filter(({ isLastOwner }) => isLastOwner).map(({ name }) => name)
  if (held.length)
    throw new AppError('sole_owner', { values: { businesses: new Intl.ListFormat(language).format(held) } })
  for (const { businessId, role } of places.filter(({ isSuspended }) => !isSuspended))
    await leaveBusiness(deps, {
      db: tenants.scope({ businessId, userId }),
      caller: { kind: 'person', businessId, userId, role, from: caller.from },
    })
  await tenants.pool
    .transaction()
    .execute((tx) => endSessions(tx, { userId }, { now: now(), reason: 'revoked', from: caller.from }))
  const known = await queries.listKnowing(workerDb, account)
  await workerDb.transaction().execute(async (tx) => {
    for (const { businessId, ...addresses } of known) {
      const user = { userId, name: account.name, ...addresses }
      await queries.eraseTraces(tx, businessId, user)
      for (const { eraseInBusiness } of accounts) await eraseInBusiness?.(tx, businessId, user)
    }
    const at = now().toISOString()
    await queries.eraseAccount(tx, account, at)
    for (const { tables = [], erase } of accounts) {
      for (const table of tables) await queries.deleteOwnRows(tx, table, userId)
      await erase?.(tx, account, at)
    }
  })
  if (account.image) await removeImages(deps, [account.image])
}
