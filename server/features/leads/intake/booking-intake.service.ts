import type { NewLead } from '#contract/leads/leads.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { storeFormConsent } from '../../consents/consents.service.ts'
import { hasMaskedReader, ingestLead, updateAnswers } from './intake.queries.ts'
import { leadInput, sentFields } from './lead-input.rules.ts'

type Booked = {
  campaignId: string
  source: string
  /** Who takes the meeting, and a lead that is new. */
  hostId: string
  /** E.164. */
  phone: string
  lead: NewLead
  answers: { label: string; value: string }[]
  /** The text to which the guest agreed. */
  consent: string | null
}

/**
 * Stores a lead of a booking page, or a repeat enquiry of the person's lead, as the business decided. A meeting needs a lead:
 * if enquiries of known people are refused, it is the one that the person has.
 */
export async function createBookingLead(tx: Db, businessId: string, booked: Booked) {
  const { campaignId, source, hostId, phone, lead, answers, consent } = booked
  const input = leadInput({
    ...sentFields(lead, { phone, source }),
    actor: { system: true },
    campaignId,
    assignedTo: hostId,
    // Members who see masked contacts can book, too: if they joined a lead, that would confirm a guessed phone.
    mayRepeat: await hasMaskedReader(tx, businessId, campaignId),
  })
  const { outcome, id: leadId, assigned_to: assignedTo } = await ingestLead(tx, businessId, input)
  if (outcome === 'campaign_not_found' || outcome === 'status_not_found') throw new AppError('booking_page_closed')
  if (answers.length || consent) await updateAnswers(tx, businessId, { enquiryId: input.enquiryId, answers, consent })
  if (consent) await storeFormConsent(tx, businessId, { phone, email: lead.email || null, wording: consent })
  return { leadId, assignedTo }
}
