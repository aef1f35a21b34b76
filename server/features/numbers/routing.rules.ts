import type { RawBuilder } from 'kysely'
import type { Block } from '#contract/calls/call-statuses.ts'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import type { DialVia } from '#contract/calls/outgoing/outgoing.ts'
import type { Routing, Screening } from '#contract/calls/routing.ts'
import type { Language } from '#contract/constants.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { isMobile } from '../../platform/phones.ts'
import type { StoredHours } from '../working-hours/working-hours.rules.ts'

export type Screened = {
  /** E.164; null if the caller ID is withheld. */
  caller: string | null
  /** The campaign of the called number; null if it has none. */
  campaignId: RawBuilder<unknown>
  now: Date
}
/**
 * Builds the statement that selects the id of the entry that refuses the caller; no row means that the caller is not
 * refused.
 */
export type CallerScreen = (businessId: string, screened: Screened) => RawBuilder<{ id: string }>
export type FindScreenedCaller = (db: Db, businessId: string, campaignId: string) => Promise<string | undefined>

/** The data on which the routing decision depends. */
export type RouteFacts = {
  number: { phone: string; state: string; routing: Routing }
  /** The days are inclusive. Null if the number has no campaign. */
  campaign: { name: string; isEnabled: boolean; startDate: string | null; endDate: string | null } | null
  /** E.164; null if the caller ID is withheld or is not a phone number. */
  caller: string | null
  /** The entry that refuses the caller; null if there is none. */
  screenedBy: string | null
  /** The people in the ring lists who are members. */
  members: readonly string[]
  /** Members who are set to away: their browsers ring only if no other phone does. */
  away: readonly string[]
  /** Phones in the ring lists that are virtual numbers. They are not rung, because that would cause a loop. */
  virtual: readonly string[]
  /** The member who last spoke with this caller or to whom the caller's lead is assigned. */
  knownBy: string | null
  /** The hours of the campaign, else of the business, and its city; absent: no hours of the call keep holidays. */
  calendar?: Pick<StoredHours, 'hours' | 'city'> | null
  /** The caller has spoken with us over this number before; asked only if an announcement depends on it. */
  hasSpoken?: boolean
  /** The published call flow of the number; null: it follows its own routing. */
  flow?: FlowFacts | null
}
/** A call flow, with what its steps ask. Null: no step asks it. */
export type FlowFacts = {
  /** Null: not a flow's own content, but that with which the call began. */
  id: string | null
  version: number | null
  content: FlowContent
  /** Whether it is open by the hours of the campaign, by those of the business, and by the shifts of the campaign's people. */
  isOpen: { campaign: boolean | null; business: boolean | null; shifts: boolean | null }
  /** The members of the campaign, for steps that ring them. */
  people: readonly string[]
  /** The members in the flow's ring lists who are on shift. */
  onShift: readonly string[]
}

/** One phone to ring. */
export type PlannedLeg = { kind: 'softphone'; userId: string } | { kind: 'phone'; phone: string; userId: string | null }
/** What a caller hears: a text, a sound of the business, or the built-in music; of the latter two perhaps a part alone. */
export type Prompt =
  | { by: 'text'; text: string; language: Language }
  | { by: 'sound'; soundId: string; part?: number }
  | { by: 'music'; part: number }
export type Closing = (
  | { kind: 'reject'; reason: 'busy' | 'rejected' }
  | { kind: 'hangup' }
  /** `language`: that of the text, if it is not the plan's; `soundId`: played instead of the text. */
  | { kind: 'message' | 'voicemail'; text: string; language?: Language; soundId?: string }
) & {
  /** Heard before. */
  said?: Prompt[]
}
/** How a step is rung. */
export type StepSettings = {
  language: Language
  /** Played to the person who answers. */
  whisper: string | null
  screening: Screening
  recording: boolean
  /** Telephones show the called number instead of the caller's. */
  showsCalled?: true
}
/**
 * `blind`: the caller is put through when the phone answers; `attended`: the person who transfers talks with the colleague
 * first, `isJoined` once the caller was put through; `back`: a colleague did not answer, or the person took the call back
 * (then `by` is that person).
 */
export type Transferred = { kind: 'blind' | 'attended' | 'back'; by: string; isJoined?: true }
/** The provider's id of the call of the phone in the room, and since when the caller talks there. */
export type Room = { sid: string; name: string; at: string }
export type PlannedStep = {
  seconds: number
  /** They ring together. */
  legs: PlannedLeg[]
  /** Seconds to wait before ringing a page that reloads. */
  wait?: number
  /** Heard by the caller before. */
  said?: Prompt[]
  /** Why the step rings: a colleague to whom a person transfers the call, or that person again. */
  transfer?: Transferred
  /** The caller talks in a room; no phone rings. */
  room?: Room
  /** Settings other than the plan's: those of another flow, to which a step led. */
  settings?: StepSettings
  /** Telephones that the step before could not reach with the caller's number ring with the called one. */
  again?: true
}

/** What is not decided yet of a call, because it asks the caller or who is free: how it goes on after its steps. */
export type Rest = {
  id: string | null
  version: number | null
  content: FlowContent
  /** The step of the flow at which the call goes on. */
  at: string
  /** Heard before, when the step is reached. */
  said?: Prompt[]
  /** The number of the next hook of a menu or turn of waiting; hooks of earlier ones are repeated. */
  turn: number
  /** How often the menu was repeated. */
  repeats?: number
  /** The phones of the step that have rung; of those of a waiting caller, since the last turn of music. */
  tried?: string[]
  waiting?: {
    since: string
    /** Turns of music so far. */
    turns: number
    /** The place in line that the caller heard last. */
    place?: number
    /** What the caller hears in this turn; absent: phones ring. */
    hears?: Prompt[]
  }
  /** How many steps led to another flow. */
  jumps: number
  /** An open step was passed. */
  wasOpenAsked: boolean
  /** A ring step was passed, even if none of its phones could be rung. */
  wasRingMet: boolean
}

/** How to route a call. Decided when the call arrives, and stored with it; what asks the caller or who is free, when the call reaches it. */
export type Plan = StepSettings & {
  block: Block | null
  /** Played to the caller before any phone rings. */
  announcement: string | null
  /** An own number that phones show instead of the caller's; null means they show the caller's. */
  callerId: string | null
  /** The called number, which telephones can show. */
  called?: string
  /** Steps in the order in which they ring. */
  steps: PlannedStep[]
  /** What happens if no phone of the steps answers. With a `flow`, only if it cannot go on. */
  closing: Closing
  /** Absent: everything is decided. */
  flow?: Rest
  /** The members to whom the call was announced before phones ring: theirs ring first. */
  announced?: string[]
  /** The step with which what was decided last begins; absent: everything was decided at arrival. */
  since?: number
  /** The caller asked to be called back. */
  callbackAsked?: true
  /** The step in which the conversation was cut off on our side; later steps ring a replacement. */
  cutOff?: number
  /** Absent: the talk was neither held nor transferred. */
  talk?: Talk
  /** Deadline for a page that reloads, as an ISO timestamp. */
  backUntil?: string
  /**
   * A call that a member makes: their own phone rings at this address, then the phone of the one step. `newLead`: they are
   * rung for a lead that just came to this campaign.
   */
  outgoing?: { userId: string; via: DialVia; address: string; isCanceled?: true; newLead?: { campaign: string } }
}

/** Whether the person who answers this phone must press 1. */
export const mustPress1 = (screening: Screening, leg: PlannedLeg | undefined): boolean =>
  leg?.kind === 'phone' && (screening === true || (screening === 'mobiles' && isMobile(leg.phone)))

/**
 * How phones ring to which a call goes that a member made: what the lead heard first is not for them, and a voicemail may
 * answer.
 */
export const settingsAfterLead = ({ language, recording }: StepSettings): StepSettings => ({
  ...{ language, recording, whisper: null, screening: true },
})

/** A phone whose person can hold and transfer a call. */
export type OwnLeg = PlannedLeg & { userId: string }
/** How a talk that was held or transferred goes on. */
export type Talk = {
  /**
   * `held`: the caller hears music; `consulting`: so does the caller, while a colleague's phone rings or talks; `ringing`:
   * the caller is put through; `returning`: the caller was left alone, and phones ring again.
   */
  state: 'talking' | 'held' | 'consulting' | 'ringing' | 'returning'
  /** The phone with which the caller talks or talked, and the provider's id of its call. */
  leg: OwnLeg
  sid: string
  /** In a call that a member made, the provider's id of the lead's call: the lead is the caller of the talk. */
  lead?: string
  /** The last step in which the caller talked. */
  step: number
  /** How many rooms were made. */
  rooms: number
  since: string
  /** The colleague to whom the call is transferred, and the step that rings them. */
  to?: { userId: string; step: number }
  /** The colleague whose phone did not answer. */
  unanswered?: string
}

/** Looks up a text of locales/<language>/call-voice.json. */
export type Texts = (language: Language, key: string, values?: Record<string, unknown>) => string

/** Whether the campaign is enabled and today is between its start and end day. */
export function isRunning({ isEnabled, startDate, endDate }: NonNullable<RouteFacts['campaign']>, now: Date) {
  const today = dayOf(now)
  return isEnabled && (!startDate || startDate <= today) && (!endDate || today <= endDate)
}
