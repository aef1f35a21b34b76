import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { LeadProperty, leadFields } from '#contract/leads/lead-fields.ts'
import type { WhereField } from '#contract/leads/lead-where.ts'
import type { TargetState } from '#contract/leads/responses/responses.ts'
import { tagKey } from '#contract/leads/tags.ts'
import type { DB } from '../../platform/db/schema.ts'
import { parsePhone } from '../../platform/phones.ts'
import { isFollowUpSeen } from '../access/lead-scope.sql.ts'
import type { StoredValues } from '../lead-fields/values.rules.ts'
import { callFieldSql } from './call-fields.sql.ts'
import {
  type ConditionContext,
  choiceField,
  dateField,
  dateFieldSeen,
  type FieldSql,
  flagField,
  numberField,
  textField,
} from './field-kinds.sql.ts'
import { isDuplicate, lateBefore } from './leads.sql.ts'

const textOf = (column: string) => sql`coalesce(${sql.raw(column)}, '')`
const oneOf = (column: string, type: 'uuid' | 'text') => (values: readonly string[]) =>
  sql`${sql.raw(column)} = any(${values}::${sql.raw(type)}[])`

/** Conditions on the table `leads` for each field of contract/leads/lead-fields.ts. */
export const leadFieldSql: { [F in WhereField]: FieldSql<(typeof leadFields)[F]['kind']> } = {
  name: textField(sql`leads.name`),
  phone: textField(textOf('leads.phone'), { whole: (typed) => parsePhone(typed) ?? typed, part: partOfPhone }),
  email: textField(textOf('leads.email')),
  campaign: choiceField(oneOf('leads.campaign_id', 'uuid')),
  status: choiceField(oneOf('leads.status_id', 'uuid')),
  statusType: choiceField(
    (types) => sql`leads.status_id in (select s.id from lead_statuses s
      where s.business_id = leads.business_id and s.type = any(${types}::text[]))`,
  ),
  source: choiceField(oneOf('leads.source', 'text'), sql`leads.source = ''`),
  date: dateField(sql`leads.created_at`),
  assigned: choiceField(isAssigned, sql`leads.assigned_to is null`),
  value: numberField(sql`leads.value`),
  tag: choiceField(
    (tags) => sql`exists (select from lead_tags t
      where t.business_id = leads.business_id and t.lead_id = leads.id and t.key = any(${tags.map(tagKey)}::text[]))`,
    sql`leads.tags = '{}'`,
  ),
  unread: flagField(() => sql`leads.read_at is null`),
  // For readers who see masked contacts, no lead counts as a duplicate.
  duplicate: flagField(({ isMasked, scope }) =>
    isMasked ? sql`false` : sql`(leads.has_duplicate_contact and ${isDuplicate(sql.raw('leads'), scope)})`,
  ),
  utmSource: textField(textOf(`leads.utm->>'source'`)),
  utmMedium: textField(textOf(`leads.utm->>'medium'`)),
  utmCampaign: textField(textOf(`leads.utm->>'campaign'`)),
  utmContent: textField(textOf(`leads.utm->>'content'`)),
  utmTerm: textField(textOf(`leads.utm->>'term'`)),
  lastActivity: dateField(sql`leads.last_activity_at`),
  firstResponse: dateField(sql`leads.first_response_at`),
  responseDue: dateField(sql`case when leads.first_response_at is null then leads.response_due_at end`),
  late: flagField(() => sql`coalesce(leads.first_response_at is null and leads.response_due_at < now(), false)`),
  nextFollowUp: dateFieldSeen((context) => sql`(select min(f.due_at) ${openFollowUps(context)})`),
  followUpOverdue: flagField(
    (context) => sql`exists (select ${openFollowUps(context)}
      and f.due_at < ${lateBefore(context.businessId, { campaign: sql`leads.campaign_id`, at: sql`now()` })})`,
  ),
  meetingStatus: choiceField(oneOf('leads.meeting_status', 'text')),
  lostReason: textField(textOf('leads.lost_reason')),
  gender: choiceField(oneOf('leads.gender', 'text')),
  ...callFieldSql,
}

/** The lead's open follow-ups that the reader sees. */
const openFollowUps = ({ scope }: ConditionContext) => sql`from follow_ups f where f.business_id = leads.business_id
  and f.lead_id = leads.id and f.closed_at is null
  and ${isFollowUpSeen(scope, { lead: sql.raw('leads'), followUp: sql.raw('f') })}`

/** Drops separators and the leading zero of a national number, because phones are stored in E.164. */
function partOfPhone(typed: string) {
  const digits = typed.replace(/\D/g, '')
  return digits.replace(/^0+(?=\d)/, '') || typed
}

/** `people` holds user ids, and `none` for unassigned leads. */
function isAssigned(people: readonly string[]) {
  const ids = people.filter((one) => one !== 'none')
  const isAssignedToAny = oneOf('leads.assigned_to', 'uuid')(ids)
  if (!people.includes('none')) return isAssignedToAny
  return ids.length ? sql`(leads.assigned_to is null or ${isAssignedToAny})` : sql`leads.assigned_to is null`
}

type Stored = {
  column: keyof DB['leads']
  type: 'uuid' | 'text' | 'text[]' | 'bigint' | 'timestamptz' | 'jsonb'
  /** The part of the change event that stores the values: `payload` is permanent, `personal` can be erased. */
  event?: 'payload' | 'personal'
}
/** The fields of a lead that change after its creation. */
export const leadState = {
  campaignId: { column: 'campaign_id', type: 'uuid', event: 'payload' },
  statusId: { column: 'status_id', type: 'uuid', event: 'payload' },
  assignedTo: { column: 'assigned_to', type: 'uuid', event: 'payload' },
  name: { column: 'name', type: 'text', event: 'personal' },
  phone: { column: 'phone', type: 'text', event: 'personal' },
  email: { column: 'email', type: 'text', event: 'personal' },
  value: { column: 'value', type: 'bigint', event: 'payload' },
  source: { column: 'source', type: 'text', event: 'payload' },
  utm: { column: 'utm', type: 'jsonb' },
  tags: { column: 'tags', type: 'text[]', event: 'payload' },
  lostReason: { column: 'lost_reason', type: 'text', event: 'personal' },
  gender: { column: 'gender', type: 'text', event: 'personal' },
  /** Own fields. The event names each that changed (`fields.<key>`). */
  fields: { column: 'fields', type: 'jsonb', event: 'personal' },
  meetingStatus: { column: 'meeting_status', type: 'text', event: 'payload' },
  firstResponseAt: { column: 'first_response_at', type: 'timestamptz' },
  deletedAt: { column: 'deleted_at', type: 'timestamptz' },
  /** A merged lead is deleted as well. */
  mergedInto: { column: 'merged_into', type: 'uuid' },
  /** What it had won before it was merged. */
  pastSale: { column: 'past_sale', type: 'bigint' },
} as const satisfies Record<
  | (LeadProperty | 'fields' | 'source' | 'utm')
  | ('meetingStatus' | 'firstResponseAt' | 'deletedAt' | 'mergedInto' | 'pastSale'),
  Stored
>
export type StateField = keyof typeof leadState
export type LeadState = {
  [F in StateField]: F extends 'fields' ? StoredValues : Selectable<DB['leads']>[(typeof leadState)[F]['column']]
}
export const stateFields = Object.keys(leadState) as StateField[]

/** Leads of each state of the first-response target: the filter of the list, and the figures that open it. */
export const targetConditions: Record<TargetState, RawBuilder<unknown>> = {
  answered: sql`response_minutes is not null`,
  inTime: sql`first_response_at <= response_due_at`,
  tooLate: sql`response_due_at < coalesce(first_response_at, now())`,
  notYet: sql`(first_response_at is null and response_due_at >= now())`,
}
