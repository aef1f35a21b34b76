import { BUSY_SECONDS, LATE_MINUTES, type SpeedToLead } from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import type { RingOutcome } from '#contract/leads/speed-to-lead/terms.ts'
import type { AppError } from '../../platform/http/errors.ts'
import type { Person } from './people.queries.ts'
import type { Ringing } from './rings.queries.ts'

/** Why ringing ends now, whether or not a phone rings; `gone`: the lead is no longer worked on; undefined: it goes on. */
export function endOf(ringing: Ringing): RingOutcome | 'gone' | undefined {
  if (ringing.isGone || !ringing.phone) return 'gone'
  if (ringing.isAnswered) return 'answered'
  if (ringing.isMarked) return 'barred'
  if (!ringing.isRunning) return 'paused'
  return ringing.settings?.isOn ? undefined : 'off'
}

/** Why no person is rung now; undefined: one is. A phone that rings already goes on. */
export function obstacleOf({ askedAt, isOpen }: Ringing, { now, isQuiet }: { now: Date; isQuiet: boolean }) {
  if (now.getTime() - Date.parse(askedAt) > LATE_MINUTES * 60_000) return 'late'
  if (isQuiet) return 'quiet'
  return isOpen ? undefined : 'closed'
}

/** Whether all who may be rung for a lead were. */
export const isEveryoneRung = ({ calls }: Ringing, { peopleMax }: SpeedToLead) => calls.length >= peopleMax

/** Whether a lead still waits for people who are in calls. */
export const isPatient = ({ askedAt }: Ringing, now: Date) => now.getTime() - Date.parse(askedAt) < BUSY_SECONDS * 1_000

type Split = { free: Person[]; busy: Person[] }
/**
 * The people who can be rung for the lead and were not yet, who was rung longest ago first. A lead that a person assigned
 * is for its assignee alone; `skipped`: just found in a call.
 */
export function splitPeople(
  { assignedTo, isByRule, calls }: Ringing,
  people: Person[],
  skipped: readonly string[],
): Split {
  const isOwned = assignedTo !== null && !isByRule
  const left = people.filter(
    ({ userId, isOnShift, via }) =>
      isOnShift && via !== null && (!isOwned || userId === assignedTo) && !calls.some((call) => call.userId === userId),
  )
  const isBusy = (one: Person) => one.isBusy || skipped.includes(one.userId)
  return { free: left.filter((one) => !isBusy(one)), busy: left.filter(isBusy) }
}

/** What a refusal to start the call is about: the person who was to be rung, the lead for now, or why ringing ends. */
export function meaningOf({ code, details }: AppError): 'person' | 'wait' | RingOutcome | undefined {
  if (code === 'invalid_input') return details.issues?.[0]?.path === 'own' ? 'person' : 'not_callable'
  return meanings[code]
}
const meanings: Partial<Record<AppError['code'], 'person' | 'wait' | RingOutcome>> = {
  already_in_call: 'person',
  no_own_phone: 'person',
  no_browser_phone: 'person',
  lead_in_call: 'wait',
  lead_is_calling: 'wait',
  do_not_call: 'barred',
  callee_blocked: 'blacklisted',
  no_number_to_show: 'no_number',
  voice_unavailable: 'not_callable',
  outside_minutes_limit: 'not_callable',
}
