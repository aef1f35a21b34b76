import { type RawBuilder, sql } from 'kysely'
import type { leadFields } from '#contract/leads/lead-fields.ts'
import type { WhereField } from '#contract/leads/lead-where.ts'
import {
  type CallSight,
  type ConditionContext,
  choiceField,
  dateField,
  type FieldSql,
  flagField,
  numberField,
} from './field-kinds.sql.ts'

type Sql = RawBuilder<unknown>
type Campaigns = CallSight['read']

const among = (call: string, campaigns: Campaigns): Sql =>
  campaigns ? sql`and ${sql.raw(call)}.campaign_id = any(${campaigns}::uuid[])` : sql``
/** Calls of the lead in these campaigns. Only equalities, so the planner may hash it or start from the calls. */
const callsOfLead = (campaigns: Campaigns): Sql =>
  sql`from calls c where c.business_id = leads.business_id and c.lead_id = leads.id ${among('c', campaigns)}`
const isLast = (campaigns: Campaigns): Sql => sql`not exists (select from calls n where n.business_id = c.business_id
  and n.lead_id = c.lead_id and (n.started_at, n.id) > (c.started_at, c.id) ${among('n', campaigns)})`

/** A condition on the last call, aliased `c`. A lead without calls has no value, so negated rules match it. */
function ofLastCall<F extends FieldSql>({ kind, condition }: F) {
  const ofLead: FieldSql['condition'] = (rule, context) => {
    if (!context.calls) return sql`false`
    const { read } = context.calls
    if (rule.op === 'empty') return sql`not exists (select ${callsOfLead(read)})`
    if (rule.op === 'notEmpty') return sql`exists (select ${callsOfLead(read)})`
    if (rule.op === 'notIn') return sql`not ${ofLead({ ...rule, op: 'in' }, context)}`
    return sql`exists (select ${callsOfLead(read)} and ${condition(rule, context)} and ${isLast(read)})`
  }
  return { kind: kind as F['kind'], condition: ofLead }
}

const isInRange = {
  eq: (count: number, [value]: number[]) => count === value,
  gte: (count: number, [value = 0]: number[]) => count >= value,
  lte: (count: number, [value = 0]: number[]) => count <= value,
  between: (count: number, [from = 0, to = 0]: number[]) => count >= from && count <= to,
}

/** The number of a lead's calls. Leads with calls are found from the calls; all other leads have none. */
function countOfCalls(): FieldSql<'number'> {
  const counted = numberField(sql`count(*)`)
  const condition: FieldSql['condition'] = (rule, context) => {
    if (!context.calls) return sql`false`
    const op = rule.op === 'empty' ? 'lte' : rule.op === 'notEmpty' ? 'gte' : (rule.op as keyof typeof isInRange)
    const value = rule.op === 'empty' ? 0 : rule.op === 'notEmpty' ? 1 : rule.value
    const matches = counted.condition({ op, value }, context)
    const isNone = isInRange[op](0, [value].flat() as number[])
    // Row-level security limits the calls to the business. Comparing with the business of each lead would run the
    // subquery once per lead.
    return sql`leads.id ${sql.raw(isNone ? 'not in' : 'in')} (select c.lead_id from calls c where c.lead_id is not null
      ${among('c', context.calls.read)} group by c.lead_id having ${isNone ? sql`not (${matches})` : matches})`
  }
  return { kind: 'number', condition }
}

const isRecorded = ({ calls }: ConditionContext) =>
  calls ? sql`exists (select ${callsOfLead(calls.heard)} and c.has_recording)` : sql`false`

type CallField = { [F in WhereField]: 'calls' extends keyof (typeof leadFields)[F] ? F : never }[WhereField]
/** Conditions on the calls of a lead. The index calls_lead holds them. */
export const callFieldSql: { [F in CallField]: FieldSql<(typeof leadFields)[F]['kind']> } = {
  callStatus: ofLastCall(choiceField((statuses) => sql`c.status = any(${statuses}::text[])`)),
  callStart: ofLastCall(dateField(sql`c.started_at`)),
  callDuration: ofLastCall(numberField(sql`c.talk_s`)),
  callCount: countOfCalls(),
  callRecording: flagField(isRecorded),
}
