import { z } from 'zod'
import { id, time } from '../common.ts'
import { eitherCode } from './confirmation.ts'

/** Minutes after a password reset during which other ways to sign in can be removed without signing in. */
export const REVIEW_MINUTES = 15

/** A way to sign in without a password, stored on a device or in a password manager. */
export const Passkey = z.object({ _id: id, name: z.string(), createdAt: time, lastUsedAt: time.nullable() })
export type Passkey = z.output<typeof Passkey>

/** Ways to sign in other than the password. */
export const WaysIn = z.object({
  passkeys: z.array(Passkey),
  twoFactor: z.object({ since: time }).nullable(),
  google: z.object({ email: z.string(), linkedAt: time }).nullable(),
  phone: z.string().nullable(),
})
export type WaysIn = z.output<typeof WaysIn>

const review = z.string().min(20).max(200)
/** Mailbox access must not bypass the second factor: removing the authenticator app requires one of its codes. */
export const WayInRemoval = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passkey'), review, passkeyId: id }),
  z.object({ kind: z.literal('twoFactor'), review, code: eitherCode }),
  z.object({ kind: z.literal('google'), review }),
  z.object({ kind: z.literal('phone'), review }),
])
export type WayInRemoval = z.output<typeof WayInRemoval>
