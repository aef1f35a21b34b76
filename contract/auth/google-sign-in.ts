import { z } from 'zod'
import { Done, time } from '../common.ts'
import { languages } from '../constants.ts'
import { route } from '../route.ts'
import { phoneInput } from '../team/users.ts'
import { personName } from '../values/name-rules.ts'
import { SecondStep, SignedIn } from './auth.ts'
import { confirmation, ownPassword } from './confirmation.ts'

/** Minutes allowed for signing in at Google, and then for entering the missing details. */
export const GOOGLE_MINUTES = 10

const ofPerson = { access: 'user', pending: true } as const
const token = z.string().min(20).max(200)

/**
 * Reply when Google identified the user but one more step is needed: the password of the existing account (`link`), or
 * a phone for a new account (`register`).
 */
const Arrival = z.object({
  success: z.literal(true),
  arrival: z.object({ token: z.string(), kind: z.enum(['link', 'register']), email: z.string(), name: z.string() }),
})
export type Arrival = z.output<typeof Arrival>['arrival']

export const NewByGoogle = z.object({
  token,
  name: personName,
  phone: phoneInput,
  terms: z.literal(true, 'terms_required'),
  userLanguage: z.enum(languages).optional(),
})

export const googleRoutes = {
  start: route({
    method: 'POST',
    path: '/auth/google/start',
    access: 'public',
    summary: 'Where to sign in at Google; the ticket stays in the browser and brings it back in',
    body: z.object({ remember: z.boolean().default(false) }),
    reply: z.object({ success: z.literal(true), url: z.string(), ticket: z.string() }),
  }),
  finish: route({
    method: 'POST',
    path: '/auth/google/finish',
    access: 'public',
    summary: 'Back from Google, with what it added to the address',
    body: z.object({ ticket: token, query: z.string().max(4_000) }),
    reply: z.union([SignedIn, SecondStep, Arrival]),
  }),
  link: route({
    method: 'POST',
    path: '/auth/google/link',
    access: 'public',
    summary: 'Sign in by Google from now on to the account with the same e-mail, by its password',
    body: z.object({ token, password: ownPassword }),
    reply: z.union([SignedIn, SecondStep]),
  }),
  register: route({
    method: 'POST',
    path: '/auth/google/register',
    access: 'public',
    summary: 'Register with the e-mail that Google confirmed; a code is sent to the phone',
    body: NewByGoogle,
    reply: SignedIn,
  }),
  own: route({
    ...ofPerson,
    method: 'GET',
    path: '/user/google',
    summary: 'The Google account that signs one in, and whether there is a password beside it',
    reply: z.object({
      success: z.literal(true),
      account: z.object({ email: z.string(), linkedAt: time }).nullable(),
      hasPassword: z.boolean(),
    }),
  }),
  unlink: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/google/unlink',
    confirms: 'always',
    summary: 'Disconnect Google; requires a password as another way to sign in',
    body: z.object(confirmation),
    reply: Done,
  }),
}
