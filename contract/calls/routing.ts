import { z } from 'zod'
import { id, text } from '../common.ts'
import { type Language, languages } from '../constants.ts'
import { phoneInput } from '../team/users.ts'
import { OpeningHours } from '../working-hours/ranges.ts'

/** The routing of a virtual number: how it handles a call. */

/** Maximum length of a ring list: Twilio dials at most ten phones at once. */
export const RING_MAX = 10
/** Seconds that a phone rings. */
export const RING_SECONDS_MIN = 5
export const RING_SECONDS_MAX = 60
export const RING_SECONDS = 25
/** Maximum length of a text that is spoken to the caller or to the person who answers. */
export const SPOKEN_MAX = 500
export const VOICEMAIL_SECONDS_MAX = 180

/** A target to ring: a person's browser phone, or a phone number, which may belong to a person. */
export const RingTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('softphone'), userId: id }),
  z.object({ kind: z.literal('phone'), phone: phoneInput, userId: id.nullable().default(null) }),
])
export type RingTarget = z.output<typeof RingTarget>
export const ringModes = ['together', 'in_order'] as const

/** A spoken text. If `text` is empty, the default text in the number's language is spoken. */
const Spoken = z.object({ isOn: z.boolean(), text: text(SPOKEN_MAX).default('') })
/** What a caller hears when no phone answers. */
export const closingKinds = ['voicemail', 'message', 'hangup'] as const
const Closing = z.object({ kind: z.enum(closingKinds), text: text(SPOKEN_MAX).default('') })

/**
 * Which of the telephones that answer must press 1, so that a voicemail cannot take the call: those of mobile numbers, all,
 * or none.
 */
export const Screening = z.union([z.boolean(), z.literal('mobiles')])
export type Screening = z.output<typeof Screening>
/** What telephones that ring show: the caller's number, if absent, or the called virtual number. */
export const shownNumbers = ['caller', 'called'] as const
export const ShownNumber = z.enum(shownNumbers).optional()

export const Routing = z.object({
  ring: z.object({
    mode: z.enum(ringModes),
    seconds: z.number().int().min(RING_SECONDS_MIN).max(RING_SECONDS_MAX),
    /** Whether the member who last spoke with the caller is rung first. */
    knownFirst: z.boolean(),
    targets: z.array(RingTarget).max(RING_MAX),
  }),
  recording: z.boolean(),
  /** Spoken to the caller before the phones ring, for example to announce that calls are recorded. */
  announcement: Spoken.extend({
    /** Left out for callers who have spoken with us over this number before. */
    firstTimeOnly: z.boolean().optional(),
  }),
  /** Spoken to the person who answers a phone, before the caller is connected. A browser phone shows it as text. */
  whisper: Spoken,
  screening: Screening,
  shownNumber: ShownNumber,
  noAnswer: Closing,
  /** The opening hours; null: always open. */
  hours: OpeningHours.nullable(),
  /** What a caller hears outside the opening hours. */
  outside: Closing,
  /** Language of the spoken texts. */
  language: z.enum(languages),
})
export type Routing = z.output<typeof Routing>

/** Routing of a new number: rings the member who added it, announces the recording, and lets no voicemail of a mobile answer. */
export const newRouting = (userId: string, language: Language): Routing => ({
  ring: { mode: 'together', seconds: RING_SECONDS, knownFirst: true, targets: [{ kind: 'softphone', userId }] },
  recording: true,
  announcement: { isOn: true, text: '' },
  whisper: { isOn: false, text: '' },
  screening: 'mobiles',
  noAnswer: { kind: 'voicemail', text: '' },
  hours: null,
  outside: { kind: 'message', text: '' },
  language,
})

/** Keys of the default texts of the spoken parts (`call-voice`). The whisper names the campaign. */
export const standardTexts = {
  announcement: ({ recording }: Pick<Routing, 'recording'>) => (recording ? 'recorded' : 'welcome'),
  whisper: () => 'whisper' as const,
  noAnswer: (kind: 'voicemail' | 'message') => `no_answer.${kind}` as const,
  outside: (kind: 'voicemail' | 'message') => `outside.${kind}` as const,
}
