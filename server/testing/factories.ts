import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { EventName, EventPayload } from '#contract/events/catalogue.ts'
import type { CounterDelta } from '#contract/events/leads.ts'
import { mentionsIn } from '#contract/leads/comments/mentions.ts'
import { responseStep } from '#contract/leads/responses/responses.ts'
import { dayOf } from '#contract/values/clock.ts'
import { weekHourOf } from '#contract/values/week-hours.ts'
import { counterDelta } from '../features/leads/leads.rules.ts'
import { firstStatuses, type SetStatus } from '../features/statuses/status-sets.ts'
import type { Db } from '../platform/db/db.ts'
import type { DB } from '../platform/db/schema.ts'
import { newId } from '../platform/ids.ts'

const ROWS_AT_ONCE = 1_000

/** Many rows in few statements. */
export const insertRows = <T extends keyof DB>(db: Db, table: T, rows: Insertable<DB[T]>[]) =>
  Promise.all(
    Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, i) =>
      db
        .insertInto(table)
        .values(rows.slice(i * ROWS_AT_ONCE, (i + 1) * ROWS_AT_ONCE))
        .execute(),
    ),
  )

/** An id of that moment; lists and histories are ordered by id. */
export function idAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0') + randomBytes(10).toString('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export type MadeBusiness = {
  businessId: string
  row: Insertable<DB['businesses']>
  statuses: Insertable<DB['lead_statuses']>[]
  /** By the English name: `statusId('Won')`. */
  statusId: (nameEn: StatusName) => string
}
export type StatusName = (typeof firstStatuses)[number]['nameEn']

/** A business with the first statuses. */
export function makeBusiness(values: Omit<Insertable<DB['businesses']>, 'business_id'>): MadeBusiness {
  const businessId = newId()
  const statuses = firstStatuses.map((status: SetStatus, position) => ({
    business_id: businessId,
    id: newId(),
    name_he: status.nameHe,
    name_en: status.nameEn,
    hue: status.hue,
    type: status.type,
    position,
    is_default: position === 0,
    asks: status.asks,
  }))
  const ids = new Map<string, string>(statuses.map(({ name_en, id }) => [name_en, id]))
  return {
    businessId,
    row: { ...values, business_id: businessId },
    statuses,
    statusId: (nameEn) => ids.get(nameEn) as string,
  }
}

export const makeUser = (
  values: Pick<Insertable<DB['users']>, 'name' | 'email'> & Partial<Insertable<DB['users']>>,
) => ({
  id: newId(),
  status: 'Active',
  ...values,
})

export const makeCampaign = (businessId: string, values: Omit<Insertable<DB['campaigns']>, 'business_id' | 'id'>) => ({
  business_id: businessId,
  id: newId(),
  ...values,
})

/** A lead with its history; `change`, `comment` and the others append to it, oldest first. */
export type MadeLead = {
  business: MadeBusiness
  row: Insertable<DB['leads']> & {
    id: string
    campaign_id: string
    status_id: string
    created_at: string
    source: string
  }
  enquiries: Insertable<DB['lead_enquiries']>[]
  comments: Insertable<DB['lead_comments']>[]
  commentVersions: Insertable<DB['lead_comment_versions']>[]
  events: Insertable<DB['events']>[]
}
/** Time and author of an act. */
type Act = { at: Date; by: { userId: string } | { keyId: string } | { system: true } }
type EnquiryValues = Omit<Insertable<DB['lead_enquiries']>, 'business_id' | 'id' | 'lead_id' | 'at'>
type LeadValues = Omit<Insertable<DB['leads']>, 'business_id' | 'id' | 'status_id' | 'source' | 'created_at'>

export function makeLead(business: MadeBusiness, act: Act, values: LeadValues & { enquiry: EnquiryValues }): MadeLead {
  const { enquiry, ...lead } = values
  const created = act.at.toISOString()
  const row = {
    business_id: business.businessId,
    id: idAt(act.at),
    status_id: business.statusId('New'),
    source: enquiry.source,
    created_at: created,
    last_activity_at: created,
    // A lead has the UTM of its first enquiry.
    utm: enquiry.utm === '{}' ? null : (enquiry.utm ?? null),
    ...lead,
  }
  const made: MadeLead = { business, row, enquiries: [], comments: [], commentVersions: [], events: [] }
  const enquiryId = addEnquiry(made, act, enquiry)
  happen(made, act, 'lead.created', { source: enquiry.source, enquiryId, counts: [weigh(made, 1)] })
  return made
}

export function repeat(made: MadeLead, act: Act, enquiry: EnquiryValues) {
  const enquiryId = addEnquiry(made, act, enquiry)
  happen(made, act, 'lead.repeated', { source: enquiry.source, enquiryId })
}

type Changeable = { statusId?: string; assignedTo?: string | null; value?: number | null; tags?: string[] }
/** The lost reason of a lead, as free text. */
type Lost = { lostReason: string }
export function change(made: MadeLead, act: Act, edit: Changeable, lost?: Lost) {
  const { row } = made
  const before = {
    statusId: row.status_id,
    assignedTo: row.assigned_to ?? null,
    value: row.value ?? null,
    tags: (row.tags ?? []) as string[],
  }
  const counted = weigh(made, -1)
  const after = { ...before, ...edit }
  made.row = { ...row, status_id: after.statusId, assigned_to: after.assignedTo, value: after.value, tags: after.tags }
  if (lost) made.row = { ...made.row, lost_reason: lost.lostReason }
  if (edit.statusId) respond(made, act)
  const names = Object.keys(edit) as (keyof Changeable)[]
  const changes = Object.fromEntries(names.map((name) => [name, [before[name], after[name]] as [unknown, unknown]]))
  const counts = [counted, weigh(made, 1)]
  const isUncounted =
    counted.statusId === counts[1]?.statusId &&
    counted.assignedTo === counts[1]?.assignedTo &&
    counted.value === -(counts[1]?.value ?? 0)
  const personal = lost && { changes: { lostReason: [null, lost.lostReason] } }
  happen(made, act, 'lead.changed', { changes, counts: isUncounted ? [] : counts, personal })
}

/** `former`: what it said before it was edited a minute later. */
type Said = { text: string; former?: string | undefined }
export function comment(made: MadeLead, { at, by }: Act & { by: { userId: string } }, { text, former }: Said) {
  const { business_id, id } = made.row
  const commentId = idAt(at)
  const row = { business_id, id: commentId, lead_id: id, user_id: by.userId, at: at.toISOString(), text }
  const mentioned = mentionsIn(text)
  const edited = former !== undefined && { revision: 1, edited_at: new Date(at.getTime() + 60_000).toISOString() }
  made.comments.push({ ...row, mentioned, ...edited })
  if (former !== undefined)
    made.commentVersions.push({ business_id, comment_id: commentId, revision: 0, at: row.at, text: former })
  const before = weigh(made, -1)
  respond(made, { at, by })
  const after = weigh(made, 1)
  const counts = before.response === after.response ? [] : [before, after]
  happen(made, { at, by }, 'lead.commented', { commentId, counts })
}

export function moveToTrash(made: MadeLead, act: Act) {
  happen(made, act, 'lead.deleted', { counts: [weigh(made, -1)] })
  made.row = { ...made.row, deleted_at: act.at.toISOString() }
}

function addEnquiry({ row, enquiries }: MadeLead, { at, by }: Act, values: EnquiryValues): string {
  const id = idAt(at)
  const keyId = 'keyId' in by ? by.keyId : null
  enquiries.push({ business_id: row.business_id, id, lead_id: row.id, at: at.toISOString(), key_id: keyId, ...values })
  return id
}

/** A person's first act counts as the first response, and marks the lead as read. */
function respond(made: MadeLead, { at }: Act) {
  const time = at.toISOString()
  const { first_response_at = time, read_at = time } = made.row
  made.row = { ...made.row, first_response_at, read_at }
}

type LeadEventInput<N extends EventName> = Omit<EventPayload<N>, 'leadId' | 'campaignId'> & {
  personal?: object | undefined
}
function happen<N extends EventName>(
  made: MadeLead,
  { at, by }: Act,
  name: N,
  { personal, ...rest }: LeadEventInput<N>,
) {
  const { business_id, id, campaign_id } = made.row
  if (name !== 'lead.deleted') made.row = { ...made.row, last_activity_at: at.toISOString() }
  made.events.push({
    business_id,
    id: idAt(at),
    campaign_id,
    lead_id: id,
    name,
    actor: JSON.stringify(by),
    payload: JSON.stringify({ leadId: id, campaignId: campaign_id, ...rest }),
    ...(personal && { personal: JSON.stringify(personal) }),
    at: at.toISOString(),
  })
}

function weigh({ row, business }: MadeLead, sign: 1 | -1): CounterDelta {
  const isWon = row.status_id === business.statusId('Won')
  return counterDelta(
    {
      campaignId: row.campaign_id,
      statusId: row.status_id,
      source: row.source,
      day: dayOf(row.created_at),
      hour: weekHourOf(row.created_at),
      response: responseStep(
        row.first_response_at
          ? Math.floor((Date.parse(String(row.first_response_at)) - Date.parse(row.created_at)) / 1_000)
          : null,
      ),
      total: 1,
      sales: isWon ? Number(row.value ?? 0) : 0,
      value: Number(row.value ?? 0),
      assignedTo: row.assigned_to ?? null,
    },
    sign,
  )
}
