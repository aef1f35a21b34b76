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
  number: [phone: string, label: string] | null
  answered_by: string | null
  answered: [name: string, image: string | null] | null
  answered_phone: string | null
  recording: CallRecording | null
}

/** What belongs to a call is looked up for each by itself: every join makes all columns pass through one step more. */
const columns = sql`c.id, c.direction, c.state, c.status, c.started_at, c.answered_at, c.ended_at, c.ring_s, c.talk_s, c.caller,
  c.erased_at, c.is_first_time, c.is_abandoned, c.is_test, c.campaign_id,
  (select k.name from campaigns k where k.business_id = c.business_id and k.id = c.campaign_id) as campaign_name,
  l.id as lead_id, l.name as lead_name, l.source as lead_source, nullif(l.tags, '{}') as lead_tags, c.number_id,
  (select array[n.phone, n.label] from virtual_numbers n where n.business_id = c.business_id and n.id = c.number_id) as number,
  c.answered_by, (select array[u.name, u.image] from users u where u.id = c.answered_by) as answered, c.answered_phone,
  (select json_build_object('kind', r.kind, 'state', r.state, 'seconds', r.seconds, 'channels', r.channels,
      'purgedAt', r.purged_at)
    from recordings r where r.business_id = c.business_id and r.call_id = c.id
    order by r.kind, r.created_at desc limit 1) as recording`

/** Leads out of sight stay unnamed. */
const joined = (sight: LeadSight) => sql`
  left join leads l on l.business_id = c.business_id and l.id = c.lead_id
    ${sight ? sql`and ${inSight(sight, sql.raw('l'))}` : sql``}`

/** The select that gives CallRows of the calls that `from` names `c`. Of recordings a talk goes before a message. */
export const callRows = (sight: LeadSight) => ({ columns, joined: joined(sight) })

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
  number: row.number_id ? { _id: row.number_id, phone: row.number?.[0] ?? '', label: row.number?.[1] ?? '' } : null,
  answeredBy: row.answered_by
    ? { _id: row.answered_by, name: row.answered?.[0] ?? '', image: row.answered?.[1] ?? null }
    : null,
  answeredPhone: row.answered_phone,
  recordLink: mayHear && row.recording?.state === 'stored' ? recordingPath(row.id) : null,
  recording: mayHear ? recordingOf(row) : null,
  isTest: row.is_test,
})

/** PostgreSQL writes a time in JSON with the offset of UTC. */
const recordingOf = ({ recording }: CallRow): CallRecording | null =>
  recording && { ...recording, purgedAt: recording.purgedAt?.replace('+00:00', 'Z') ?? null }
