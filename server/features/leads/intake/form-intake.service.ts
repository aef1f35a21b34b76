import type { NewLead } from '#contract/leads/leads.ts'
import type { Db } from '../../../platform/db/db.ts'
import { once } from '../../../platform/db/idempotency.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { parsePhone } from '../../../platform/http/phones.ts'
import { newId } from '../../../platform/ids.ts'
import { clickIdsOf, sourceOf, utmOf } from '../leads.rules.ts'
import { type FormLeadInput, hasMaskedReader, ingestFormLead } from './intake.queries.ts'

type Form = { businessId: string; formId: string; campaignId: string; source: string }
/** A submission, checked against the form. */
type Submission = {
  lead: NewLead
  answers: FormLeadInput['answers']
  consent: string | null
  raw: string
  /** A repeated key stores nothing and gets the same answer. */
  idempotencyKey: string | undefined
}

/** Stores a lead from a form, or a repeat enquiry of the contact’s live lead. */
export async function createFormLead(db: Db, { businessId, formId, campaignId, source }: Form, submission: Submission) {
  const { lead, answers, consent, raw, idempotencyKey } = submission
  const input: FormLeadInput = {
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
    // A partner can submit the form too: joining an existing lead would confirm whose phone it is.
    mayRepeat: await hasMaskedReader(db, businessId, campaignId),
  }
  const store = async (tx: Db) => {
    const { outcome, leadId } = await ingestFormLead(tx, businessId, input)
    if (outcome === 'campaign_not_found') throw new AppError(outcome)
    if (outcome === 'status_not_found') throw new AppError('internal')
    return { outcome, leadId }
  }
  // ingestFormLead is one statement and needs no transaction.
  if (idempotencyKey === undefined) return store(db)
  const request = { businessId, authorId: formId, key: idempotencyKey, body: raw }
  return db.transaction().execute((tx) => once(tx, request, () => store(tx)))
}
