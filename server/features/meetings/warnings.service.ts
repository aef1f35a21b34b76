import type { MeetingWarning } from '#contract/leads/meetings/meeting-shapes.ts'
import type { User } from '#contract/team/users.ts'
import { openStateAt } from '#contract/working-hours/open-state.ts'
import type { Db } from '../../platform/db/db.ts'
import { calendarTimes } from '../calendars/busy.service.ts'
import { listAbsent } from '../shifts/absences.service.ts'
import { findAllHours } from '../working-hours/working-hours.service.ts'
import { listClashing } from './meetings.queries.ts'

type Asked = {
  campaignId: string
  startsAt: Date
  endsAt: Date
  participants: readonly User[]
  /** The meeting that is moved. */
  except?: string | undefined
  now: Date
}

/** What speaks against a time; it never forbids it. */
export async function warningsOf(db: Db, businessId: string, asked: Asked): Promise<MeetingWarning[]> {
  const { campaignId, startsAt, endsAt, participants, except, now } = asked
  const userIds = participants.map(({ _id }) => _id)
  const stretch = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  const [{ ofBusiness, ofCampaigns }, clashing, calendars, absent] = await Promise.all([
    findAllHours(db, businessId),
    listClashing(db, businessId, { userIds, ...stretch, except }),
    calendarTimes(db, businessId, userIds, { from: stretch.startsAt, to: stretch.endsAt, now }),
    listAbsent(db, businessId, { userIds, at: startsAt }),
  ])
  const hours = ofCampaigns.get(campaignId) ?? ofBusiness
  const closed = [startsAt, new Date(endsAt.getTime() - 1)]
    .map((at) => openStateAt(hours, at))
    .find(({ isOpen }) => !isOpen)
  const why = closed?.reason.kind
  const kind = why === 'shabbat' || why === 'holiday' ? why : 'closed'
  const of = (ids: readonly string[], warning: 'clash' | 'busy' | 'calendar_lost' | 'absent') =>
    participants.filter(({ _id }) => ids.includes(_id)).map((user) => ({ kind: warning, user }))
  return [
    ...(startsAt <= now ? [{ kind: 'past' as const, user: null }] : []),
    ...(closed ? [{ kind, user: null } as const] : []),
    ...of(clashing, 'clash'),
    ...of(
      calendars.times.map(({ userId }) => userId),
      'busy',
    ),
    ...of(calendars.lost, 'calendar_lost'),
    ...of(absent, 'absent'),
  ]
}
