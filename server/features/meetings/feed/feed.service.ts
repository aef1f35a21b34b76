import type { Deps } from '../../../deps.ts'
import { leadScope } from '../../access/access.rules.ts'
import { findOwnBusinesses } from '../../users/users.service.ts'
import { type CalendarItem, calendarOf } from '../calendar-file.rules.ts'
import { listForFeed, type MeetingRow } from '../meetings.queries.ts'
import { toMeeting } from '../meetings.rules.ts'

const DAY_MS = 86_400_000
/** Meetings of the last weeks stay in the file, so that calendars that replace all of it keep them for a while. */
const PAST_DAYS = 30

type FeedDeps = Pick<Deps, 'tenants' | 'access' | 'env' | 'now'>
/** The meetings of a person in all of their open businesses, as they may see them. */
export async function findFeedFile({ tenants, access, env, now }: FeedDeps, userId: string): Promise<string> {
  const at = now()
  const from = new Date(at.getTime() - PAST_DAYS * DAY_MS).toISOString()
  const items: CalendarItem[] = []
  for (const { business_id: businessId } of await findOwnBusinesses(tenants.scope({ userId }))) {
    const member = await access.findAbsentMember({ userId, businessId })
    if (!member || member.isClosing) continue
    const db = tenants.scope({ businessId, userId })
    const rows = await listForFeed(db, businessId, { userId, scope: leadScope(member), from })
    const urlOf = (row: MeetingRow) => `${env.publicUrl}/b/${businessId}/meetings?meeting=${row.id}`
    items.push(
      ...rows.map((row) => {
        const { title, guest, place, link, message, startsAt, endsAt, status } = toMeeting(row, member)
        return {
          ...{ id: row.id, sequence: row.sequence, startsAt, endsAt, place, link, status },
          summary: [title, guest.name].filter(Boolean).join(' · '),
          description: [message, link, urlOf(row)].filter(Boolean).join('\n'),
        }
      }),
    )
  }
  return calendarOf(items, { method: 'PUBLISH', publicUrl: env.publicUrl, now: at, name: 'Leadline' })
}
