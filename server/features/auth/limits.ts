import { LOCKOUT_FAILURES, LOCKOUT_MINUTES } from '#contract/auth/auth.ts'
import { counterOf, type Limit, networkOf } from '../../platform/http/rate-limits.ts'

const HOUR = 3_600

export const limits = {
  /** Wrong passwords of one account from one network; the wait counts from the last one. */
  signIn: { max: LOCKOUT_FAILURES, seconds: LOCKOUT_MINUTES * 60, renews: true },
  /**
   * Wrong passwords from one network for all accounts: high enough for an office behind one address, low enough to stop
   * password lists.
   */
  signInPlace: { max: 100, seconds: LOCKOUT_MINUTES * 60 },
  /** Wrong passwords of one account from all networks; networks where it was signed in are not refused. */
  signInEverywhere: { max: 50, seconds: 24 * HOUR },
  /** Wrong codes of an authenticator app and recovery codes. Three of a million app codes are valid at any time. */
  secondFactor: { max: 10, seconds: 15 * 60, renews: true },
  secondFactorEverywhere: { max: 50, seconds: 24 * HOUR },
  registration: { max: 50, seconds: HOUR },
  /** Codes cost money and may be sent to strangers. */
  codesOfPerson: { max: 6, seconds: HOUR },
  /** Codes to one phone, per network and in total, so that another network does not use up the owner's limit. */
  codesToPhone: { max: 6, seconds: HOUR },
  codesToPhoneEverywhere: { max: 24, seconds: HOUR },
  codesFromPlace: { max: 50, seconds: HOUR },
  /** A tenth of the installation's daily ceiling, so that one network does not use it up. */
  codesFromPlaceOfDay: { max: 100, seconds: 24 * HOUR },
  /** Registration codes to one address: per network, from all networks, and the rate above that, as for reset links. */
  emailCodes: { max: 6, seconds: HOUR },
  emailCodesEverywhere: { max: 10, seconds: HOUR },
  emailCodesBeyond: { max: 1, seconds: 10 * 60 },
  emailCodesFromPlace: { max: 50, seconds: HOUR },
  emailCodesFromPlaceOfDay: { max: 100, seconds: 24 * HOUR },
  /** Wrong codes from one network, for all addresses. */
  emailCodeTriesFromPlace: { max: 50, seconds: HOUR },
  /**
   * Wrong codes for one address in a day; above this each code allows one try, and only from the network that requested
   * it.
   */
  emailCodeTriesEverywhere: { max: 50, seconds: 24 * HOUR },
  /** Tries at an address's code from networks that requested none. */
  emailCodeTriesElsewhere: { max: 10, seconds: HOUR },
  /** Reset links to one address from one network. */
  recovery: { max: 5, seconds: HOUR },
  /**
   * Reset links to one address from all networks; above this one every ten minutes, so that the mailbox always has a
   * valid link.
   */
  recoveryEverywhere: { max: 10, seconds: HOUR },
  recoveryBeyond: { max: 1, seconds: 10 * 60 },
  recoveryPlace: { max: 50, seconds: HOUR },
} as const satisfies Record<string, Limit>

/** Failed sign-ins of an account, existing or not, from one network. */
export const signInCounter = (email: string, ip: string) => counterOf('signIn', email, networkOf(ip))
export const placeCounter = (what: keyof typeof limits, ip: string) => counterOf(what, networkOf(ip))
