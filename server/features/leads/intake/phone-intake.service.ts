import type { Db } from '../../../platform/db/db.ts'
import { ingestLead, touchLeadOfCaller } from './intake.queries.ts'
import { leadInput } from './lead-input.rules.ts'

type PhoneContact = {
  source: 'call' | 'sms' | 'whatsapp'
  campaignId: string
  /** E.164. */
  phone: string
  /** Caller name; empty if the network sent none. */
  name: string
  /** Text of the message; null if there is none. */
  message: string | null
}

/** Input of a lead with only a phone and a caller name. */
export const leadFromPhone = (from: PhoneContact) =>
  leadInput({ ...from, actor: { system: true }, isConversation: true })

/** Returns undefined if the campaign was deleted. */
async function ingestFromPhone(tx: Db, businessId: string, from: PhoneContact) {
  const { outcome, id } = await ingestLead(tx, businessId, leadFromPhone(from))
  if (outcome !== 'created' && outcome !== 'repeated') return undefined
  return { leadId: id, isNew: outcome === 'created' }
}

/**
 * Returns the caller’s live lead in the campaign, or creates one. A second call is not a repeat enquiry, because the
 * history shows the call. Returns undefined if the campaign was deleted.
 */
export async function findOrCreateCallLead(
  tx: Db,
  businessId: string,
  caller: Pick<PhoneContact, 'campaignId' | 'phone' | 'name'>,
) {
  const known = await touchLeadOfCaller(tx, businessId, caller)
  if (known) return { leadId: known, isNew: false }
  return ingestFromPhone(tx, businessId, { ...caller, source: 'call', message: null })
}

type Writer = Pick<PhoneContact, 'campaignId' | 'phone' | 'name'> & { text: string }
/** Creates a lead of a person who writes by WhatsApp for the first time, with the name that they have there. */
export const createWhatsAppLead = async (tx: Db, businessId: string, { text, ...sender }: Writer) =>
  (await ingestFromPhone(tx, businessId, { ...sender, source: 'whatsapp', message: text || null }))?.leadId

/** Stores a text message as an enquiry of the sender’s live lead in the campaign. Creates the lead if there is none. */
export async function createSmsLead(
  tx: Db,
  businessId: string,
  { text, ...sender }: Pick<PhoneContact, 'campaignId' | 'phone'> & { text: string },
) {
  const stored = await ingestFromPhone(tx, businessId, { ...sender, source: 'sms', name: '', message: text || null })
  return stored?.leadId
}
