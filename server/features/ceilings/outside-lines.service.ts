import { beginningOf, dayOf } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError, type Issue } from '../../platform/http/errors.ts'
import { counterOf, limitTo } from '../../platform/http/rate-limits.ts'
import { secondsOfDayLeft } from './ceilings.rules.ts'
import { phoneIssue } from './ceilings.service.ts'
import * as queries from './outside-lines.queries.ts'
import { phoneRefusal } from './reachable-phones.rules.ts'

const MINUTE = 60
const HOUR = 3_600
type LineDeps = Pick<Deps, 'env' | 'now'>
type Account = { businessId: string; kind: 'twilio' | 'local' }

/** The route of calls to outside phones. `isOurs`: over the installation's own line, at the operator's cost. */
export type Line = { isOurs: boolean; isAllowed: boolean }

/**
 * Finds out how calls to outside phones are routed. Calls that cost the operator nothing are always allowed: those through
 * a business's Twilio account, and those on the exchange without a trunk, which reaches only its own phones.
 */
export async function findLine({ env }: Pick<Deps, 'env'>, db: Db, { businessId, kind }: Account): Promise<Line> {
  const isOurs = kind === 'local' && env.hasTrunk
  return { isOurs, isAllowed: !isOurs || (await queries.hasOutsideLines(db, businessId)) }
}

/** Whether a phone may be rung over this line, also if it was saved before the check existed. */
export const mayRing = ({ env }: Pick<Deps, 'env'>, line: Line, e164: string) =>
  line.isAllowed && phoneRefusal(env.phoneCountries, e164, 'ring') === undefined

/** The issue of a phone in a ring list; undefined: none. */
export function lineIssue({ env }: Pick<Deps, 'env'>, line: Line, e164: string, path: string): Issue | undefined {
  const issue = phoneIssue({ env }, e164, 'ring', path)
  if (issue || line.isAllowed) return issue
  return { path, message: 'outside_lines_off', values: { operator: env.operatorEmail } }
}

type Step = { businessId: string; callId: string; step: number; most: number }
/** Grants seconds to the outside phones of a step; unlimited over a line that is not ours. */
export function takeSeconds({ env, now }: LineDeps, db: Db, line: Line, { businessId, most, ...step }: Step) {
  if (!line.isOurs) return Promise.resolve(most)
  const { installation, business } = env.ceilings.outsideMinutes
  const at = now()
  const day = {
    since: beginningOf(dayOf(at)),
    at,
    ofBusiness: business * MINUTE,
    ofInstallation: installation * MINUTE,
  }
  return queries.takeOutsideSeconds(db, businessId, { ...step, ...day, most })
}

/** Whether at least a minute of the day's limits is left. */
export async function hasMinutes({ env, now }: LineDeps, db: Db, line: Line, businessId: string): Promise<boolean> {
  if (!line.isOurs) return true
  const { installation, business } = env.ceilings.outsideMinutes
  const used = await queries.findOutsideSeconds(db, businessId, beginningOf(dayOf(now())))
  return used.business + MINUTE <= business * MINUTE && used.installation + MINUTE <= installation * MINUTE
}

export const noMinutesLeft = ({ now }: Pick<Deps, 'now'>) =>
  new AppError('outside_minutes_limit', { retryAfter: secondsOfDayLeft(now()) })

/** Counts a test call against the business's hourly and daily limits. */
export async function countTestCall({ env, now }: LineDeps, db: Db, businessId: string) {
  const { hour, day } = env.ceilings.testCalls
  for (const [name, max, seconds] of [
    ['testCallsOfHour', hour, HOUR],
    ['testCallsOfDay', day, 24 * HOUR],
  ] as const) {
    try {
      await limitTo(db, counterOf(name, businessId), { max, seconds }, now())
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw new AppError('test_calls_limit', { ...error.details, values: { max } })
    }
  }
}
