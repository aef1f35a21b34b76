import type { NewLead } from '#contract/leads/leads.ts'
import type { Db } from '../../../platform/db/db.ts'
import { once } from '../../../platform/db/idempotency.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { parsePhone } from '../../../platform/phones.ts'
import { storeFormConsent } from '../../consents/consents.service.ts'
import { type FieldDefinitions, readValues, withDefaults } from '../../lead-fields/values.rules.ts'
import { type FormLeadInput, hasMaskedReader, ingestFormLead } from './intake.queries.ts'
import { leadInput, sentFields } from './lead-input.rules.ts'

type Form = { businessId: string; formId: string; campaignId: string; source: string }
/** A submission, checked against the form. */
type Submission = {
  lead: NewLead
  /** The own fields of the business. */
  own: FieldDefinitions
  answers: FormLeadInput['answers']
  consent: string | null
  raw: string
  /** A request with a repeated key stores nothing and gets the same reply. */
  idempotencyKey: string | undefined
}

/** Stores a lead from a form, or a repeat enquiry of the contact’s live lead, or refuses it: the visitor sees no difference. */
export async function createFormLead(db: Db, { businessId, formId, campaignId, source }: Form, submission: Submission) {
  const { lead, own, answers, consent, raw, idempotencyKey } = submission
  const phone = (lead.phone && parsePhone(lead.phone)) || null
  const input: FormLeadInput = {
    ...leadInput({
      ...sentFields(lead, { phone, source }),
      actor: { formId },
      campaignId,
      fields: withDefaults(own, readValues(own, lead.fields ?? {}, campaignId).values, campaignId),
      raw,
      contentType: 'application/json',
      // Members who see masked contacts can submit the form, too. If their submission joined an existing lead, that
      // would confirm a guessed phone.
      mayRepeat: await hasMaskedReader(db, businessId, campaignId),
    }),
    formId,
    answers,
    consent,
  }
  const store = async (tx: Db) => {
    const { outcome, leadId } = await ingestFormLead(tx, businessId, input)
    if (outcome === 'campaign_not_found') throw new AppError(outcome)
    if (outcome === 'status_not_found') throw new AppError('internal')
    if (consent && outcome !== 'refused')
      await storeFormConsent(tx, businessId, { phone, email: lead.email || null, wording: consent })
    return { outcome, leadId }
  }
  // Without a consent to store, it is one statement and needs no transaction.
  if (idempotencyKey === undefined) return consent ? db.transaction().execute(store) : store(db)
  const request = { businessId, authorId: formId, key: idempotencyKey, body: raw }
  return db.transaction().execute((tx) => once(tx, request, () => store(tx)))
}
