import type { LeadMeetingStatus, MeetingOutcome, MeetingStatus } from '#contract/leads/meetings/meeting-statuses.ts'
import { MEETING_LINK_HOURS } from '#contract/leads/meetings/terms.ts'

/** The part of a meeting that acts of staff and of the guest change. Times are in ms. */
export type MeetingState = {
  status: MeetingStatus
  cancelledBy: 'guest' | 'staff' | null
  /** The status before staff cancelled it. */
  statusBefore: MeetingStatus | null
  outcome: MeetingOutcome | null
  guestWords: string | null
  startsAt: number
  endsAt: number
  offers: readonly number[]
  openedAt: number | null
  answeredAt: number | null
  /** Number of changes, except openings: staff change what they saw. */
  version: number
  /** Raised by each change of staff that the guest must learn of: guests answer what they saw. */
  sequence: number
}

export type GuestAct =
  | { kind: 'open' }
  | { kind: 'accept'; sequence: number }
  | { kind: 'decline'; sequence: number }
  | { kind: 'choose'; startsAt: number; sequence: number }
  | { kind: 'ask'; words: string; sequence: number }
export type StaffAct =
  | { kind: 'move'; startsAt: number; endsAt: number }
  /** `isShown`: of something that the guest sees. */
  | { kind: 'edit'; isShown: boolean; offers?: readonly number[] }
  | { kind: 'confirm' }
  | { kind: 'cancel' }
  /** `wasInformed`: the guest was already sent word that it is cancelled. */
  | { kind: 'restore'; wasInformed: boolean }
  | { kind: 'outcome'; outcome: MeetingOutcome | null }
export type MeetingRefusal =
  | 'meeting_cancelled'
  | 'meeting_over'
  | 'meeting_moved'
  | 'meeting_not_begun'
  | 'meeting_time_taken'
/** `isChanged` is false if it was so already: a button may be pressed twice. */
export type Step = { state: MeetingState; isChanged: boolean } | { refused: MeetingRefusal }

const same = (state: MeetingState): Step => ({ state, isChanged: false })
const refuse = (refused: MeetingRefusal): Step => ({ refused })
const changed = (state: MeetingState, patch: Partial<MeetingState>): Step => ({
  state: { ...state, ...patch, version: state.version + 1 },
  isChanged: true,
})
const LIVE = { cancelledBy: null, statusBefore: null } as const
const CONFIRMED = { ...LIVE, status: 'Meeting Confirmed', guestWords: null } as const

/** A guest may answer, and change the answer, until the meeting begins; what the business cancelled stays cancelled. */
export function guestStep(state: MeetingState, act: GuestAct, now: number): Step {
  if (act.kind === 'open') {
    if (state.status !== 'Invitation Sent' || now >= state.startsAt) return same(state)
    return { state: { ...state, status: 'Received', openedAt: state.openedAt ?? now }, isChanged: true }
  }
  if (state.cancelledBy === 'staff') return refuse('meeting_cancelled')
  if (now >= state.startsAt) return refuse('meeting_over')
  if (act.sequence !== state.sequence) return refuse('meeting_moved')
  const answered = { answeredAt: now, openedAt: state.openedAt ?? now }
  if (act.kind === 'accept') {
    if (state.status === 'Meeting Confirmed') return same(state)
    return changed(state, { ...answered, ...CONFIRMED })
  }
  if (act.kind === 'decline') {
    if (state.cancelledBy === 'guest') return same(state)
    return changed(state, { ...answered, status: 'Meeting Canceled', cancelledBy: 'guest', statusBefore: null })
  }
  if (act.kind === 'ask') {
    if (state.status === 'Received' && state.guestWords === act.words) return same(state)
    return changed(state, { ...answered, ...LIVE, status: 'Received', guestWords: act.words })
  }
  return choose(state, { ...answered, ...CONFIRMED }, act.startsAt)
}

function choose(state: MeetingState, answer: Partial<MeetingState> & { answeredAt: number }, startsAt: number): Step {
  if (!state.offers.includes(startsAt) || startsAt <= answer.answeredAt) return refuse('meeting_time_taken')
  const endsAt = startsAt + (state.endsAt - state.startsAt)
  // The guest's calendar learns of the new time as well.
  return changed(state, { ...answer, startsAt, endsAt, offers: [], sequence: state.sequence + 1 })
}

export function staffStep(state: MeetingState, act: StaffAct, now: number): Step {
  if (act.kind === 'restore') return restore(state, act.wasInformed)
  const isCancelled = state.cancelledBy === 'staff'
  if (act.kind === 'cancel') {
    if (isCancelled) return same(state)
    if (state.outcome) return refuse('meeting_over')
    const cancelled = { status: 'Meeting Canceled', cancelledBy: 'staff', statusBefore: state.status } as const
    return changed(state, { ...cancelled, sequence: state.sequence + 1 })
  }
  if (isCancelled) return refuse('meeting_cancelled')
  if (act.kind === 'move') return move(state, act)
  if (act.kind === 'edit') {
    const { isShown, offers = state.offers } = act
    return changed(state, { offers, ...(isShown && { sequence: state.sequence + 1 }) })
  }
  if (act.kind === 'confirm') return state.status === 'Meeting Confirmed' ? same(state) : changed(state, CONFIRMED)
  return conclude(state, act.outcome, now)
}

function restore(state: MeetingState, wasInformed: boolean): Step {
  if (state.cancelledBy !== 'staff') return same(state)
  const status = wasInformed ? 'Invitation Sent' : (state.statusBefore ?? 'Invitation Sent')
  const cancelledBy = status === 'Meeting Canceled' ? 'guest' : null
  return changed(state, { status, cancelledBy, statusBefore: null, sequence: state.sequence + 1 })
}

function move(state: MeetingState, { startsAt, endsAt }: { startsAt: number; endsAt: number }): Step {
  if (startsAt === state.startsAt && endsAt === state.endsAt) return same(state)
  const asked = { status: 'Invitation Sent', outcome: null, guestWords: null } as const
  const offers = state.offers.filter((offer) => offer !== startsAt)
  return changed(state, {
    ...LIVE,
    ...asked,
    openedAt: null,
    answeredAt: null,
    startsAt,
    endsAt,
    offers,
    sequence: state.sequence + 1,
  })
}

function conclude(state: MeetingState, outcome: MeetingOutcome | null, now: number): Step {
  if (outcome === state.outcome) return same(state)
  if (state.cancelledBy) return refuse('meeting_cancelled')
  return now < state.startsAt ? refuse('meeting_not_begun') : changed(state, { outcome })
}

type OfLead = { id: string; status: MeetingStatus; startsAt: number; endsAt: number }
const byStart = (one: OfLead, other: OfLead) => one.startsAt - other.startsAt || (one.id < other.id ? -1 : 1)
/** The status of a lead: that of its next meeting that is not cancelled, else of the latest. */
export function leadStatusOf(meetings: readonly OfLead[], now: number): LeadMeetingStatus {
  const inOrder = [...meetings].sort(byStart)
  const next = inOrder.find(({ status, endsAt }) => status !== 'Meeting Canceled' && endsAt > now)
  return (next ?? inOrder.at(-1))?.status ?? 'No meeting'
}

export const isLinkDead = ({ endsAt }: Pick<MeetingState, 'endsAt'>, now: number) =>
  now >= endsAt + MEETING_LINK_HOURS * 3_600_000
