import { sql } from 'kysely'
import type { CallStatus } from '#contract/calls/call-statuses.ts'
import type { Call, CallRecording, CallState } from '#contract/calls/calls.ts'
import { LOG_UNDO_HOURS } from '#contract/calls/outgoing/terms.ts'
import { maskPhone } from '#contract/values/masks.ts'
import type { LeadScope } from '../access/access.rules.ts'
import { inScope } from '../access/lead-scope.sql.ts'
import type { Named } from '../names/names.cache.ts'

/** A call with its lead, as `callRows` reads it. */
export type CallRow = {
  id: string
  direction: Call['direction']
  state: CallState
  status: CallStatus | null
  started_at: string
  answered_at: string | null
  ended_at: string | null
  ring_s: number | null
  talk_s: number
  caller: string | null
  caller_text: string | null
  erased_at: string | null
  is_first_time: boolean
  is_abandoned: boolean
  is_test: boolean
  called: string
  made_by: string | null
  is_logged: boolean
  logged_at: string | null
  note: string
  campaign_id: string | null
  lead_id: string | null
  lead_name: string | null
  lead_source: string | null
  lead_tags: string[] | null
  number_id: string | null
  answered_by: string | null
  answered_phone: string | null
  passed_to: string[] | null
  recording: CallRecording | null
}

const columns = sql`c.id, c.direction, c.state, c.status, c.started_at, c.answered_at, c.ended_at, c.ring_s, c.talk_s, c.caller,
  c.caller_text, c.erased_at, c.is_first_time, c.is_abandoned, c.is_test, c.called, c.made_by, c.is_logged, c.logged_at, c.note,
  c.campaign_id, l.id as lead_id, l.name as lead_name, l.source as lead_source, nullif(l.tags, '{}') as lead_tags, c.number_id,
  c.answered_by, c.answered_phone, c.passed_to, c.recording`

/** Leads out of scope get no name. */
const joined = (sight: LeadScope) => sql`
  left join leads l on l.business_id = c.business_id and l.id = c.lead_id
    ${sight ? sql`and ${inScope(sight, sql.raw('l'))}` : sql``}`

/** Selects CallRows from calls aliased `c`. */
export const callRows = (sight: LeadScope) => ({ columns, joined: joined(sight) })

export const recordingPath = (callId: string) => `/api/call/${callId}/recording`

/** Ids to look up names for: campaigns, numbers and people. */
export function* idsOf(rows: readonly CallRow[]) {
  for (const { campaign_id, number_id, answered_by, passed_to, made_by } of rows) {
    yield made_by
    yield campaign_id
    yield number_id
    yield answered_by
    yield* passed_to ?? []
  }
}

type Reader = {
  /** Names by the ids from `idsOf`. */
  named: Named
  /** Whether the reader may hear its recording. */
  mayHear: boolean
  /** The reader sees the caller's number masked. */
  isMasked: boolean
}
export const toCall = (row: CallRow, { named, mayHear, isMasked }: Reader): Call => ({
  _id: row.id,
  direction: row.direction,
  state: row.state,
  status: row.status,
  startedAt: row.started_at,
  answeredAt: row.answered_at,
  endedAt: row.ended_at,
  ringSeconds: row.ring_s,
  duration: row.talk_s,
  caller: row.caller && isMasked ? maskPhone(row.caller) : row.caller,
  callerText: row.caller_text && isMasked ? maskPhone(row.caller_text) : row.caller_text,
  isWithheld: row.direction === 'inbound' && row.caller === null && row.caller_text === null && row.erased_at === null,
  isFirstTime: row.is_first_time,
  isAbandoned: row.is_abandoned,
  lead: row.lead_id
    ? { _id: row.lead_id, name: row.lead_name ?? '', source: row.lead_source ?? '', tags: row.lead_tags ?? [] }
    : null,
  campaignId: row.campaign_id,
  campaignName: (row.campaign_id && named.get(row.campaign_id)?.name) ?? null,
  number: row.number_id ? numberOf(row.number_id, named) : null,
  answeredBy: row.answered_by ? personOf(row.answered_by, named) : null,
  answeredPhone: row.answered_phone,
  passedTo: (row.passed_to ?? []).map((id) => personOf(id, named)),
  recordLink: mayHear && row.recording?.state === 'stored' ? recordingPath(row.id) : null,
  recording: mayHear ? row.recording : null,
  isTest: row.is_test,
  called: calledOf(row, isMasked),
  madeBy: row.made_by ? personOf(row.made_by, named) : null,
  logged: row.logged_at ? { note: row.note, removableUntil: removableUntil(row.logged_at) } : null,
})

function calledOf({ made_by, direction, called }: CallRow, isMasked: boolean) {
  if (!made_by || direction === 'inbound' || !called) return null
  return isMasked ? maskPhone(called) : called
}

export const removableUntil = (loggedAt: string) =>
  new Date(Date.parse(loggedAt) + LOG_UNDO_HOURS * 3_600_000).toISOString()

function numberOf(id: string, named: Named) {
  const { name = '', detail } = named.get(id) ?? {}
  return { _id: id, phone: name, label: detail ?? '' }
}

function personOf(id: string, named: Named) {
  const { name = '', detail = null } = named.get(id) ?? {}
  return { _id: id, name, image: detail }
}
