import type { ErrorCode } from '#contract/errors.ts'
import { beginningOf, dayOf, plusDays } from '#contract/values/clock.ts'
import type { Env } from '../../env.ts'

export type Ceilings = Env['ceilings']
export type Channel = 'sms' | 'mail'
/**
 * `code`: for a sign-in or a phone; `account`: to the holder of an account about it; `notice`: to members and to
 * recipients who confirmed; `stranger`: to an unconfirmed address.
 */
export type MessageKind = 'code' | 'account' | 'notice' | 'stranger'
/** The fields that decide which ceilings a message counts against. */
export type Counted = { channel: Channel; kind: MessageKind; businessId: string | null; accountId: string | null }

const levels = ['installation', 'business', 'account'] as const
export type Level = (typeof levels)[number]
export type Holder = { level: Level; holder: string; max: number }

export const INSTALLATION = 'installation'
export const holderOf = (level: Exclude<Level, 'installation'>, id: string) => `${level}:${id}`

/** Mail costs reputation, not money: only codes and mail to strangers count. */
const isCounted = ({ channel, kind }: Counted) => channel === 'sms' || kind === 'code' || kind === 'stranger'

/** The ceilings that a message must stay below, in the order in which they are locked; empty: it is not counted. */
export function holdersOf(message: Counted, ceilings: Ceilings): Holder[] {
  if (!isCounted(message)) return []
  const { channel, kind, businessId, accountId } = message
  const { installation, forCodes, business, account } = ceilings[channel]
  const whole = { level: 'installation', holder: INSTALLATION } as const
  return [
    ...(accountId ? [{ level: 'account' as const, holder: holderOf('account', accountId), max: account }] : []),
    ...(businessId ? [{ level: 'business' as const, holder: holderOf('business', businessId), max: business }] : []),
    // Notices never use the share that is reserved for codes.
    { ...whole, max: kind === 'code' ? installation : installation - forCodes },
  ]
}

export const settingOf = (channel: Channel, level: Level) =>
  `${channel === 'sms' ? 'SMS' : 'MAILS'}_PER_${level === 'installation' ? 'DAY' : level.toUpperCase()}`

const codes = {
  sms: { installation: 'sms_limit_installation', business: 'sms_limit_business', account: 'sms_limit_account' },
  mail: { installation: 'mail_limit_installation', business: 'mail_limit_business', account: 'mail_limit_account' },
} as const satisfies Record<Channel, Record<Level, ErrorCode>>
export const codeOf = (channel: Channel, level: Level): ErrorCode => codes[channel][level]

/** Seconds until the end of the day in Israel, when ceilings reset. */
export const secondsOfDayLeft = (now: Date) =>
  Math.ceil((beginningOf(plusDays(dayOf(now), 1)).getTime() - now.getTime()) / 1_000)
