import type { Db } from '../../../platform/db/db.ts'
import { touchCallerLead } from './intake.queries.ts'
import { type FromPhone, takeFromPhone } from './phone-intake.service.ts'

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
