import type { PasswordChange } from '#contract/profile.ts'
import type { Deps } from '../../deps.ts'
import type { Person } from '../../platform/http/caller.ts'
import { hashPassword, requireUncommon } from '../auth/auth.passwords.ts'
import { setPassword } from '../auth/auth.recovery.ts'
import { requirePassword } from './profile.service.ts'

/** By whoever knows the old one; every other device is signed out, and a mail tells of it. */
export async function changePassword(
  deps: Deps,
  { userId, sessionId, from }: Pick<Person, 'userId' | 'sessionId' | 'from'>,
  { current, password }: PasswordChange,
) {
  const { tenants, access, now } = deps
  await requirePassword(deps, userId, { password: current, path: 'current' })
  requireUncommon(password)
  const passwordHash = await hashPassword(password)
  await tenants.pool
    .transaction()
    .execute((tx) => setPassword(tx, { userId, passwordHash, now: now(), way: 'known', from, except: sessionId }))
  access.forget()
}
