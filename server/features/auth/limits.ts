import { LOCKOUT_FAILURES, LOCKOUT_MINUTES } from '#contract/auth/auth.ts'
import { counterOf, type Limit, networkOf } from '../../platform/http/limits.ts'

const HOUR = 3_600

export const limits = {
  /** Wrong passwords of one account from one place; the wait counts from the last of them. */
  signIn: { max: LOCKOUT_FAILURES, seconds: LOCKOUT_MINUTES * 60, renews: true },
  /** Wrong passwords from one place, whatever the account: an office is behind one address, a list of stolen passwords too. */
  signInPlace: { max: 100, seconds: LOCKOUT_MINUTES * 60 },
  /** Wrong passwords of one account from all places together, those where it was signed in not refused. */
  signInEverywhere: { max: 50, seconds: 24 * HOUR },
  /** Wrong codes of an authenticator app and recovery codes: three of a million are right at a time. */
  secondFactor: { max: 10, seconds: 15 * 60, renews: true },
  secondFactorEverywhere: { max: 50, seconds: 24 * HOUR },
  registration: { max: 50, seconds: HOUR },
  /** Codes cost money and may be sent to strangers. */
  codesOfPerson: { max: 6, seconds: HOUR },
  /** To one phone from one place, and from all: a stranger elsewhere does not use up what the owner of the phone has. */
  codesToPhone: { max: 6, seconds: HOUR },
  codesToPhoneEverywhere: { max: 24, seconds: HOUR },
  codesFromPlace: { max: 50, seconds: HOUR },
  /** A tenth of what an installation sends in a day: one network does not use up everybody's. */
  codesFromPlaceOfDay: { max: 100, seconds: 24 * HOUR },
  /** Mails with a code to register: to one address from one place, from all, and beyond these, as with links to set a password. */
  emailCodes: { max: 6, seconds: HOUR },
  emailCodesEverywhere: { max: 10, seconds: HOUR },
  emailCodesBeyond: { max: 1, seconds: 10 * 60 },
  emailCodesFromPlace: { max: 50, seconds: HOUR },
  emailCodesFromPlaceOfDay: { max: 100, seconds: 24 * HOUR },
  /** Wrong codes from one place, whatever the address. */
  emailCodeTriesFromPlace: { max: 50, seconds: HOUR },
  /** Wrong codes for one address in a day; beyond these each code bears one try, and only where it was asked for. */
  emailCodeTriesEverywhere: { max: 50, seconds: 24 * HOUR },
  /** Codes for one address that were typed where none was asked for. */
  emailCodeTriesElsewhere: { max: 10, seconds: HOUR },
  /** Links to one address from one place. */
  recovery: { max: 5, seconds: HOUR },
  /** The same from all places. Beyond these one goes out every ten minutes: one that works for an hour is always in the mailbox. */
  recoveryEverywhere: { max: 10, seconds: HOUR },
  recoveryBeyond: { max: 1, seconds: 10 * 60 },
  recoveryPlace: { max: 50, seconds: HOUR },
} as const satisfies Record<string, Limit>

/** Failed sign-ins of an account, existing or not, from one place. */
export const signInCounter = (email: string, ip: string) => counterOf('signIn', email, networkOf(ip))
export const placeCounter = (what: keyof typeof limits, ip: string) => counterOf(what, networkOf(ip))
