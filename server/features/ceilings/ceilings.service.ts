import type { Language } from '#contract/constants.ts'
import { dayOf } from '#contract/values/clock.ts'
import { countSms } from '#contract/values/sms-segments.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { counterOf, limitTo } from '../../platform/http/rate-limits.ts'
import { requirePhone } from '../../platform/phones.ts'
import * as queries from './ceilings.queries.ts'
import { type Counted, codeOf, type Holder, holdersOf, secondsOfDayLeft, settingOf } from './ceilings.rules.ts'
import { countryNames, type PhoneUse, phoneRefusal } from './reachable-phones.rules.ts'

const DAY = 86_400

type Leaving = Counted & { recipient: string; body: string }
export type Passed = { refused: string; why: string } | { refused: undefined; giveBack: () => Promise<unknown> }
type CeilingDeps = Pick<Deps, 'env' | 'workerDb' | 'now'>

/**
 * The gate for everything sent at the operator's cost: checks the phone and counts at each ceiling, text messages by
 * segments, or returns why the message is refused. All processes count in the same rows, so they never exceed a ceiling
 * together.
 */
export async function passGate({ env, workerDb, now }: CeilingDeps, message: Leaving): Promise<Passed> {
  const refusal = message.channel === 'sms' && phoneRefusal(env.phoneCountries, message.recipient, 'sms')
  if (refusal) return { refused: refusal, why: `PHONE_COUNTRIES is ${env.phoneCountries}; this phone: ${refusal}` }
  const holders = holdersOf(message, env.ceilings)
  const parts = message.channel === 'sms' ? countSms(message.body).segments : 1
  const uses = { day: dayOf(now()), what: message.channel, holders: holders.map(({ holder }) => holder), parts }
  const full = holders.length > 0 && (await takeUses(workerDb, uses, holders))
  if (!full) return { refused: undefined, giveBack: async () => holders.length && queries.removeUses(workerDb, uses) }
  const setting = settingOf(message.channel, full.level)
  return { refused: codeOf(message.channel, full.level), why: `${setting} (${full.max} a day for this one) is reached` }
}

class Full extends Error {
  readonly holder: Holder
  constructor(holder: Holder) {
    super(holder.holder)
    this.holder = holder
  }
}

/** Counts at all ceilings or at none; returns the ceiling that is full. */
async function takeUses(workerDb: Db, uses: Parameters<typeof queries.addUses>[1], holders: Holder[]) {
  try {
    await workerDb.transaction().execute(async (tx) => {
      const sums = await queries.addUses(tx, uses)
      const full = holders.find(({ holder, max }) => sums.some((one) => one.holder === holder && one.used > max))
      if (full) throw new Full(full)
    })
    return undefined
  } catch (error) {
    if (error instanceof Full) return error.holder
    throw error
  }
}

type RoomRequest = Counted & { count: number }
/**
 * Throws 429 until the end of the day if `count` more messages would exceed a ceiling. A new message counts as one segment,
 * waiting ones with all their segments; the gate checks again when each message is sent.
 */
export async function requireRoom({ env, workerDb, now }: CeilingDeps, { count, ...wanted }: RoomRequest) {
  const at = now()
  const accountId =
    wanted.accountId ?? (wanted.businessId ? await queries.findCreator(workerDb, wanted.businessId) : null)
  const counted = { ...wanted, accountId }
  const holders = count > 0 ? holdersOf(counted, env.ceilings) : []
  if (!holders.length) return
  const used = await queries.findUsed(workerDb, { day: dayOf(at), what: wanted.channel, now: at, ...counted })
  const { forCodes, installation } = env.ceilings[wanted.channel]
  // Waiting messages other than codes never use the share that is reserved for codes.
  const others = Math.min(used.waitingOthers, Math.max(0, installation - forCodes - used.installation))
  const waiting = used.waitingCodes + (wanted.kind === 'code' ? others : used.waitingOthers)
  const full = holders.find(({ level, max }) => used[level] + (level === 'installation' ? waiting : 0) + count > max)
  if (full)
    throw new AppError(codeOf(wanted.channel, full.level), {
      retryAfter: secondsOfDayLeft(at),
      values: { max: full.max },
    })
}

/** The phone in E.164 if it may be texted or rung; else 422 at its field, with the allowed countries. */
export function requireReachable({ env }: Pick<Deps, 'env'>, typed: string, use: PhoneUse, path = 'phone'): string {
  const phone = requirePhone(typed, path)
  const issue = phoneIssue({ env }, phone, use, path)
  if (issue) throw new AppError('invalid_input', { issues: [issue] })
  return phone
}

/** The refusal as an issue of the field. */
export function phoneIssue({ env }: Pick<Deps, 'env'>, e164: string, use: PhoneUse, path: string) {
  const message = phoneRefusal(env.phoneCountries, e164, use)
  const values = (language: Language) => ({ countries: countryNames(env.phoneCountries, language) })
  return message && { path, message, values }
}

/** The issue of a phone that gets a code by text message; if codes go by mail, every phone is accepted. */
export const codePhoneIssue = ({ env, sms }: Pick<Deps, 'env' | 'sms'>, e164: string) =>
  sms.isAvailable ? phoneIssue({ env }, e164, 'sms', 'phone') : undefined

export const requireCodePhone = ({ env, sms }: Pick<Deps, 'env' | 'sms'>, typed: string) =>
  sms.isAvailable ? requireReachable({ env }, typed, 'sms') : requirePhone(typed)

/** Counts a business that a person creates, in the transaction that creates it. */
export async function countBusiness(tx: Db, { env, now }: Pick<Deps, 'env' | 'now'>, userId: string) {
  const { day, inAll } = env.ceilings.businesses
  // The counter's row stays locked until the transaction ends, so businesses of one person are created one after the
  // other.
  try {
    await limitTo(tx, counterOf('businessesOf', userId), { max: day, seconds: DAY }, now())
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('too_many_businesses_today', { ...error.details, values: { max: day } })
  }
  if ((await queries.countBusinessesOf(tx, userId)) >= inAll)
    throw new AppError('too_many_businesses', { values: { max: inAll } })
}
