import type { Db } from '../../../platform/db/db.ts'
import { type FromPhone, takeFromPhone } from './phone-intake.service.ts'

/** A lead of whoever wrote to a number of the campaign, or a repeat enquiry of the one that this phone has there; the text is the enquiry. */
export async function createSmsLead(
  tx: Db,
  businessId: string,
  { text, ...sender }: Pick<FromPhone, 'campaignId' | 'phone'> & { text: string },
) {
  const taken = await takeFromPhone(tx, businessId, { ...sender, source: 'sms', name: '', message: text || null })
  return taken?.leadId
}
