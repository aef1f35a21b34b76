import { z } from 'zod'
import { id } from '../common.ts'
import { AboutCall, Changes, type EventName, OfAllCampaigns } from './events.ts'

const OfBusiness = z.object({ campaignId: OfAllCampaigns })
/** Events of a person's account, recorded in each of their businesses. */
const OfAccount = OfBusiness.extend({ userId: id })
const OfKey = OfBusiness.extend({ keyId: id, name: z.string() })
const OfForm = z.object({ campaignId: id, formId: id, name: z.string() })
/** The number's phone belongs to the business and is not personal. The campaign may be unset. */
const OfNumber = z.object({ campaignId: id, numberId: id, phone: z.string() })
const OfConnection = OfBusiness.extend({ connectionId: id, accountSid: z.string() })
/** Whose phone, and why: in `personal`. */
const OfBlacklist = z.object({ campaignId: id, entryId: id, kind: z.string() })
const OfRecipient = z.object({ campaignId: id, recipientId: id })
const OfOperation = OfBusiness.extend({ operationId: id, kind: z.string() })

/** How a session was opened. */
export const signInWays = ['password', 'google', 'passkey', 'registration'] as const
export type SignInWay = (typeof signInWays)[number]
/** Why sessions ended. */
export const sessionEnds = ['signed_out', 'revoked', 'password', 'two_factor', 'address_proved', 'copied'] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** Why a sign-in was refused. */
export const signInRefusals = ['wrong_password', 'wrong_code'] as const
export type SignInRefusal = (typeof signInRefusals)[number]

/**
 * Audit-only events: recorded in the audit log and not broadcast to open streams. Each is something that a
 * person or a key did.
 */
export const auditPayloads = {
  'session.started': OfAccount.extend({
    sessionId: id,
    way: z.enum(signInWays),
    secondFactor: z.enum(['code', 'passkey']).nullable(),
  }),
  /** One, or all but one at once. */
  'session.ended': OfAccount.extend({ reason: z.enum(sessionEnds), sessions: z.number().int() }),
  /** Refused sign-in by an unknown person. The first from one network, then none for a while. */
  'session.refused': OfAccount.extend({ reason: z.enum(signInRefusals) }),
  /** The limit of refusals was reached: locked for a while. */
  'session.locked_out': OfAccount.extend({ reason: z.enum(signInRefusals) }),
  /** Changed with the old password or by a mailed link. */
  'account.password_changed': OfAccount.extend({ way: z.enum(['known', 'recovery']) }),
  /** For the first time; what a stranger may have left in the account went. */
  'account.address_proved': OfAccount,
  'account.two_factor_on': OfAccount,
  'account.two_factor_off': OfAccount,
  'account.recovery_codes_renewed': OfAccount,
  /** Its name: in `personal`. */
  'account.passkey_added': OfAccount,
  'account.passkey_removed': OfAccount,
  'account.google_linked': OfAccount,
  'account.google_unlinked': OfAccount,
  /** A file with everything about themselves. */
  'account.exported': OfAccount,
  /** Name, e-mail, phone: in `personal`. */
  'account.changed': OfAccount,
  'key.created': OfKey.extend({ changes: Changes }),
  'key.changed': OfKey.extend({ changes: Changes }),
  'key.deleted': OfKey,
  'business.created': OfBusiness,
  /** Its phone and e-mail: in `personal`. */
  'business.changed': OfBusiness.extend({ changes: Changes }),
  'form.created': OfForm,
  'form.changed': OfForm.extend({ changes: Changes }),
  'form.deleted': OfForm,
  'number.ordered': OfNumber.omit({ numberId: true }).extend({ orderId: id }),
  /** Whom it rings: in `personal`. */
  'number.changed': OfNumber.extend({ changes: Changes }),
  'number.released': OfNumber,
  'number.tested': OfNumber,
  'connection.added': OfConnection,
  /** New secrets of the account that there is. */
  'connection.changed': OfConnection,
  'connection.removed': OfConnection,
  'blacklist.added': OfBlacklist,
  'blacklist.removed': OfBlacklist,
  /** What was looked for: in `personal`. */
  'calls.exported': OfBusiness,
  'audit.exported': OfBusiness,
  'recording.heard': AboutCall.omit({ leadId: true }).extend({ recordingId: id, isDownload: z.boolean() }),
  'operation.started': OfOperation.extend({ leads: z.number().int() }),
  'operation.cancelled': OfOperation,
  /** A listed address was asked once more whether it wants notices. Which one: in `personal`, here and below. */
  'recipient.asked': OfRecipient,
  'recipient.confirmed': OfRecipient,
  'recipient.refused': OfRecipient,
  /** What had lain in the trash long enough is gone for good. */
  'leads.purged': OfBusiness.extend({ leads: z.number().int() }),
} as const
export type AuditPayloads = typeof auditPayloads
export type AuditEventName = keyof AuditPayloads
export const isAuditOnly = (name: EventName): name is AuditEventName => Object.hasOwn(auditPayloads, name)
