import { z } from 'zod'
import { Done, time } from '../common.ts'
import { route } from '../route.ts'
import { CODE_LENGTH, SignedIn } from './auth.ts'
import { confirmation, eitherCode, maybeConfirmation, ownPassword } from './confirmation.ts'

/** Minutes and attempts allowed for the second step of a sign-in, after the password. */
export const SECOND_STEP_MINUTES = 5
export const SECOND_STEP_TRIES = 5
export const RECOVERY_CODES = 10
/** Length of a recovery code; it is shown in two halves joined by a hyphen. */
export const RECOVERY_CODE_LENGTH = 10

/** A code of the authenticator app. Spaces between the digits are removed. */
const appCode = z
  .string()
  .overwrite((typed) => typed.replace(/\s/g, ''))
  .regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), 'code_wrong')
const PasswordAndCode = z.object({ password: ownPassword, code: eitherCode })
export type PasswordAndCode = z.output<typeof PasswordAndCode>

const RecoveryCodes = z.object({ success: z.literal(true), recoveryCodes: z.array(z.string()) })
const ofPerson = { access: 'user', pending: true } as const

export const twoFactorRoutes = {
  get: route({
    ...ofPerson,
    method: 'GET',
    path: '/user/two-factor',
    summary: 'Whether sign-in asks for a code, and how many recovery codes are left',
    reply: z.object({
      success: z.literal(true),
      /** When two-factor authentication was turned on; null if it is off. */
      since: time.nullable(),
      recoveryCodesLeft: z.number().int(),
      /** False for a user who registered with Google and has not set a password. */
      hasPassword: z.boolean(),
    }),
  }),
  start: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/two-factor/start',
    confirms: 'always',
    summary: 'A secret for an authenticator app; it counts once a code of it is confirmed',
    body: z.object(confirmation),
    reply: z.object({
      success: z.literal(true),
      secret: z.string(),
      /** `otpauth://…`, the content of the QR code. */
      uri: z.string(),
    }),
  }),
  confirm: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/two-factor/confirm',
    summary: 'Turn it on with the first code; signs out everywhere else. The recovery codes are shown this once',
    body: z.object({ code: appCode }),
    reply: RecoveryCodes,
  }),
  turnOff: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/two-factor/off',
    confirms: 'always',
    summary: 'Turn it off, by password and code',
    body: PasswordAndCode,
    reply: Done,
  }),
  renewCodes: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/two-factor/recovery-codes',
    confirms: 'always',
    summary: 'New recovery codes, by password and code; the old ones end',
    body: PasswordAndCode,
    reply: RecoveryCodes,
  }),
  signIn: route({
    method: 'POST',
    path: '/auth/login/code',
    access: 'public',
    summary: 'The second step of sign-in: the app’s code, or a recovery code, which works once',
    body: z.object({ token: z.string().min(20).max(200), code: eitherCode }),
    reply: SignedIn,
  }),
  demand: route({
    method: 'POST',
    path: '/business/two-factor',
    access: 'Owner',
    can: 'business.settings',
    confirms: 'sometimes',
    summary: 'Let members in with a second factor only; who demands it has one, who ends it confirms their identity',
    body: z.object({ isRequired: z.boolean(), ...maybeConfirmation }),
    reply: Done,
  }),
}
