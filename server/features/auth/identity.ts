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
 * Required for changes of ownership or access (`confirms` in the contract), because a screen may be left unlocked.
 * Password and, where two-factor is on, a code. Wrong passwords count together with those of sign-in. `path` is the field
 * of the password. Accounts made with Google set a password first, by recovery.
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
