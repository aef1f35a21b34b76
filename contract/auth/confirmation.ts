import { z } from 'zod'

export const PASSWORD_MAX = 200

/** An existing password: no minimum length, since it was accepted when it was set. */
export const ownPassword = z.string().min(1, 'required').max(PASSWORD_MAX, 'too_long')
/** A code of the authenticator app, or a recovery code. */
export const eitherCode = z.string().trim().min(1, 'required').max(40, 'code_wrong')

/**
 * Proof that the user owns the account: the password and, if two-factor authentication is on, a code. Errors name the
 * missing field.
 */
export const confirmation = { password: ownPassword, code: eitherCode.optional() }
/**
 * Proof that the user owns the account, as `confirmation`, but optional. If the server requires it, the reply is 422
 * and names the missing field.
 */
export const maybeConfirmation = { password: ownPassword.optional(), code: eitherCode.optional() }
export const MaybeConfirmation = z.object(maybeConfirmation)
export type Confirmation = z.output<typeof MaybeConfirmation>
