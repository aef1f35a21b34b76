import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { type TakenLead, takeLead, touchCallerLead } from './intake.queries.ts'

type FromPhone = {
  source: 'call' | 'sms'
  campaignId: string
  /** E.164. */
  phone: string
  /** Empty where the network named nobody. */
  name: string
  /** What was written; null: nothing. */
  message: string | null
}

/** A lead of whom nothing is known but a phone and what the network says of it. */
export const leadFromPhone = (from: FromPhone): TakenLead => ({
  ...from,
  leadId: newId(),
  enquiryId: newId(),
  eventId: newId(),
  actor: { system: true },
  keyId: null,
  statusId: null,
  assignedTo: null,
  email: null,
  value: null,
  utm: {},
  clickIds: {},
  landingPage: null,
  referrer: null,
  raw: null,
  contentType: null,
  isRead: false,
  mayRepeat: false,
})

/** Takes it. Undefined: the campaign is gone. */
async function takeFromPhone(tx: Db, businessId: string, from: FromPhone) {
  const { outcome, id } = await takeLead(tx, businessId, leadFromPhone(from))
  if (outcome !== 'created' && outcome !== 'repeated') return undefined
  return { leadId: id, isNew: outcome === 'created' }
}

/**
 * The lead of whoever calls: the live one with this phone in the campaign, else a new one. To call again is no further
 * enquiry: it shows as a call. Undefined: the campaign is gone.
 */
export async function findOrCreateCallLead(
  tx: Db,
  businessId: string,
  caller: Pick<FromPhone, 'campaignId' | 'phone' | 'name'>,
) {
  const known = await touchCallerLead(tx, businessId, caller)
  if (known) return { leadId: known, isNew: false }
  return takeFromPhone(tx, businessId, { ...caller, source: 'call', message: null })
}

/** A lead of whoever wrote to a number of the campaign, or a repeat enquiry of the one that this phone has there; the text is the enquiry. */
export async function createSmsLead(
  tx: Db,
  businessId: string,
  { text, ...sender }: Pick<FromPhone, 'campaignId' | 'phone'> & { text: string },
) {
  const taken = await takeFromPhone(tx, businessId, { ...sender, source: 'sms', name: '', message: text || null })
  return taken?.leadId
}
