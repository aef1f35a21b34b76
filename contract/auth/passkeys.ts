import { z } from 'zod'
import { byId, Done, line, NAME_MAX } from '../common.ts'
import { route } from '../route.ts'
import { SignedIn } from './auth.ts'
import { confirmation, MaybeConfirmation } from './confirmation.ts'
import { Passkey } from './ways-in.ts'

/** Lifetime of a WebAuthn challenge, in minutes. A challenge can be answered once. */
export const PASSKEY_MINUTES = 5
export const PASSKEYS_MAX = 20

const base64url = z
  .string()
  .max(16_384)
  .regex(/^[\w-]+$/, 'invalid_value')
const part = { id: base64url, rawId: base64url, type: z.literal('public-key') }
const attachment = z.enum(['platform', 'cross-platform']).optional().catch(undefined)

/** A new passkey as the browser returns it (WebAuthn level 3, RegistrationResponseJSON). */
const NewCredential = z.object({
  ...part,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
  authenticatorAttachment: attachment,
})
export type NewCredential = z.output<typeof NewCredential>

/** The assertion of a passkey (AuthenticationResponseJSON). Its user handle identifies the account. */
const Assertion = z.object({
  ...part,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
  }),
  authenticatorAttachment: attachment,
})
export type Assertion = z.output<typeof Assertion>

/** WebAuthn options, which the client passes to the browser unchanged. */
const Options = z.object({ success: z.literal(true), options: z.looseObject({ challenge: z.string() }) })
const ofPerson = { access: 'user', pending: true } as const

export const passkeyRoutes = {
  list: route({
    ...ofPerson,
    method: 'GET',
    path: '/user/passkeys',
    summary: "One's passkeys, the newest first",
    reply: z.object({ success: z.literal(true), passkeys: z.array(Passkey) }),
  }),
  start: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/passkeys/start',
    confirms: 'always',
    summary: 'What a browser needs to make a passkey',
    body: z.object(confirmation),
    reply: Options,
  }),
  add: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/passkeys',
    summary: 'Add the passkey that the browser made',
    body: z.object({ name: line(NAME_MAX, 1), credential: NewCredential }),
    reply: z.object({ success: z.literal(true), passkey: Passkey }),
    status: () => 201,
  }),
  remove: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/passkeys/:id/remove',
    confirms: 'always',
    summary: 'Remove a passkey: it signs in no more',
    params: byId,
    body: MaybeConfirmation.default({}),
    reply: Done,
  }),
  challenge: route({
    method: 'POST',
    path: '/auth/passkey/start',
    access: 'public',
    summary: 'What a browser needs to sign in with a passkey',
    reply: Options,
  }),
  signIn: route({
    method: 'POST',
    path: '/auth/passkey',
    access: 'public',
    summary: 'Sign in with a passkey, which is both factors in one: the device and what unlocks it',
    body: z.object({ assertion: Assertion, remember: z.boolean().default(false) }),
    reply: SignedIn,
  }),
}
