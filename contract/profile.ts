import { z } from 'zod'
import { newPassword, twice } from './auth/auth.ts'
import { confirmation, ownPassword } from './auth/confirmation.ts'
import { byId, Done, email, id, time } from './common.ts'
import { route } from './route.ts'

/** Hours within which both the old and the new address must confirm a change of email. */
export const EMAIL_CHANGE_HOURS = 24

export const PasswordChange = twice(
  z.object({
    current: ownPassword,
    code: confirmation.code,
    password: newPassword,
    passwordConfirmation: z.string(),
  }),
)
export type PasswordChange = z.output<typeof PasswordChange>

export const EmailChange = z.object({ email, ...confirmation })
export type EmailChange = z.output<typeof EmailChange>

/** A signed-in device. */
export const Session = z.object({
  _id: id,
  /** Names of the browser and the operating system; null if the browser sent no user agent or an unknown one. */
  device: z.object({ browser: z.string().nullable(), system: z.string().nullable() }),
  /** The last seen IP address. */
  ip: z.string().nullable(),
  createdAt: time,
  /** Accurate to 15 minutes: updated when the access token is renewed. */
  lastSeenAt: time,
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof Session>

/** A new e-mail address that is not confirmed yet. */
export const PendingEmail = z.object({
  email: z.string(),
  isOldConfirmed: z.boolean(),
  isNewConfirmed: z.boolean(),
  expiresAt: time,
})
export type PendingEmail = z.output<typeof PendingEmail>

const ofPerson = { access: 'user', pending: true } as const

export const profileRoutes = {
  sessions: route({
    ...ofPerson,
    method: 'GET',
    path: '/user/sessions',
    summary: 'Where one is signed in, the latest seen first',
    reply: z.object({ success: z.literal(true), sessions: z.array(Session) }),
  }),
  revokeSession: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/sessions/:id/revoke',
    summary: 'Sign one device out, at once',
    params: byId,
    reply: Done,
  }),
  revokeOthers: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/sessions/revokeOthers',
    summary: 'Sign every other device out, at once',
    reply: Done,
  }),
  changePassword: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/password',
    confirms: 'always',
    summary: 'Set a new password, which the old one allows; signs out everywhere else',
    body: PasswordChange,
    reply: z.object({ success: z.literal(true), message: z.string() }),
  }),
  pendingEmail: route({
    ...ofPerson,
    method: 'GET',
    path: '/user/email',
    summary: 'The new address that waits to be confirmed',
    reply: z.object({ success: z.literal(true), pending: PendingEmail.nullable() }),
  }),
  changeEmail: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/email',
    confirms: 'always',
    summary: 'Ask for a new address; answers the same whether it has an account already or not',
    body: EmailChange,
    reply: z.object({ success: z.literal(true), pending: PendingEmail }),
  }),
  keepEmail: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/email/cancel',
    summary: 'Keep the address that one has: the links that were sent end',
    reply: Done,
  }),
  confirmEmail: route({
    method: 'POST',
    path: '/auth/email/confirm',
    access: 'public',
    summary:
      'Confirm a new address by the link that was sent to it, signed in to the account, or by the one sent to the old address',
    body: z.object({ token: z.string().min(20).max(200) }),
    reply: z.object({ success: z.literal(true), state: z.enum(['waiting', 'changed']) }),
  }),
}
