import { z } from 'zod'

export const PASSWORD_MAX = 200

/** An existing password: no minimum length, since it was accepted when it was set. */
export const ownPassword = z.string().min(1, 'required').max(PASSWORD_MAX, 'too_long')
/** A code of the authenticator app, or a recovery code. */
export const eitherCode = z.string().trim().min(1, 'required').max(40, 'code_wrong')

/** Proof of owning the account: the password and, where two-factor is on, a code. Errors name what is missing. */
export const confirmation = { password: ownPassword, code: eitherCode.optional() }
/** The same, optional: if the server requires it, it answers 422 and names the missing field. */
export const maybeConfirmation = { password: ownPassword.optional(), code: eitherCode.optional() }
export const MaybeConfirmation = z.object(maybeConfirmation)
export type Confirmation = z.output<typeof MaybeConfirmation>
