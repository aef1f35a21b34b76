import type { Db } from '../../platform/db/db.ts'
import type { Author } from '../../platform/events/emit.ts'
import { patchLead, respondAt } from '../leads/change/lead-writer.rules.ts'
import { lockForWriting, writeLeads } from '../leads/change/lead-writer.service.ts'
import { leadStatusOf } from './meeting-state.rules.ts'
import { listStatuses } from './meetings.queries.ts'

type Why = {
  now: Date
  /** Set if an act on a meeting, whose own event the history shows, is the reason. */
  cause?: 'meeting'
  /** A person made a meeting, which answers the lead. */
  isResponse?: boolean
}
/** Writes the meeting status of leads where it differs from that of their meetings. */
export async function writeMeetingStatus(
  tx: Db,
  author: Author,
  leadIds: readonly string[],
  { now, cause, isResponse = false }: Why,
) {
  const leads = await lockForWriting(tx, author.businessId, leadIds, now)
  const meetings = Map.groupBy(await listStatuses(tx, author.businessId, leadIds), ({ leadId }) => leadId)
  const writes = leads.flatMap((before) => {
    const own = (meetings.get(before.id) ?? []).map((one) => ({
      ...one,
      startsAt: Date.parse(one.startsAt),
      endsAt: Date.parse(one.endsAt),
    }))
    const meetingStatus = leadStatusOf(own, now.getTime())
    const patch = { meetingStatus, ...(isResponse && respondAt(before, now.toISOString())) }
    const after = patchLead(before, patch, before.statusType)
    const isSame = before.meetingStatus === meetingStatus && before.firstResponseAt === after.firstResponseAt
    return isSame ? [] : [{ before, after }]
  })
  await writeLeads(tx, author, writes, { isActivity: cause !== undefined, ...(cause && { cause }) })
}
