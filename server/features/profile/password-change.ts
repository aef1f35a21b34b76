import type { PasswordChange } from '#contract/profile.ts'
import type { Deps } from '../../deps.ts'
import type { Person } from '../../platform/http/caller.ts'
import { confirmIdentity } from '../auth/identity.ts'
import { hashPassword, requireStrong } from '../auth/passwords.ts'
import { lockPerson } from '../auth/recovery/proof.ts'
import { setPassword } from '../auth/recovery/recovery.ts'
import { requireUser } from '../users/users.service.ts'

/** Changes the password after checking the old one. Signs out all other devices and sends an e-mail. */
export async function changePassword(
  deps: Deps,
  { userId, sessionId, from }: Pick<Person, 'userId' | 'sessionId' | 'from'>,
  { current, code, password }: PasswordChange,
) {
  const { tenants, now } = deps
  await confirmIdentity(deps, { userId, from }, { password: current, code, path: 'current' })
  requireStrong(password, await requireUser(tenants.pool, userId))
  const passwordHash = await hashPassword(password)
  await tenants.pool.transaction().execute(async (tx) => {
    await lockPerson(tx, { userId, sessionId })
    await setPassword(tx, { userId, passwordHash, now: now(), way: 'known', from, except: sessionId })
  })
}
