import { z } from 'zod'
import { byId, Done, id, time } from '../common.ts'
import { route } from '../route.ts'

/** Of a call that a member makes: their own phone rings, the called phone rings, they talk, it is over. */
export const callPhases = ['agent', 'lead', 'talking', 'over'] as const
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

/** What a phone shows about the caller, while it rings or will ring after the announcement. */
export const RingingCall = z.object({
  /** Whether the caller still waits for an answer. */
  isWaiting: z.boolean(),
  /** The caller's number in E.164; null if it is withheld or is not a phone number. */
  caller: z.string().nullable(),
  /** The caller ID as the carrier sent it, if it is not a phone number. */
  callerText: z.string().nullable(),
  isTest: z.boolean(),
  /** Of a call that the person makes: whose phone rings, until they talk; null: not such a call. */
  making: z.enum(callPhases).nullable(),
  lead: z.object({ _id: id, name: z.string() }).nullable(),
  campaign: z.object({ _id: id, name: z.string() }).nullable(),
  number: z.object({ phone: z.string(), label: z.string() }).nullable(),
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
    summary: 'Who calls, for the person whose phone it rings or rang',
    params: byId,
    reply: z.object({ success: z.literal(true), call: RingingCall }),
  }),
}
