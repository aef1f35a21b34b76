import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { lockCaller, takeLead } from './intake.queries.ts'

type Caller = {
  campaignId: string
  /** E.164. */
  phone: string
  /** As the network named the caller; empty where it did not. */
  name: string
}

/**
 * The lead of whoever calls: the live one with this phone in the campaign, else a new one. To call again is no further
 * enquiry: it shows as a call. Undefined: the campaign is gone.
 */
export async function findOrCreateCallLead(tx: Db, businessId: string, { campaignId, phone, name }: Caller) {
  const known = await lockCaller(tx, businessId, { campaignId, phone })
  if (known) return { leadId: known, isNew: false }
  const { outcome, id } = await takeLead(tx, businessId, {
    leadId: newId(),
    enquiryId: newId(),
    eventId: newId(),
    actor: { system: true },
    keyId: null,
    campaignId,
    statusId: null,
    assignedTo: null,
    name,
    phone,
    email: null,
    source: 'call',
    value: null,
    message: null,
    utm: {},
    clickIds: {},
    landingPage: null,
    referrer: null,
    raw: null,
    contentType: null,
    isRead: false,
    mayRepeat: false,
  })
  if (outcome === 'campaign_not_found' || outcome === 'status_not_found') return undefined
  return { leadId: id, isNew: outcome === 'created' }
}
