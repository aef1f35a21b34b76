import { DELIVERY_RAW_SHOWN, type LeadDelivery, type LeadSource } from '#contract/lead-sources/lead-sources.ts'
import type { Deps } from '../../deps.ts'
import type { FieldDefinitions } from '../lead-fields/values.rules.ts'
import { addressOf, googleKeyOf } from './addresses.ts'
import type { SourceRow } from './lead-sources.queries.ts'
import { suggestedFor } from './naming.rules.ts'
import type { FoundField } from './reading/flattening.rules.ts'
import type { ShownRow } from './repairs.queries.ts'
import { fieldsOfStored } from './stored-fields.rules.ts'

type Presenting = Pick<Deps, 'env' | 'now'>
type Counted = SourceRow & { leads?: number; unread?: number; lastAt?: string | null }

export function toSource(deps: Presenting, row: Counted): LeadSource {
  const { id, key, sampleId: _, capturesUntil, leads = 0, unread = 0, lastAt = null, ...rest } = row
  const isCapturing = capturesUntil !== null && Date.parse(capturesUntil) > deps.now().getTime()
  return {
    ...rest,
    _id: id,
    address: addressOf(deps, row),
    googleKey: row.kind === 'google_ads' ? googleKeyOf(deps.env.secretKey, key) : null,
    capturesUntil: isCapturing ? capturesUntil : null,
    counts: { leads, unread, lastAt },
  }
}

export const toSample = (at: string, fields: readonly FoundField[], own: FieldDefinitions) => ({
  at,
  fields: fields.map((field) => ({ ...field, suggested: suggestedFor(field, own) })),
})

export const toDelivery = ({ leadId, leadCampaignId, leadName, fields, raw, ...row }: ShownRow): LeadDelivery => ({
  ...row,
  raw: raw.slice(0, DELIVERY_RAW_SHOWN).toWellFormed(),
  fields: fieldsOfStored(fields),
  lead: leadId && leadCampaignId ? { _id: leadId, campaignId: leadCampaignId, name: leadName ?? '' } : null,
})
