import { isErased } from '#contract/leads/leads.ts'
import { MEETINGS_OF_LEAD, type NewMeeting } from '#contract/leads/meetings/meetings.ts'
import { onceInTransaction } from '../../platform/db/idempotency.ts'
import { emit } from '../../platform/events/emit.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockForWriting } from '../leads/change/lead-writer.service.ts'
import { requireLead } from '../leads/leads.service.ts'
import type { LeadRow } from '../leads/leads.sql.ts'
import { writeMeetingStatus } from './lead-status.service.ts'
import { makeLink } from './links.service.ts'
import { countComing, insertMeeting, type MeetingRow } from './meetings.queries.ts'
import { canEditMeetings, factsOf, stateOf, toMeeting } from './meetings.rules.ts'
import {
  addressedOf,
  guestColumns,
  type MeetingContext,
  participantsOf,
  requireMeeting,
  stretchOf,
} from './meetings.service.ts'
import { hoursOf, planNotices, requireContacts } from './notices.service.ts'
import { warningsOf } from './warnings.service.ts'

type MakingContext = MeetingContext & { idempotencyKey: string | undefined; publicUrl: string }

const guestOf = (lead: LeadRow, { guest, title }: NewMeeting) =>
  guest
    ? guestColumns(guest)
    : {
        // A lead may have no name yet.
        guest_name: lead.name || lead.phone || lead.email || title,
        guest_phone: lead.phone,
        guest_email: lead.email,
        guest_language: 'he' as const,
      }

/** Makes a meeting once for each `Idempotency-Key`. A repeat gets another link, because links are not stored. */
export async function makeMeeting(context: MakingContext, wanted: NewMeeting) {
  const { db, caller, now, publicUrl } = context
  const { businessId } = caller
  const id = await onceInTransaction(context, { change: 'meeting.made', ...wanted }, async (tx) => {
    const { leadId } = wanted
    const seen = await requireLead({ db: tx, caller }, leadId)
    if (seen.deleted_at) throw new AppError('lead_not_found')
    if (!canEditMeetings(caller, { campaignId: seen.campaign_id })) throw new AppError('forbidden')
    if (isErased(seen)) throw new AppError('lead_erased')
    await lockForWriting(tx, businessId, [leadId])
    if ((await countComing(tx, businessId, leadId, now)) >= MEETINGS_OF_LEAD) throw new AppError('too_many_meetings')
    const participants = await participantsOf(tx, caller, leadId, wanted.participantIds ?? [caller.userId])
    const { startsAt, endsAt } = stretchOf(wanted.startsAt, wanted.minutes)
    const { kind, title, place, link, message, offers, channels } = wanted
    const made = {
      ...{ id: newId(), lead_id: leadId, kind, title, place, link, message, offers },
      ...{ starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString(), is_over: endsAt <= now },
      ...guestOf(seen, wanted),
      participants: participants.map(({ _id }) => _id),
      status: 'Invitation Sent' as const,
      reminders: wanted.reminds ? channels : [],
      ...{ created_by: caller.userId, created_at: now.toISOString() },
    }
    await insertMeeting(tx, businessId, made)
    const row: MeetingRow = await requireMeeting(tx, caller, made.id)
    requireContacts(addressedOf(row), channels)
    const hours = await hoursOf(tx, businessId)
    const kindOfNotice = channels.length ? ('invitation' as const) : null
    await planNotices(tx, businessId, addressedOf(row), {
      kind: kindOfNotice,
      channels,
      hours,
      now,
      userId: caller.userId,
    })
    await emit(tx, caller, 'meeting.made', factsOf(row, stateOf(row)))
    await writeMeetingStatus(tx, caller, [leadId], { now, cause: 'meeting', isResponse: true })
    return made.id
  })
  const row = await requireMeeting(db, caller, id)
  const [url, warnings] = await Promise.all([
    makeLink(db, businessId, { meetingId: id, publicUrl }),
    warningsOf(db, businessId, {
      campaignId: row.campaign_id,
      startsAt: new Date(row.starts_at),
      endsAt: new Date(row.ends_at),
      participants: row.participants,
      except: id,
      now,
    }),
  ])
  return { meeting: toMeeting(row, caller), url, warnings }
}
