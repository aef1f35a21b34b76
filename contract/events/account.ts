import { z } from 'zod'
import { id } from '../common.ts'
import { type EventEntries, OfPerson } from './events.ts'

/** How a session was opened. */
export const signInWays = ['password', 'google', 'passkey', 'registration'] as const
export type SignInWay = (typeof signInWays)[number]
/** Why sessions ended. */
export const sessionEnds = ['signed_out', 'revoked', 'password', 'two_factor', 'address_proved', 'copied'] as const
export type SessionEnd = (typeof sessionEnds)[number]
/** Why a sign-in was refused. */
export const signInRefusals = ['wrong_password', 'wrong_code'] as const
export type SignInRefusal = (typeof signInRefusals)[number]

const ofAccount = { payload: OfPerson, audience: 'audit', kind: 'access' } as const
/** The author is unknown: the log names the person. */
const ofRefusal = {
  ...ofAccount,
  payload: OfPerson.extend({ reason: z.enum(signInRefusals) }),
  subject: { kind: 'person', id: 'userId' },
  facts: ['reason'],
} as const

/** Events of a person's account, recorded in each of their businesses. */
export const accountEvents = {
  'session.started': {
    ...ofAccount,
    payload: OfPerson.extend({
      sessionId: id,
      way: z.enum(signInWays),
      secondFactor: z.enum(['code', 'passkey']).nullable(),
    }),
    facts: ['way', 'secondFactor'],
  },
  /** One, or all but one at once. */
  'session.ended': {
    ...ofAccount,
    payload: OfPerson.extend({ reason: z.enum(sessionEnds), sessions: z.number().int() }),
    facts: ['reason', 'sessions'],
  },
  /** Refused sign-in by an unknown person. The first from one network, then none for a while. */
  'session.refused': ofRefusal,
  /** The limit of refusals was reached: locked for a while. */
  'session.locked_out': ofRefusal,
  /** Changed with the old password or by a mailed link. */
  'account.password_changed': {
    ...ofAccount,
    payload: OfPerson.extend({ way: z.enum(['known', 'recovery']) }),
    facts: ['way'],
  },
  /** For the first time; what a stranger may have left in the account went. */
  'account.address_proved': ofAccount,
  'account.two_factor_on': ofAccount,
  'account.two_factor_off': ofAccount,
  'account.recovery_codes_renewed': ofAccount,
  /** Its name: in `personal`. */
  'account.passkey_added': { ...ofAccount, facts: ['name'] },
  'account.passkey_removed': { ...ofAccount, facts: ['name'] },
  'account.google_linked': ofAccount,
  'account.google_unlinked': ofAccount,
  /** A file with everything about themselves. */
  'account.exported': ofAccount,
  /** Name, e-mail, phone: in `personal`. */
  'account.changed': ofAccount,
} as const satisfies EventEntries
