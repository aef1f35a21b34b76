import type { Actor } from '#contract/events/events.ts'
import { clickIdFields, utmFields } from '#contract/leads/attribution.ts'
import type { NewLead } from '#contract/leads/leads.ts'
import type { Origin } from '../../../platform/events/emit.ts'
import { newId } from '../../../platform/ids.ts'
import type { StoredValues } from '../../lead-fields/values.rules.ts'

/** Input of the SQL function ingest_lead: validated and complete, with new ids. */
export type LeadInput = {
  leadId: string
  enquiryId: string
  eventId: string
  actor: Actor
  /** Set for users and API keys. */
  from?: Origin | undefined
  keyId: string | null
  campaignId: string
  statusId: string | null
  assignedTo: string | null
  name: string
  phone: string | null
  email: string | null
  source: string
  value: number | null
  fields: StoredValues
  message: string | null
  utm: Record<string, string>
  clickIds: Record<string, string>
  landingPage: string | null
  referrer: string | null
  raw: string | null
  contentType: string | null
  isRead: boolean
  /** Create a new lead even if the contact has one, whatever the policy: others must not learn that it has. */
  mayRepeat: boolean
  /** Other campaigns whose leads the enquiry may join, if the policy allows it; null: all. */
  joinsIn: readonly string[] | null
  /** A call or a text message, which joins the person's lead whatever the policy. */
  isConversation: boolean
  /** A person wants a second lead of someone who has one. */
  isSecond: boolean
}
type Given = Pick<LeadInput, 'actor' | 'campaignId' | 'name' | 'phone' | 'source'> & Partial<LeadInput>
/** Completes an input: fields that are not given are empty. */
export const leadInput = (given: Given): LeadInput => ({
  leadId: newId(),
  enquiryId: newId(),
  eventId: newId(),
  keyId: null,
  statusId: null,
  assignedTo: null,
  email: null,
  value: null,
  fields: {},
  message: null,
  utm: {},
  clickIds: {},
  landingPage: null,
  referrer: null,
  raw: null,
  contentType: null,
  isRead: false,
  mayRepeat: false,
  joinsIn: null,
  isConversation: false,
  isSecond: false,
  ...given,
})

/**
 * The lead fields that a person, an API key or a form sent. `source` applies if neither the input nor its UTM values
 * name a source.
 */
export const sentFields = (lead: NewLead, { phone, source }: Pick<LeadInput, 'phone' | 'source'>) => ({
  name: lead.name,
  phone,
  email: lead.email || null,
  source: sourceOf(lead, source),
  message: lead.message || null,
  utm: utmOf(lead),
  clickIds: clickIdsOf(lead),
  landingPage: lead.landingPage || null,
  referrer: lead.referrer || null,
})

const filled = (entries: (readonly [string, string | undefined])[]) =>
  Object.fromEntries(entries.filter((entry): entry is [string, string] => !!entry[1]))

/** UTM values, given as an object or as flat form fields; empty ones are dropped. */
const utmOf = (lead: NewLead) => filled(utmFields.map((field) => [field, lead.utm?.[field] || lead[`utm_${field}`]]))

const clickIdsOf = (lead: NewLead) => filled(clickIdFields.map((field) => [field, lead[field]]))

const sourcesOfUtm: [source: string, names: readonly string[]][] = [
  ['google_ads', ['google', 'google_ads', 'googleads', 'adwords']],
  ['meta', ['facebook', 'fb', 'instagram', 'ig', 'meta']],
]

/** The given source, otherwise the one that UTM values or click ids imply, otherwise `otherwise`. */
function sourceOf(lead: NewLead, otherwise: string): string {
  if (lead.source) return lead.source
  const { source = '' } = utmOf(lead)
  const clicks = clickIdsOf(lead)
  const byName = sourcesOfUtm.find(([, names]) => names.includes(source.toLowerCase()))
  if (byName) return byName[0]
  if (clicks.gclid || clicks.gbraid || clicks.wbraid) return 'google_ads'
  if (clicks.fbclid) return 'meta'
  return otherwise
}
