import { beginningOf, dayOf } from '#contract/values/date-presets.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError, type Issue } from '../../platform/http/errors.ts'
import { counterOf, limitTo } from '../../platform/http/limits.ts'
import { secondsOfDayLeft } from './ceilings.rules.ts'
import { phoneIssue } from './ceilings.service.ts'
import * as queries from './lines.queries.ts'
import { phoneRefusal } from './phones.rules.ts'

const MINUTE = 60
const HOUR = 3_600
type Given = Pick<Deps, 'env' | 'now'>
type Account = { businessId: string; kind: 'twilio' | 'local' }

/** How calls to outside phones leave: `isOurs`: over the installation's own line, at the operator's cost. */
export type Line = { isOurs: boolean; isAllowed: boolean }

/** A business's own account with Twilio is its own money; the exchange without a trunk reaches only phones of its own. */
export async function findLine({ env }: Pick<Deps, 'env'>, db: Db, { businessId, kind }: Account): Promise<Line> {
  const isOurs = kind === 'local' && env.hasTrunk
  return { isOurs, isAllowed: !isOurs || (await queries.hasOutsideLines(db, businessId)) }
}

/** Whether a phone may be rung over this line, whenever it was saved. */
export const mayRing = ({ env }: Pick<Deps, 'env'>, line: Line, e164: string) =>
  line.isAllowed && phoneRefusal(env.phoneCountries, e164, 'ring') === undefined

/** What stands against a phone in a ring list. */
export function lineIssue({ env }: Pick<Deps, 'env'>, line: Line, e164: string, path: string): Issue | undefined {
  const issue = phoneIssue({ env }, e164, 'ring', path)
  if (issue || line.isAllowed) return issue
  return { path, message: 'outside_lines_off', values: { operator: env.operatorEmail } }
}

type Step = { businessId: string; callId: string; step: number; most: number }
/** Seconds that outside phones of a step may be on the line; a step over somebody else's line has as many as it wants. */
export function takeSeconds({ env, now }: Given, db: Db, line: Line, { businessId, most, ...step }: Step) {
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

/** Whether a minute is left of the day's. */
export async function hasMinutes({ env, now }: Given, db: Db, line: Line, businessId: string): Promise<boolean> {
  if (!line.isOurs) return true
  const { installation, business } = env.ceilings.outsideMinutes
  const used = await queries.findOutsideSeconds(db, businessId, beginningOf(dayOf(now())))
  return used.business + MINUTE <= business * MINUTE && used.installation + MINUTE <= installation * MINUTE
}

export const noMinutesLeft = ({ now }: Pick<Deps, 'now'>) =>
  new AppError('outside_minutes_limit', { retryAfter: secondsOfDayLeft(now()) })

/** Counts a test call of a business: so many an hour, so many a day. */
export async function countTestCall({ env, now }: Given, db: Db, businessId: string) {
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
