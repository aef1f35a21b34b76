import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { actsEverywhere } from '#contract/roles.ts'
import { maskEmail, maskPhone } from '#contract/values/masks.ts'
import { type Caller, idOf } from '../../platform/http/caller.ts'
import { canInCampaign, leadScope, seesMasked, visibleCampaigns } from '../access/access.rules.ts'
import type { MeetingState } from './meeting-state.rules.ts'
import type { MeetingRow, MeetingSight, StoredMeeting } from './meetings.queries.ts'

type InCampaign = { campaignId: string }
/** Partners who see masked contacts may not invite the people behind them. */
export const canEditMeetings = (caller: Caller, { campaignId }: InCampaign) =>
  canInCampaign(caller, 'meetings.edit', campaignId) && !seesMasked(caller)

/** A key sees all meetings of its campaigns. */
export const sightOf = (caller: Caller): MeetingSight => ({
  scope: leadScope(caller),
  userId: idOf(caller),
  team:
    caller.kind === 'key' || actsEverywhere(caller.role)
      ? null
      : (visibleCampaigns(caller) ?? []).filter((id) => canInCampaign(caller, 'meetings.team', id)),
})

const ms = (at: string | null) => (at === null ? null : Date.parse(at))
const asTime = (at: number | null) => (at === null ? null : new Date(at).toISOString())

export const stateOf = (row: MeetingRow): MeetingState => ({
  status: row.status,
  cancelledBy: row.cancelled_by,
  statusBefore: row.status_before,
  outcome: row.outcome,
  guestWords: row.guest_words,
  startsAt: Date.parse(row.starts_at),
  endsAt: Date.parse(row.ends_at),
  offers: row.offers.map((at) => Date.parse(at)),
  openedAt: ms(row.opened_at),
  answeredAt: ms(row.answered_at),
  version: row.version,
  sequence: row.sequence,
})

/** `now`: a meeting that was moved ahead is not over any more. */
export const storedState = (state: MeetingState, now: Date): Partial<StoredMeeting> => ({
  status: state.status,
  cancelled_by: state.cancelledBy,
  status_before: state.statusBefore,
  outcome: state.outcome,
  guest_words: state.guestWords,
  starts_at: new Date(state.startsAt).toISOString(),
  ends_at: new Date(state.endsAt).toISOString(),
  offers: state.offers.map((at) => new Date(at).toISOString()),
  opened_at: asTime(state.openedAt),
  answered_at: asTime(state.answeredAt),
  version: state.version,
  sequence: state.sequence,
  is_over: state.endsAt <= now.getTime(),
})

const HIDDEN = ''
/** Contacts are masked for partners who see masks; what the guest wrote, and the customer's address, are hidden. */
export function toMeeting(row: MeetingRow, caller: Caller): Meeting {
  const isMasked = seesMasked(caller)
  const { guest_phone: phone, guest_email: email } = row
  return {
    _id: row.id,
    leadId: row.lead_id,
    leadName: row.lead_name,
    campaignId: row.campaign_id,
    campaignName: row.campaign_name,
    kind: row.kind,
    title: row.title,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    place: isMasked && row.kind === 'at_customer' ? HIDDEN : row.place,
    link: row.link,
    message: isMasked ? HIDDEN : row.message,
    guest: {
      name: row.guest_name,
      phone: phone && isMasked ? maskPhone(phone) : phone,
      email: email && isMasked ? maskEmail(email) : email,
      language: row.guest_language,
    },
    participants: row.participants,
    offers: row.offers,
    status: row.status,
    cancelledBy: row.cancelled_by,
    outcome: row.outcome,
    guestWords: isMasked && row.guest_words !== null ? HIDDEN : row.guest_words,
    isBooked: row.booking_page_id !== null,
    answers: isMasked ? [] : (row.answers ?? []),
    openedAt: row.opened_at,
    answeredAt: row.answered_at,
    createdBy: row.created_by,
    createdAt: row.created_at,
    version: row.version,
    notices: row.notices,
    canEdit: canEditMeetings(caller, { campaignId: row.campaign_id }),
  }
}

/** What an event says of a meeting. */
export const factsOf = (row: Pick<MeetingRow, 'id' | 'lead_id' | 'campaign_id'>, state: MeetingState) => ({
  campaignId: row.campaign_id,
  leadId: row.lead_id,
  meetingId: row.id,
  startsAt: new Date(state.startsAt).toISOString(),
  status: state.status,
  outcome: state.outcome,
})
