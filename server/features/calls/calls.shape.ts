import { sql } from 'kysely'
import type { CallStatus } from '#contract/call-statuses.ts'
import type { Call, CallRecording, CallState } from '#contract/calls.ts'
import { maskPhone } from '#contract/masks.ts'
import type { LeadSight } from '../access/access.rules.ts'
import { inSight } from '../access/lead-sight.parts.ts'

/** A call with the names that belong to it, as `callRows` reads it. */
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
  erased_at: string | null
  is_first_time: boolean
  is_abandoned: boolean
  is_test: boolean
  campaign_id: string | null
  campaign_name: string | null
  lead_id: string | null
  lead_name: string | null
  lead_source: string | null
  lead_tags: string[] | null
  number_id: string | null
  number_phone: string | null
  number_label: string | null
  answered_by: string | null
  answered_name: string | null
  answered_image: string | null
  answered_phone: string | null
  recording_kind: CallRecording['kind'] | null
  recording_state: CallRecording['state'] | null
  recording_seconds: number | null
  recording_channels: number | null
  recording_purged_at: string | null
}

const columns = sql`c.id, c.direction, c.state, c.status, c.started_at, c.answered_at, c.ended_at, c.ring_s, c.talk_s, c.caller,
  c.erased_at, c.is_first_time, c.is_abandoned, c.is_test, c.campaign_id, k.name as campaign_name, l.id as lead_id,
  l.name as lead_name, l.source as lead_source, nullif(l.tags, '{}') as lead_tags, c.number_id, n.phone as number_phone,
  n.label as number_label, c.answered_by, u.name as answered_name, u.image as answered_image, c.answered_phone,
  r.kind as recording_kind, r.state as recording_state, r.seconds as recording_seconds, r.channels as recording_channels,
  r.purged_at as recording_purged_at`

/** Of calls that go by the name of `c`; Leads out of sight stay unnamed. A talk goes before a message. */
const joined = (sight: LeadSight) => sql`
  left join leads l on l.business_id = c.business_id and l.id = c.lead_id
    ${sight ? sql`and ${inSight(sight, sql.raw('l'))}` : sql``}
  left join campaigns k on k.business_id = c.business_id and k.id = c.campaign_id
  left join virtual_numbers n on n.business_id = c.business_id and n.id = c.number_id
  left join users u on u.id = c.answered_by
  left join lateral (select r.kind, r.state, r.seconds, r.channels, r.purged_at from recordings r
    where r.business_id = c.business_id and r.call_id = c.id order by r.kind, r.created_at desc limit 1) r on true`

/** The select that gives CallRows of the calls that `from` names `c`. */
export const callRows = (sight: LeadSight) => ({
  columns,
  joined: joined(sight),
})

export const recordingPath = (callId: string) => `/api/call/${callId}/recording`

/** `mayHear`: whether the reader has the right to its recording. `isMasked`: they are not shown the caller's whole number. */
export const toCall = (row: CallRow, { mayHear, isMasked }: { mayHear: boolean; isMasked: boolean }): Call => ({
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
  isWithheld: row.caller === null && row.erased_at === null,
  isFirstTime: row.is_first_time,
  isAbandoned: row.is_abandoned,
  lead: row.lead_id
    ? { _id: row.lead_id, name: row.lead_name ?? '', source: row.lead_source ?? '', tags: row.lead_tags ?? [] }
    : null,
  campaignId: row.campaign_id,
  campaignName: row.campaign_name,
  number: row.number_id ? { _id: row.number_id, phone: row.number_phone ?? '', label: row.number_label ?? '' } : null,
  answeredBy: row.answered_by
    ? { _id: row.answered_by, name: row.answered_name ?? '', image: row.answered_image }
    : null,
  answeredPhone: row.answered_phone,
  recordLink: mayHear && row.recording_state === 'stored' ? recordingPath(row.id) : null,
  recording: mayHear ? recordingOf(row) : null,
  isTest: row.is_test,
})

const recordingOf = (row: CallRow): CallRecording | null =>
  row.recording_kind && row.recording_state
    ? {
        kind: row.recording_kind,
        state: row.recording_state,
        seconds: row.recording_seconds,
        channels: row.recording_channels ?? 1,
        purgedAt: row.recording_purged_at,
      }
    : null
