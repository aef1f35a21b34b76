import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { takeLead } from './intake.queries.ts'

type Written = {
  campaignId: string
  /** E.164. */
  phone: string
  text: string
}

/** A lead of whoever wrote to a number of the campaign, or a repeat enquiry of the one that this phone has there; the text is the enquiry. */
export async function createSmsLead(tx: Db, businessId: string, { campaignId, phone, text }: Written) {
  const { outcome, id } = await takeLead(tx, businessId, {
    leadId: newId(),
    enquiryId: newId(),
    eventId: newId(),
    actor: { system: true },
    keyId: null,
    campaignId,
    statusId: null,
    assignedTo: null,
    name: '',
    phone,
    email: null,
    source: 'sms',
    value: null,
    message: text || null,
    utm: {},
    clickIds: {},
    landingPage: null,
    referrer: null,
    raw: null,
    contentType: null,
    isRead: false,
    mayRepeat: false,
  })
  return outcome === 'created' || outcome === 'repeated' ? id : undefined
}
