import type { Language } from '#contract/constants.ts'
import type { Deps } from '../../deps.ts'
import { emitOfAccount } from '../../platform/events/emit.ts'
import { lockAccount } from '../auth/recovery/proof.ts'
import { endSessions } from '../auth/sessions.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { dropPasskeys } from '../passkeys/passkeys.service.ts'
import { resetByOperatorMail } from './messages.ts'
import { deleteTwoFactor } from './two-factor.queries.ts'

/**
 * For a person who lost the app and the recovery codes: the password is enough from now on. Every session ends and a
 * mail reports it. If two-factor is off, the passkeys are removed instead. False if there was neither.
 */
export const resetTwoFactor = (
  { tenants, now }: Pick<Deps, 'tenants' | 'now'>,
  { id, email, language }: { id: string; email: string; language: Language },
): Promise<boolean> =>
  tenants.pool.transaction().execute(async (tx) => {
    const by = { from: undefined, byThem: false }
    await lockAccount(tx, id)
    const wasOn = await deleteTwoFactor(tx, id)
    if (!wasOn && !(await dropPasskeys(tx, { userId: id, ...by }))) return false
    await endSessions(tx, { userId: id }, { now: now(), reason: 'two_factor', ...by })
    if (!wasOn) return true
    await emitOfAccount(tx, { userId: id, ...by }, 'account.two_factor_off', {})
    await queueMessage(tx, resetByOperatorMail(language, { email }))
    return true
  })
