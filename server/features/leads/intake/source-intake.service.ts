import type { Db } from '../../../platform/db/db.ts'
import type { FieldDefinitions } from '../../lead-fields/values.rules.ts'
import { withDefaults } from '../../lead-fields/values.rules.ts'
import { isAssignable } from '../change/lead-writer.rules.ts'
import { type RowValues, storedFields } from '../import/rows.rules.ts'
import { findAssignable } from '../lead-references.queries.ts'
import { hasMaskedReader, ingestLead, markEnquiryOfSource } from './intake.queries.ts'
import { leadInput, sentFields } from './lead-input.rules.ts'

const RAW_MAX = 65_536

type Place = {
  businessId: string
  sourceId: string
  campaignId: string
  /** The source of leads whose request names none. */
  source: string
  statusId: string | null
  assignedTo: string | null
}
type Sent = {
  values: RowValues
  own: FieldDefinitions
  landingPage: string | null
  referrer: string | null
  clickIds: Record<string, string>
  notes: { label: string; value: string }[]
  raw: string | null
  contentType: string | null
  /** A new lead even if a lead has the contact, which is not the person's own. */
  isSecond?: boolean
}

/**
 * Stores a lead that another system sent, or a repeat enquiry of the contact's live lead, or refuses it, as for all leads.
 * Undefined: the campaign was deleted. A default that does not exist any more is left out.
 */
export async function createSourceLead(tx: Db, { businessId, sourceId, campaignId, ...defaults }: Place, sent: Sent) {
  const { values, own, notes, clickIds } = sent
  const { phone = null, email = null, message = null } = values
  const assignedTo = await assignable(tx, businessId, { campaignId, assignedTo: defaults.assignedTo })
  const input = leadInput({
    ...sentFields(
      { name: values.name ?? '', ...(values.source && { source: values.source }), utm: values.utm, ...clickIds },
      { phone, source: defaults.source },
    ),
    ...{ actor: { sourceId }, campaignId, email, message, assignedTo, clickIds },
    ...{ statusId: values.statusId ?? defaults.statusId, value: values.value ?? null },
    fields: withDefaults(own, storedFields(values, own, campaignId), campaignId),
    landingPage: sent.landingPage,
    referrer: sent.referrer,
    // PostgreSQL stores no half of a surrogate pair, which truncation may leave.
    raw: sent.raw?.slice(0, RAW_MAX).replaceAll('\0', '\ufffd').toWellFormed() ?? null,
    contentType: sent.contentType?.slice(0, 200) ?? null,
    // Members who see masked contacts can write to a public form that sends here.
    mayRepeat: await hasMaskedReader(tx, businessId, campaignId),
    isSecond: sent.isSecond ?? false,
  })
  const first = await ingestLead(tx, businessId, input)
  // A status that was deleted, or is hidden in the campaign, must not cost the lead.
  const { outcome, id } =
    first.outcome === 'status_not_found' ? await ingestLead(tx, businessId, { ...input, statusId: null }) : first
  if (outcome === 'campaign_not_found') return undefined
  if (outcome === 'status_not_found') throw new Error('The business has no default status')
  if (outcome !== 'refused') await markEnquiryOfSource(tx, businessId, { enquiryId: input.enquiryId, sourceId, notes })
  return { outcome, leadId: id }
}

type Wanted = { campaignId: string; assignedTo: string | null }
async function assignable(tx: Db, businessId: string, { campaignId, assignedTo }: Wanted) {
  if (assignedTo === null) return null
  return isAssignable(await findAssignable(tx, businessId, assignedTo), campaignId) ? assignedTo : null
}
