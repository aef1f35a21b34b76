import { z } from 'zod'

export const PASSWORD_MAX = 200

/** The password that one has: whatever it is, it was accepted once. */
export const ownPassword = z.string().min(1, 'required').max(PASSWORD_MAX, 'too_long')
/** The code of the authenticator app, or one of the recovery codes. */
export const eitherCode = z.string().trim().min(1, 'required').max(40, 'code_wrong')

/** Who acts is who owns the account: the password and, where two-factor is on, a code. The server says what is missing. */
export const confirmation = { password: ownPassword, code: eitherCode.optional() }
/** The same, where the server alone knows whether it is needed: it answers 422 and names the field that is missing. */
export const maybeConfirmation = { password: ownPassword.optional(), code: eitherCode.optional() }
export const MaybeConfirmation = z.object(maybeConfirmation)
export type Confirmation = z.output<typeof MaybeConfirmation>
