import type { ResponseClock } from '#contract/leads/responses/response-clock.ts'

const MINUTE_MS = 60_000
/** Shares of the target at which the ring changes its colour. */
const AMBER_FROM = 0.75
const RED_FROM = 1

export type ClockNow = {
  minutes: number
  isRunning: boolean
  /** Of the target; undefined without one. */
  share: number | undefined
  tone: 'green' | 'amber' | 'red' | undefined
}

/** What the clock shows now: it goes on while the campaign is open. `readAt`: when the reply arrived. */
export function clockNow(
  { target, minutes, isRunning, changesAt }: ResponseClock,
  readAt: number,
  now: number,
): ClockNow {
  const change = changesAt === null ? Infinity : Date.parse(changesAt)
  const [from, until] = isRunning ? [readAt, change] : [change, Infinity]
  const passed = Math.max(0, Math.floor((Math.min(now, until) - from) / MINUTE_MS))
  const spent = minutes + (Number.isFinite(passed) ? passed : 0)
  const share = target === null ? undefined : spent / target
  const tone = share === undefined ? undefined : share >= RED_FROM ? 'red' : share >= AMBER_FROM ? 'amber' : 'green'
  return { minutes: spent, isRunning: now >= from && now < until, share, tone }
}
