import type { Language } from '#contract/constants.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { LeadMeetingStatus } from '#contract/leads/meetings/meeting-statuses.ts'
import type { ResponseClock } from '#contract/leads/responses/response-clock.ts'
import { type FieldDefinitions, shownValues } from '../lead-fields/values.rules.ts'
import type { Named } from '../names/names.cache.ts'
import type { ClockRow, LeadRow, OwnLeadRow } from './leads.sql.ts'

/** Ids of the campaigns, statuses and users that rows refer to. */
export function* idsOf(rows: readonly OwnLeadRow[]) {
  for (const { campaign_id, status_id, assigned_to } of rows) {
    yield campaign_id
    yield status_id
    yield assigned_to
  }
}

/** Adds the names of the campaign, the status and the assignee. `named` holds them by the ids from `idsOf`. */
export function withNames(row: OwnLeadRow, named: Named): LeadRow {
  const status = named.get(row.status_id)
  const person = row.assigned_to ? named.get(row.assigned_to) : undefined
  return {
    ...row,
    campaign_name: named.get(row.campaign_id)?.name ?? '',
    name_he: status?.name ?? '',
    name_en: status?.detail ?? '',
    assigned_name: person?.name ?? null,
    assigned_image: person?.detail ?? null,
  }
}

export const statusName = (status: { name_he: string; name_en: string }, language: Language) =>
  language === 'he' ? status.name_he : status.name_en

type Reader = { language: Language; own: FieldDefinitions; isMasked: boolean }
/** `changesAt`: when the campaign closes if it is open, else when it opens. */
export function clockOf({ target, minutes, opens_at, closes_at }: ClockRow, now: Date): ResponseClock {
  const isRunning = opens_at !== null && new Date(opens_at) <= now
  return { target, minutes, isRunning, changesAt: isRunning ? closes_at : opens_at }
}

/** `duplicates`: ids of the rows that are duplicates. */
export const toLead = (row: LeadRow, { language, own, isMasked }: Reader, duplicates: ReadonlySet<string>): Lead => ({
  _id: row.id,
  name: row.name,
  phone: row.phone,
  email: row.email,
  campaignId: row.campaign_id,
  campaignName: row.campaign_name,
  statusId: row.status_id,
  status: statusName(row, language),
  source: row.source,
  utm: row.utm ?? {},
  date: row.created_at,
  assignedTo: row.assigned_to
    ? { _id: row.assigned_to, name: row.assigned_name ?? '', image: row.assigned_image }
    : null,
  value: row.value,
  tags: row.tags ?? [],
  fields: shownValues(own, row.fields, isMasked),
  isRead: row.read_at !== null,
  lastActivityAt: row.last_activity_at,
  firstResponseAt: row.first_response_at,
  responseDueAt: row.response_due_at,
  responseMinutes: row.response_minutes,
  isDuplicate: row.has_duplicate_contact && duplicates.has(row.id),
  doNotCall: row.do_not_call,
  meetingStatus: row.meeting_status as LeadMeetingStatus,
  deletedAt: row.deleted_at,
})
