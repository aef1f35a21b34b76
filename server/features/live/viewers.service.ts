import { VIEWERS_MAX } from '#contract/leads/lead-viewers.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { requireLead } from '../leads/leads.service.ts'
import * as queries from './viewers.queries.ts'

type Look = { leadId: string; tabId: string; isHere: boolean }

/**
 * Notes that the caller has the lead open in a tab, or leaves it, and returns who else looks at it. When a person comes or
 * leaves, the streams of the others who look say so, in all processes: each of them may read the lead. Without a
 * transaction, so that of two who come at once the later one sees both.
 */
export async function lookAtLead({ db, caller }: { db: Db; caller: Member }, { leadId, tabId, isHere }: Look) {
  await requireLead({ db, caller }, leadId)
  const { businessId, userId } = caller
  const tab = { leadId, userId, tabId }
  const isArrival = isHere && (await queries.renewLease(db, businessId, tab))
  if (isArrival) await queries.deleteEnded(db, businessId)
  if (!isHere) await queries.deleteLease(db, businessId, tab)
  const all = await queries.listViewers(db, businessId, leadId)
  const others = all.filter(({ _id }) => _id !== userId).slice(0, VIEWERS_MAX)
  const isLeaving = !isHere && all.every(({ _id }) => _id !== userId)
  if (others.length && (isArrival || isLeaving))
    await queries.tellViewers(db, businessId, { leadId, userIds: others.map(({ _id }) => _id) })
  return { success: true as const, viewers: others }
}
