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
/** A refused sign-in. The event has no actor, because the person is unknown; the audit log names the account. */
const ofRefusal = {
  ...ofAccount,
  payload: OfPerson.extend({ reason: z.enum(signInRefusals) }),
  subject: { kind: 'person', id: 'userId' },
  facts: ['reason'],
} as const

/** Events of an account, recorded in each of its businesses. */
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
  /** One session ended, or all other sessions ended at once. */
  'session.ended': {
    ...ofAccount,
    payload: OfPerson.extend({ reason: z.enum(sessionEnds), sessions: z.number().int() }),
    facts: ['reason', 'sessions'],
  },
  /**
   * A sign-in by an unknown person was refused. Only the first refusal from a network is recorded, then none for a
   * while.
   */
  'session.refused': ofRefusal,
  /** The limit of refused sign-ins was reached; the account is locked for a while. */
  'session.locked_out': ofRefusal,
  /** The password was changed with the old password (`known`) or through an emailed link (`recovery`). */
  'account.password_changed': {
    ...ofAccount,
    payload: OfPerson.extend({ way: z.enum(['known', 'recovery']) }),
    facts: ['way'],
  },
  /** The email address was proved for the first time. This removes what a stranger may have added to the account. */
  'account.address_proved': ofAccount,
  'account.two_factor_on': ofAccount,
  'account.two_factor_off': ofAccount,
  'account.recovery_codes_renewed': ofAccount,
  /** The passkey's name is in `personal`. */
  'account.passkey_added': { ...ofAccount, facts: ['name'] },
  'account.passkey_removed': { ...ofAccount, facts: ['name'] },
  /** A device shows the person's notifications, or no longer does. */
  'account.push_added': ofAccount,
  'account.push_removed': ofAccount,
  'account.google_linked': ofAccount,
  'account.google_unlinked': ofAccount,
  'account.calendar_connected': ofAccount,
  'account.calendar_disconnected': ofAccount,
  /** Google no longer lets us in; the person's times are blocked until they connect again. */
  'account.calendar_lost': ofAccount,
  /** The user downloaded all data about themselves. */
  'account.exported': ofAccount,
  /** Name, e-mail and phone are in `personal`. */
  'account.changed': ofAccount,
} as const satisfies EventEntries
