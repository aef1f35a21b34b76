import type { Leg } from '../legs.ts'
import type { CallRow, CallStatus } from '../store/records.ts'
import type { Core } from './core.ts'

const DECLINED = 603
const BUSY = new Set([486, 600])
const NO_ANSWER = new Set([408, 480, 487, 603])

/**
 * Returns the final status of a call whose leg has ended. `endsAs` is the status that the exchange intended when it
 * ended the leg itself.
 */
export function finalStatus(
  leg: Leg,
  row: CallRow,
  endsAs: CallStatus | undefined,
  { hangUpReport, declineReport }: Pick<Core, 'hangUpReport' | 'declineReport'>,
): CallStatus {
  if (row.answeredAt) return 'completed'
  if (endsAs) return endsAs
  if (leg.direction === 'incoming') return hangUpReport === 'canceled' ? 'canceled' : 'no-answer'
  if (leg.kind === 'web' && leg.end?.sipCode === DECLINED && leg.end.by === 'phone') return declineReport
  return statusOfCode(leg.end?.sipCode ?? 500)
}

export function statusOfCode(sipCode: number): CallStatus {
  if (BUSY.has(sipCode)) return 'busy'
  return NO_ANSWER.has(sipCode) ? 'no-answer' : 'failed'
}

/** Returns the status of a Dial in which no phone was connected. */
export function dialStatus(attempts: Pick<CallRow, 'status'>[]): CallStatus {
  const statuses = attempts.map(({ status }) => status)
  if (statuses.includes('completed')) return 'completed'
  if (statuses.includes('no-answer') || statuses.includes('canceled')) return 'no-answer'
  return statuses.includes('busy') ? 'busy' : 'failed'
}
