import type { Deps } from '../../deps.ts'
import { emitOfAccount } from '../../platform/events/emit.ts'
import { requireAccount } from '../auth/operator.ts'
import { lockAccount } from '../auth/recovery/proof.ts'
import { endSessions } from '../auth/sessions.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { dropPasskeys } from '../passkeys/passkeys.service.ts'
import { resetByOperatorMail } from './messages.ts'
import { deleteTwoFactor } from './two-factor.queries.ts'

/**
 * Resets two-factor for a person who lost the authenticator app and the recovery codes: from now on the password is
 * enough. Every session ends, and an e-mail reports the reset. If two-factor is off, the passkeys are removed instead.
 * Returns false if there was neither.
 */
export async function resetTwoFactorOf(deps: Pick<Deps, 'tenants' | 'now'>, wanted: { email: string }) {
  const { id, email, language } = await requireAccount(deps, wanted)
  return deps.tenants.pool.transaction().execute(async (tx) => {
    const by = { from: undefined, byThem: false }
    await lockAccount(tx, id)
    const wasOn = await deleteTwoFactor(tx, id)
    if (!wasOn && !(await dropPasskeys(tx, { userId: id, ...by }))) return false
    await endSessions(tx, { userId: id }, { now: deps.now(), reason: 'two_factor', ...by })
    if (!wasOn) return true
    await emitOfAccount(tx, { userId: id, ...by }, 'account.two_factor_off', {})
    await queueMessage(tx, resetByOperatorMail(language, { email }))
    return true
  })
}
