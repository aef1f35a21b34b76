import { z } from 'zod'
import { maybeConfirmation, PASSWORD_MAX } from './auth/confirmation.ts'
import { byId, Done, id, line, time } from './common.ts'
import { type RetentionName, retentionPeriods, retentionUnits, settablePeriods } from './retention.ts'
import { route } from './route.ts'
import { User } from './team/users.ts'

/** Export and erasure of personal data. */

/** Lifetime, in seconds, of the URL from which a person's data is downloaded. */
export const PERSON_FILE_SECONDS = 300
/** Maximum number of erasures listed on the privacy page. */
export const ERASURES_LISTED = 50
/** Maximum length of the typed confirmation, which is a name, an email address or a phone. */
const TYPED_MAX = 254

/** Returns the text that the user must type to confirm an erasure. */
export const erasureWord = (lead: { name: string; phone: string | null; email: string | null }) =>
  lead.name.trim() || lead.email || lead.phone || ''

/** What the erasure of a lead removes: everything that the business holds under the lead's phone or email. */
export const PersonHeld = z.object({
  leads: z.number().int(),
  enquiries: z.number().int(),
  comments: z.number().int(),
  calls: z.number().int(),
  recordings: z.number().int(),
  files: z.number().int(),
})
export type PersonHeld = z.output<typeof PersonHeld>

export const PersonErasure = z.object({
  _id: id,
  at: time,
  by: User,
  leads: z.number().int(),
  /** When the erasure finished; null while new data of the person may still arrive. */
  finishedAt: time.nullable(),
})
export type PersonErasure = z.output<typeof PersonErasure>

export const RetentionSetting = z.object({
  clock: z.enum(settablePeriods),
  amount: z.number().int().min(1),
  unit: z.enum(retentionUnits),
})
export type RetentionSetting = z.output<typeof RetentionSetting>

const amountOf = (clock: RetentionName) =>
  z.number().int().min(retentionPeriods[clock].min, 'out_of_range').max(retentionPeriods[clock].max, 'out_of_range')
const amounts = Object.fromEntries(settablePeriods.map((clock) => [clock, amountOf(clock)]))
export const RetentionChanges = z
  .strictObject(amounts as Record<RetentionName, z.ZodNumber>)
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'required')
export type RetentionChanges = z.output<typeof RetentionChanges>

const PersonFile = z.object({ success: z.literal(true), url: z.string(), expiresAt: time })
const Settings = z.object({ success: z.literal(true), clocks: z.array(RetentionSetting) })
const ofOwner = { access: 'Owner', can: 'business.settings' } as const

export const privacyRoutes = {
  leadFile: route({
    ...ofOwner,
    method: 'POST',
    path: '/privacy/leads/:id/file',
    whileClosing: true,
    summary: 'An address, for some minutes, of a file with everything that is held of the person behind a lead',
    params: byId,
    reply: PersonFile,
  }),
  leadHeld: route({
    ...ofOwner,
    method: 'GET',
    path: '/privacy/leads/:id',
    summary: 'How much is held of the person behind a lead: what erasing them takes along',
    params: byId,
    reply: z.object({ success: z.literal(true), held: PersonHeld }),
  }),
  eraseLead: route({
    ...ofOwner,
    method: 'POST',
    path: '/privacy/leads/:id/erase',
    summary: 'Erase the person behind a lead wherever the business holds them; counts, and who did what when, stay',
    params: byId,
    /** The text that erasureWord returns: the lead's name or its substitute. */
    body: z.object({ typed: line(TYPED_MAX, 1) }),
    reply: Done,
  }),
  settings: route({
    ...ofOwner,
    method: 'GET',
    path: '/privacy/clocks',
    summary: 'How long the business keeps what',
    reply: Settings,
  }),
  changeSettings: route({
    ...ofOwner,
    method: 'PATCH',
    path: '/privacy/clocks',
    summary: 'Keep something for longer or shorter; what is past its time then goes within the day',
    body: RetentionChanges,
    reply: Settings,
  }),
  erasures: route({
    ...ofOwner,
    method: 'GET',
    path: '/privacy/erasures',
    summary: `Who erased a person and when, the last ${ERASURES_LISTED}, newest first; not whom`,
    reply: z.object({ success: z.literal(true), erasures: z.array(PersonErasure) }),
  }),
  ownFile: route({
    method: 'POST',
    path: '/user/data/file',
    access: 'user',
    pending: true,
    summary: 'An address, for some minutes, of a file with everything that is held of oneself',
    reply: PersonFile,
  }),
  eraseSelf: route({
    method: 'POST',
    path: '/user/erase',
    access: 'user',
    pending: true,
    confirms: 'sometimes',
    summary:
      'Delete one’s own account: what one did stays, without a name; refused while a business has no other Owner',
    /** The account's e-mail address, and the password if it has one. */
    body: z.object({
      typed: line(TYPED_MAX, 1),
      password: z.string().max(PASSWORD_MAX, 'too_long').default(''),
      code: maybeConfirmation.code,
    }),
    reply: Done,
  }),
}
