import { LOCKOUT_FAILURES, LOCKOUT_MINUTES } from '#contract/auth.ts'
import { counterOf, type Limit, networkOf } from '../../platform/http/limits.ts'

const HOUR = 3_600

export const limits = {
  /** Wrong passwords of one account from one place; the wait counts from the last of them. */
  signIn: { max: LOCKOUT_FAILURES, seconds: LOCKOUT_MINUTES * 60, renews: true },
  /** Wrong passwords from one place, whatever the account: an office is behind one address, a list of stolen passwords too. */
  signInPlace: { max: 100, seconds: LOCKOUT_MINUTES * 60 },
  registration: { max: 50, seconds: HOUR },
  /** Codes cost money and may be sent to strangers. */
  codesOfPerson: { max: 6, seconds: HOUR },
  codesToPhone: { max: 6, seconds: HOUR },
  codesFromPlace: { max: 50, seconds: HOUR },
  recovery: { max: 5, seconds: HOUR },
  recoveryPlace: { max: 50, seconds: HOUR },
} as const satisfies Record<string, Limit>

/** Failed sign-ins of an account, existing or not, from one place. */
export const signInCounter = (email: string, ip: string) => counterOf('signIn', email, networkOf(ip))
export const placeCounter = (what: keyof typeof limits, ip: string) => counterOf(what, networkOf(ip))
