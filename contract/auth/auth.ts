import { z } from 'zod'
import { Business } from '../businesses.ts'
import { Done, email, id, time } from '../common.ts'
import { languages } from '../constants.ts'
import { roles } from '../roles.ts'
import { route } from '../route.ts'
import { CurrentUser, phoneInput } from '../team/users.ts'
import { personName } from '../values/name-rules.ts'
import { maybeConfirmation, ownPassword, PASSWORD_MAX } from './confirmation.ts'
import { WayInRemoval, WaysIn } from './ways-in.ts'

export const PASSWORD_MIN = 8
export const CODE_LENGTH = 6
export const CODE_MINUTES = 10
export const CODE_TRIES = 5
export const CODE_RESEND_SECONDS = 60
/** Lifetime of a password reset link (specification, section 9). */
export const RESET_LINK_HOURS = 1
export const LOCKOUT_FAILURES = 5
export const LOCKOUT_MINUTES = 15
export const ACCESS_TOKEN_MINUTES = 15
/** Idle lifetime of a session since its last refresh, without and with "stay signed in". */
export const SESSION_HOURS = 12
export const REMEMBERED_SESSION_DAYS = 30
/** Absolute lifetime of a session since sign-in. */
export const SESSION_DAYS_MAX = 90
/** A rotated refresh token returns its successor for this long, so that two tabs do not revoke each other. */
export const REFRESH_GRACE_SECONDS = 30

export const newPassword = z.string().min(PASSWORD_MIN, 'password_too_short').max(PASSWORD_MAX, 'too_long')
/** Adds the check that password and confirmation are equal. */
export const twice = <T extends { password: string; passwordConfirmation: string }>(shape: z.ZodType<T>) =>
  shape.refine((value) => value.password === value.passwordConfirmation, {
    path: ['passwordConfirmation'],
    message: 'passwords_differ',
  })

export const Credentials = z.object({
  email,
  password: ownPassword,
  remember: z.boolean().default(false),
})

/** A one-time code that was sent by email or SMS. */
const sentCode = z.string().regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), 'code_wrong')

export const Registration = twice(
  z.object({
    name: personName,
    email,
    phone: phoneInput,
    password: newPassword,
    passwordConfirmation: z.string().min(1, 'required_field'),
    terms: z.literal(true, 'terms_required'),
    userLanguage: z.enum(languages).optional(),
    /**
     * The code that `sendEmailCode` sent. Required unless the invitation proves that the user owns the email address.
     */
    emailCode: sentCode.optional(),
    /** The invitation link that the user followed. It proves the email address if the invitation was emailed to it. */
    invitation: z.object({ id, token: z.string().min(20).max(200) }).optional(),
  }),
)
export const PasswordReset = twice(
  z.object({
    token: z.string().min(20).max(200),
    password: newPassword,
    passwordConfirmation: z.string().min(1, 'required_field'),
  }),
)

export const SignedIn = z.object({
  success: z.literal(true),
  accessToken: z.string(),
  user: CurrentUser,
  message: z.string(),
})
export type SignedIn = z.output<typeof SignedIn>
/**
 * Reply when the first factor was accepted and a second one is required. The client sends `token` back together with
 * the code. No session exists yet.
 */
export const SecondStep = z.object({
  success: z.literal(true),
  secondStep: z.object({ token: z.string(), expiresAt: time }),
  message: z.string(),
})
export type SecondStep = z.output<typeof SecondStep>

export const authRoutes = {
  login: route({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Sign in with e-mail and password; where the person has two-factor on, a second step follows',
    body: Credentials,
    reply: z.union([SignedIn, SecondStep]),
  }),
  sendEmailCode: route({
    method: 'POST',
    path: '/auth/register/code',
    access: 'public',
    summary: 'Mail a code for registering; answers the same whether the address has an account or not',
    body: z.object({ email }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
  }),
  register: route({
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    summary: 'Register with the code that was mailed to the address; a code is sent to the phone',
    body: Registration,
    reply: SignedIn,
  }),
  refresh: route({
    method: 'POST',
    path: '/auth/refresh',
    access: 'public',
    summary: 'A new access token for the refresh cookie, which rotates',
    reply: z.object({ success: z.literal(true), accessToken: z.string() }),
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    access: 'public',
    summary: 'End the session of the refresh cookie or of the bearer token',
    reply: Done,
  }),
  getCurrentUser: route({
    method: 'GET',
    path: '/auth/getCurrentUser',
    access: 'user',
    pending: true,
    summary: 'Who is signed in, with their businesses',
    reply: z.object({
      success: z.literal(true),
      user: CurrentUser,
      businesses: z.array(
        z.object({
          business: Business,
          businessId: id,
          role: z.enum(roles),
          /** Present if the member may list and hear calls in at least one campaign. */
          hearsCalls: z.literal(true).optional(),
          /** The saved view that the member's list of all campaigns opens with. */
          defaultLeadView: id.optional(),
          /** The same of their list of calls. */
          defaultCallView: id.optional(),
          /**
           * Present if the business requires a second factor and this session lacks it. All routes of the business are
           * then refused.
           */
          needsTwoFactor: z.literal(true).optional(),
        }),
      ),
      /** Target of the "Support" link: a URL or a `mailto:` address. */
      supportUrl: z.string(),
      /**
       * Position in the event stream when this reply was made. A client that follows the stream from there misses no
       * later change.
       */
      livePosition: z.string(),
    }),
  }),
  sendPhoneCode: route({
    method: 'POST',
    path: '/auth/phone/code',
    access: 'user',
    pending: true,
    confirms: 'sometimes',
    summary:
      'Send the code again, to another phone if one is given; who has proved one already confirms their identity for another',
    body: z.object({ phone: phoneInput.optional(), ...maybeConfirmation }),
    reply: z.object({ success: z.literal(true), sentTo: z.string(), channel: z.enum(['sms', 'email']) }),
  }),
  verifyPhone: route({
    method: 'POST',
    path: '/auth/phone/verify',
    access: 'user',
    pending: true,
    summary: 'Confirm the phone with the code',
    body: z.object({ code: sentCode }),
    reply: z.object({ success: z.literal(true), user: CurrentUser }),
  }),
  recover: route({
    method: 'POST',
    path: '/auth/recover-password',
    access: 'public',
    summary: 'Send a link to set a new password; answers the same whether the address exists or not',
    body: z.object({ email }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
  }),
  checkReset: route({
    method: 'GET',
    path: '/auth/reset-password',
    access: 'public',
    summary: 'Whether a reset link can still be used (404 when not)',
    query: z.object({ token: z.string().min(20).max(200) }),
    reply: Done,
  }),
  reset: route({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    summary: 'Set a new password by a reset link; signs out everywhere and tells what else opens the account',
    body: PasswordReset,
    /** `review` is a token that allows the user to remove other ways to sign in. It is valid for REVIEW_MINUTES. */
    reply: z.object({ success: z.literal(true), message: z.string(), review: z.string(), waysIn: WaysIn }),
  }),
  removeWayIn: route({
    method: 'POST',
    path: '/auth/ways-in/remove',
    access: 'public',
    summary: 'After a recovery: remove a passkey, the authenticator app, the link to Google or the phone',
    body: WayInRemoval,
    reply: z.object({ success: z.literal(true), waysIn: WaysIn }),
  }),
}
