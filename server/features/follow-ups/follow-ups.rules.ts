import type { FollowUp } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { canInCampaign } from '../access/access.rules.ts'
import type { FollowUpRow } from './follow-ups.queries.ts'

type InCampaign = { campaignId: string }
export const canFollowUp = (caller: Caller, { campaignId }: InCampaign) =>
  canInCampaign(caller, 'followUps.edit', campaignId)
/** Whether the caller sees and changes follow-ups of colleagues. */
export const canFollowUpForOthers = (caller: Caller, { campaignId }: InCampaign) =>
  canInCampaign(caller, 'followUps.team', campaignId)

const personOf = (id: string | null, name: string | null, image: string | null) =>
  id === null ? null : { _id: id, name: name ?? '', image }

export const toFollowUp = (row: FollowUpRow): FollowUp => ({
  _id: row.id,
  leadId: row.lead_id,
  action: row.action,
  dueAt: row.due_at,
  lateFrom: row.late_from,
  note: row.note,
  user: { _id: row.user_id, name: row.user_name, image: row.user_image },
  createdBy: personOf(row.created_by, row.created_name, row.created_image),
  createdAt: row.created_at,
  closedAt: row.closed_at,
  ending: row.ending,
})

/** The facts about a follow-up that an event contains. */
export const factsOf = (row: FollowUpRow, campaignId: string) => ({
  campaignId,
  leadId: row.lead_id,
  followUpId: row.id,
  action: row.action,
  dueAt: row.due_at,
  assignedTo: row.user_id,
  ...(row.note && { personal: { note: row.note } }),
})
