import type { NewLead } from '#contract/leads.ts'
import type { Db } from '../../../platform/db/db.ts'
import { once } from '../../../platform/db/idempotency.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { parsePhone } from '../../../platform/http/phones.ts'
import { newId } from '../../../platform/ids.ts'
import { clickIdsOf, sourceOf, utmOf } from '../leads.rules.ts'
import { type FormLead, hasMaskedReader, takeFormLead } from './intake.queries.ts'

type Form = { businessId: string; formId: string; campaignId: string; source: string }
/** What a form's visitor sent, checked against the form. */
type Sent = {
  lead: NewLead
  answers: FormLead['answers']
  consent: string | null
  raw: string
  /** Of the page that sent it: sent again, it changes nothing and gets the same answer. */
  idempotencyKey: string | undefined
}

/** Stores a lead that came through a form, or the repeat enquiry of the one that is there already. */
export async function createFormLead(db: Db, { businessId, formId, campaignId, source }: Form, sent: Sent) {
  const { lead, answers, consent, raw, idempotencyKey } = sent
  const taken: FormLead = {
    leadId: newId(),
    enquiryId: newId(),
    eventId: newId(),
    actor: { formId },
    keyId: null,
    formId,
    answers,
    consent,
    campaignId,
    statusId: null,
    assignedTo: null,
    name: lead.name,
    phone: (lead.phone && parsePhone(lead.phone)) || null,
    email: lead.email || null,
    source: sourceOf(lead, source),
    value: null,
    message: lead.message || null,
    utm: utmOf(lead),
    clickIds: clickIdsOf(lead),
    landingPage: lead.landingPage || null,
    referrer: lead.referrer || null,
    raw,
    contentType: 'application/json',
    isRead: false,
    // A partner can fill in the form too: a submission that joins a lead would confirm whose phone it is.
    mayRepeat: await hasMaskedReader(db, businessId, campaignId),
  }
  const store = async (tx: Db) => {
    const { outcome, leadId } = await takeFormLead(tx, businessId, taken)
    if (outcome === 'campaign_not_found') throw new AppError(outcome)
    if (outcome === 'status_not_found') throw new AppError('internal')
    return { outcome, leadId }
  }
  // One function is one transaction already.
  if (idempotencyKey === undefined) return store(db)
  const marked = { businessId, authorId: formId, key: idempotencyKey, body: raw }
  return db.transaction().execute((tx) => once(tx, marked, () => store(tx)))
}
