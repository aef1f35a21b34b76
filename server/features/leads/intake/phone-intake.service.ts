import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { type TakenLead, takeLead } from './intake.queries.ts'

export type FromPhone = {
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
export async function takeFromPhone(tx: Db, businessId: string, from: FromPhone) {
  const { outcome, id } = await takeLead(tx, businessId, leadFromPhone(from))
  if (outcome !== 'created' && outcome !== 'repeated') return undefined
  return { leadId: id, isNew: outcome === 'created' }
}
