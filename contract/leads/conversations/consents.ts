import { z } from 'zod'
import { byId, id, text, time } from '../../common.ts'
import { route } from '../../route.ts'
import { User } from '../../team/users.ts'
import { consentActs, consentSources, messageChannels, messagePurposes } from './lists.ts'

export const CONSENT_NOTE_MAX = 500
/** Path of links in messages to leads, beside those of listed recipients. */
export const LEAD_TOKEN = /^l[\w-]{64}$/

/** `none`: the person neither agreed nor refused. */
export const consentStates = ['given', 'withdrawn', 'none'] as const

const About = { channel: z.enum(messageChannels), purpose: z.enum(messagePurposes) }
export const ConsentAct = z.object({
  _id: id,
  ...About,
  act: z.enum(consentActs),
  source: z.enum(consentSources),
  /** What the person agreed to or wrote. */
  wording: z.string(),
  note: z.string(),
  by: User.nullable(),
  at: time,
})
export type ConsentAct = z.output<typeof ConsentAct>
export const Consents = z.object({
  /** By channel and purpose. `since`: of the act that decides. */
  states: z.array(z.object({ ...About, state: z.enum(consentStates), since: time.nullable() })),
  /** The newest first. */
  acts: z.array(ConsentAct),
})
export type Consents = z.output<typeof Consents>

const Reply = z.object({ success: z.literal(true), consents: Consents })

/** What the holder of a link in a message may see. */
export const OpenedConsent = z.object({
  business: z.object({ _id: id, name: z.string(), image: z.string().nullable() }),
  channel: z.enum(messageChannels),
  /** In part. */
  address: z.string(),
  state: z.enum(['wanted', 'withdrawn']),
})
export type OpenedConsent = z.output<typeof OpenedConsent>
const Link = z.object({ token: z.string().regex(LEAD_TOKEN, 'invalid_value') })
const Opened = z.object({ success: z.literal(true), consent: OpenedConsent })

export const consentRoutes = {
  get: route({
    method: 'GET',
    path: '/lead/:id/consents',
    access: 'None',
    params: byId,
    summary: 'What the person behind a lead agreed to and withdrew, with wording, source and time',
    reply: Reply,
  }),
  change: route({
    method: 'PUT',
    path: '/lead/:id/consents',
    access: 'None',
    can: 'consents.withdraw',
    params: byId,
    summary: 'Enter that the person withdrew or, with a proof, agreed; a withdrawal is lifted by the person alone',
    body: z
      .object({ ...About, act: z.enum(consentActs), note: text(CONSENT_NOTE_MAX).default('') })
      .refine(({ act, note }) => act === 'withdrawn' || note.length > 0, { path: ['note'], message: 'required' }),
    reply: Reply,
  }),
  open: route({
    method: 'GET',
    path: '/consent/:token',
    access: 'public',
    params: Link,
    summary: 'Which business advertises to the holder of a link; changes nothing',
    reply: Opened,
  }),
  decide: route({
    method: 'POST',
    path: '/consent/:token',
    access: 'public',
    params: Link,
    summary: 'Withdraw from advertising, or agree to it again',
    body: z.object({ wants: z.boolean() }),
    reply: Opened,
  }),
}
