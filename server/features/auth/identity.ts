import type { Confirmation } from '#contract/auth/confirmation.ts'
import type { Deps } from '../../deps.ts'
import type { Person } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { findAccount } from './accounts.queries.ts'
import { isPassword } from './passwords.ts'
import { resetTries, takePasswordTry } from './tries.ts'
import { hasTwoFactor } from './ways-in/ways-in.ts'

type Confirming = Pick<Person, 'userId' | 'from'>

/**
 * Checks the password and, if two-factor is on, a code. Required before changes of ownership or access (`confirms` in
 * the contract), because a screen may be left unlocked. Wrong passwords count toward the sign-in limits. `path` is the
 * name of the password field in errors. Accounts created with Google must first set a password through recovery.
 */
export async function confirmIdentity(
  deps: Deps,
  { userId, from }: Confirming,
  { password, code, path = 'password' }: Confirmation & { path?: string },
) {
  const { pool } = deps.tenants
  const account = await findAccount(pool, userId)
  if (!account) throw new AppError('unauthenticated')
  if (!account.passwordHash) throw new AppError('password_first')
  if (!password) throw invalidInput(path, 'required')
  const tried = { email: account.email, ip: from?.ip ?? '' }
  const { wait } = await takePasswordTry(deps, tried)
  if (wait) throw new AppError('locked_out', { retryAfter: wait })
  if (!(await isPassword(account.passwordHash, password))) throw invalidInput(path, 'password_wrong')
  await resetTries(deps, tried)
  if (await hasTwoFactor(pool, userId)) {
    if (!code) throw invalidInput('code', 'required')
    await deps.identity.requireCode(deps, { userId, code, ip: tried.ip })
  }
  return account
}
