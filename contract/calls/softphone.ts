import { z } from 'zod'
import { byId, Done, id, time } from '../common.ts'
import { route } from '../route.ts'
import { callDirections, callStatuses } from './call-statuses.ts'

/** Of a call that a member makes: their own phone rings, the called phone rings, they talk, it is over. */
export const callPhases = ['agent', 'lead', 'talking', 'passed', 'over'] as const
export type CallPhase = (typeof callPhases)[number]

/** Interval of the heartbeat that an open softphone sends, in milliseconds. */
export const PRESENCE_MS = 20_000
/** Presence as set by the person. An away person's browser rings only if no other phone can. */
export const presenceStates = ['available', 'away'] as const
export type PresenceState = (typeof presenceStates)[number]

/**
 * Lifetime of a token for the built-in exchange. The phone's registration ends with the token, which limits how long a
 * person who signed out or was suspended is still rung.
 */
export const SOFTPHONE_TOKEN_SECONDS = 300
/** When the browser renews its token, in milliseconds. */
export const SOFTPHONE_RENEWAL_MS = 240_000

/** Seconds within which a reloaded page must register its phone again, before another phone is rung. */
export const COME_BACK_SECONDS = 12

/** Credentials of the browser phone; renewed before they expire. */
export const SoftphoneToken = z.object({
  /** `local`: the built-in exchange at `url`; `twilio`: the vendor's SDK. */
  kind: z.enum(['local', 'twilio']),
  token: z.string(),
  identity: z.string(),
  /** WebSocket URL of the exchange; null for `twilio`. */
  url: z.string().nullable(),
  expiresAt: time,
})
export type SoftphoneToken = z.output<typeof SoftphoneToken>

/**
 * The parameter of a call to a browser phone by which it also waits on a phone that is in a conversation: other phones
 * ring with it, or there is no other to ring. Without it such a phone is busy, and the next one rings at once.
 */
export const WAITS = 'waits'
/** The parameter of a test call to a browser phone. */
export const TEST = 'test'

/** What the caller of an unanswered call does: hears a greeting, chooses in a menu, waits in line, or is rung for. */
export const callStages = ['greeting', 'menu', 'line', 'ringing'] as const
export type CallStage = (typeof callStages)[number]

/** Earlier calls that a phone shows, and the characters of the last note. */
export const EARLIER_SHOWN = 3
export const EARLIER_COUNTED = 100
export const LAST_NOTE_MAX = 300

/** What the person who speaks with a lead is to know of it. */
export const KnownLead = z.object({
  campaignId: id,
  statusId: id,
  tags: z.array(z.string()),
  /** The `utm_term` of its latest enquiry that has one. */
  searchTerm: z.string().nullable(),
  /** The lead's calls before this one. `count` goes up to EARLIER_COUNTED. */
  earlier: z.object({
    count: z.number().int(),
    last: z.array(
      z.object({
        at: time,
        direction: z.enum(callDirections),
        status: z.enum(callStatuses),
        /** The name of the person who answered. */
        answeredBy: z.string().nullable(),
      }),
    ),
  }),
  /** Its last comment, with names in place of mentions; longer ones are cut. */
  lastNote: z.object({ text: z.string(), author: z.string(), at: time }).nullable(),
  /** Whether the person may change it, comment on it and set their follow-up. */
  canEdit: z.boolean(),
})
export type KnownLead = z.output<typeof KnownLead>

/** What a phone shows about a call, from the greeting until after it. */
export const RingingCall = z.object({
  /** Whether the caller still waits for an answer. */
  isWaiting: z.boolean(),
  /** Null: the call was answered, or is over. */
  stage: z.enum(callStages).nullable(),
  /** Since when the caller waits in line; null: not in line. */
  inLineSince: time.nullable(),
  /** The caller's number in E.164; null if it is withheld or is not a phone number. */
  caller: z.string().nullable(),
  /** The caller ID as the carrier sent it, if it is not a phone number. */
  callerText: z.string().nullable(),
  isTest: z.boolean(),
  /** Of a call that the person makes: whose phone rings, until they talk; null: not such a call. */
  making: z.enum(callPhases).nullable(),
  /** The person is rung for a lead that just came: answering calls it. */
  isNewLead: z.boolean(),
  lead: z.object({ _id: id, name: z.string() }).nullable(),
  campaign: z.object({ _id: id, name: z.string() }).nullable(),
  /** The number that was dialled. */
  number: z.object({ phone: z.string(), label: z.string() }).nullable(),
  /** Null: there is no lead, or the person may not read it. */
  known: KnownLead.nullable(),
})
export type RingingCall = z.output<typeof RingingCall>

export const softphoneRoutes = {
  token: route({
    method: 'POST',
    path: '/softphone/token',
    access: 'None',
    summary:
      "Tokens for one's phone in the browser: one for each provider at which the business has a number that rings, or could order one; none where no provider has such phones",
    reply: z.object({ success: z.literal(true), softphones: z.array(SoftphoneToken) }),
  }),
  presence: route({
    method: 'POST',
    path: '/softphone/presence',
    access: 'None',
    summary: "Say that one's phone is open, or that one is away",
    body: z.object({ state: z.enum(presenceStates) }),
    reply: Done,
  }),
  leave: route({
    method: 'POST',
    path: '/softphone/call/:id/leave',
    access: 'None',
    summary: 'Say that the page of the phone in this call is loaded again: it is rung once more when its talk ends now',
    params: byId,
    reply: Done,
  }),
  ringing: route({
    method: 'GET',
    path: '/softphone/call/:id',
    access: 'None',
    summary: 'Who calls and what is known of the lead, for the person whose phone it rings or rang',
    params: byId,
    reply: z.object({ success: z.literal(true), call: RingingCall }),
  }),
}
