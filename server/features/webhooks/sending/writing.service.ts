import { SentMeeting, type WebhookData } from '#contract/webhooks/webhook-payloads.ts'
import type { DeliveryType } from '#contract/webhooks/webhook-types.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isTransient } from '../../../platform/db/outage.ts'
import type { ApiKey } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { findOwnCall } from '../../calls/calls.service.ts'
import { findMessageOfLead } from '../../conversations/conversations.service.ts'
import type { FieldDefinitions } from '../../lead-fields/values.rules.ts'
import { findEnquiries, findLeads } from '../../leads/leads.service.ts'
import { readMeeting } from '../../meetings/meetings.service.ts'
import { bodyText } from './bodies.rules.ts'
import { listUnwritten, putBodies, type Unwritten } from './sending.queries.ts'

const BATCH = 100

export type WriteDeps = Pick<Deps, 'tenants' | 'ownFields' | 'names' | 'now' | 'onError'>
type Writing = { db: Db; caller: ApiKey; own: FieldDefinitions; deps: WriteDeps }

/** Webhooks read as an API key of the whole business does. */
const readerOf = (businessId: string): ApiKey => ({
  ...{ kind: 'key', keyId: '', businessId, isClosing: false, ratePerMinute: 0, campaignIds: null },
  scopes: ['leads:read', 'calls:read', 'messages:read', 'meetings:read'],
})

/**
 * Writes the bodies of new deliveries of a business, soon after the events, so that they say what was so then, however much
 * later they are taken. Returns their number.
 */
export async function writeBodies(deps: WriteDeps, businessId: string): Promise<number> {
  const db = deps.tenants.scope({ businessId })
  const rows = await listUnwritten(db, businessId, BATCH)
  if (!rows.length) return 0
  const writing = { db, caller: readerOf(businessId), own: await deps.ownFields.find(businessId), deps }
  await putBodies(db, businessId, await bodiesOf(writing, rows))
  return rows.length
}

async function bodiesOf(writing: Writing, rows: readonly Unwritten[]) {
  const leads = await leadsOf(writing, rows)
  const enquiries = await enquiriesOf(writing, rows)
  return Promise.all(
    rows.map(async (row) => {
      const lead = leads.get(`${row.language} ${row.leadId}`)
      const enquiry = enquiries.get(row.facts.enquiryId ?? '') ?? null
      const { webhookId, eventId } = row
      try {
        const data = await dataOf(writing, row, { lead, enquiry })
        const body = data ? bodyText(writing.caller.businessId, row, data) : null
        return { webhookId, eventId, body, isFailed: false }
      } catch (error) {
        if (isTransient(error)) throw error
        writing.deps.onError(error)
        return { webhookId, eventId, body: null, isFailed: true }
      }
    }),
  )
}

/** The leads by language and id. */
async function leadsOf({ db, caller, own }: Writing, rows: readonly Unwritten[]) {
  const found = new Map<string, WebhookData<'lead.deleted'>['lead']>()
  for (const [language, some] of Map.groupBy(rows, ({ language }) => language)) {
    const ids = [...new Set(some.flatMap(({ leadId }) => leadId ?? []))]
    const leads = ids.length ? await findLeads({ db, caller, own, language }, ids) : []
    for (const lead of leads) found.set(`${language} ${lead._id}`, lead)
  }
  return found
}

async function enquiriesOf({ db, caller }: Writing, rows: readonly Unwritten[]) {
  const ids = rows.flatMap(({ facts }) => facts.enquiryId ?? [])
  const enquiries = ids.length ? await findEnquiries({ db, caller }, ids) : []
  return new Map(enquiries.map(({ raw: _, contentType: __, ...enquiry }) => [enquiry._id, enquiry]))
}

type About = { lead: WebhookData<'lead.deleted'>['lead'] | undefined; enquiry: WebhookData<'lead.created'>['enquiry'] }
type Data = { [T in DeliveryType]: WebhookData<T> }[DeliveryType]
/** What is sent; undefined: what it is about is gone. */
async function dataOf(writing: Writing, row: Unwritten, { lead, enquiry }: About): Promise<Data | undefined> {
  const { type, facts, leadId } = row
  const { db, caller, deps } = writing
  if (type.startsWith('call.')) {
    const call = facts.callId && (await findOwnCall({ db, caller, names: deps.names }, facts.callId))
    return call ? { call } : undefined
  }
  if (type.startsWith('message.')) {
    const message = leadId && facts.messageId && (await findMessageOfLead(db, caller.businessId, facts.messageId))
    return message && lead ? { leadId, campaignId: lead.campaignId, message } : undefined
  }
  if (type.startsWith('meeting.')) return facts.meetingId ? meetingOf(writing, facts.meetingId) : undefined
  if (!lead) return undefined
  if (type === 'lead.created' || type === 'lead.repeated') return { lead, enquiry }
  if (type === 'lead.updated') return { lead, changes: { ...facts.changes, ...row.personalChanges } }
  if (type === 'lead.merged' || type === 'lead.unmerged') return { lead, leadIds: facts.leadIds ?? [] }
  return { lead }
}

async function meetingOf({ db, caller }: Writing, id: string) {
  try {
    return { meeting: SentMeeting.parse(await readMeeting({ db, caller }, id)) }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
