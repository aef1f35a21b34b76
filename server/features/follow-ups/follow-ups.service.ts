import type { followUpEvents } from '#contract/events/follow-ups.ts'
import type { FollowUp } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import { FOLLOW_UPS_LISTED, type FollowUpInput } from '#contract/leads/follow-ups/follow-ups.ts'
import { isErased } from '#contract/leads/leads.ts'
import type { Db } from '../../platform/db/db.ts'
import { onceInTransaction } from '../../platform/db/idempotency.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { leadScope } from '../access/access.rules.ts'
import { requireLead } from '../leads/leads.service.ts'
import type { FollowUpRow } from './follow-ups.queries.ts'
import * as queries from './follow-ups.queries.ts'
import { canFollowUp, canFollowUpForOthers, factsOf, toFollowUp } from './follow-ups.rules.ts'
import { requireFollower } from './followers.service.ts'

type FollowUpContext = { db: Db; caller: Member; now: Date; idempotencyKey: string | undefined }
type EventOf = keyof typeof followUpEvents
/** A lead whose follow-ups the caller may change, and the person whose follow-up it is. */
type Place = { tx: Db; caller: Member; leadId: string; campaignId: string; assignedTo: string | null; userId: string }

/** The caller's follow-ups of a lead and, with the right to it, those of colleagues. */
export async function findFollowUps({ db, caller }: Pick<FollowUpContext, 'db' | 'caller'>, leadId: string) {
  const lead = await requireLead({ db, caller }, leadId)
  const place = { campaignId: lead.campaign_id }
  if (!canFollowUp(caller, place)) throw new AppError('forbidden')
  const userId = canFollowUpForOthers(caller, place) ? null : caller.userId
  const rows = await queries.listFollowUps(db, caller.businessId, { leadId, userId, limit: FOLLOW_UPS_LISTED })
  return rows.map(toFollowUp)
}

export const findNextOfLeads = ({ db, caller }: Pick<FollowUpContext, 'db' | 'caller'>, leadIds: readonly string[]) =>
  queries.listNextOfLeads(db, caller.businessId, leadIds, leadScope(caller))

/** What a request asks for, so that its `Idempotency-Key` names this request alone. */
type Asked = { change: EventOf; [value: string]: unknown }
type Change = { of: OfPerson; asked: Asked; act: (place: Place) => Promise<FollowUp> }

/**
 * Runs a change of a lead's follow-ups in a transaction, one after another for each lead, and once for each
 * `Idempotency-Key`. For a repeat, it returns the follow-up as it is now; undefined if it is gone.
 */
async function changeOnLead(context: FollowUpContext, { of, asked, act }: Change): Promise<FollowUp | undefined> {
  const { db, caller } = context
  const { leadId } = of
  const made: { followUp?: FollowUp } = {}
  const id = await onceInTransaction(context, { ...of, ...asked }, async (tx) => {
    made.followUp = await act(await placeOf(tx, caller, of))
    return made.followUp._id
  })
  if (made.followUp) return made.followUp
  await requireLead({ db, caller }, leadId)
  const row = await queries.findFollowUp(db, caller.businessId, id)
  return row && toFollowUp(row)
}

async function changedOnLead(context: FollowUpContext, change: Change): Promise<FollowUp> {
  const followUp = await changeOnLead(context, change)
  if (!followUp) throw new AppError('follow_up_not_found')
  return followUp
}

/** Locks the follow-ups of the lead, if the caller may change those of this person. */
async function placeOf(tx: Db, caller: Member, of: OfPerson): Promise<Place> {
  const { leadId, userId = caller.userId, isTaking = false } = of
  const lead = await requireLead({ db: tx, caller }, leadId)
  const place = { campaignId: lead.campaign_id, assignedTo: lead.assigned_to }
  if (lead.deleted_at) throw new AppError('lead_not_found')
  if (!canFollowUp(caller, place)) throw new AppError('forbidden')
  if (isErased(lead)) throw new AppError('lead_erased')
  await queries.lockFollowUpsOf(tx, caller.businessId, leadId)
  if (userId !== caller.userId && !canFollowUpForOthers(caller, place)) {
    const given = { leadId, userId, giverId: caller.userId }
    if (!isTaking || !(await queries.isGivenBy(tx, caller.businessId, given))) throw new AppError('forbidden')
  }
  return { tx, caller, leadId, ...place, userId }
}

/**
 * `isTaking`: the caller takes back a follow-up that they gave to this person, which does not require the right to the
 * team's follow-ups.
 */
type OfPerson = { leadId: string; userId?: string | undefined; isTaking?: boolean }

async function requireOpen({ tx, caller, leadId, userId }: Place) {
  const id = await queries.findOpen(tx, caller.businessId, { leadId, userId })
  if (!id) throw new AppError('follow_up_not_found')
  return id
}

/** Reads the follow-up as it is now, and emits the event of the change. */
async function tellOf({ tx, caller, campaignId }: Place, id: string, event: EventOf): Promise<FollowUp> {
  const row = (await queries.findFollowUp(tx, caller.businessId, id)) as FollowUpRow
  await emit(tx, caller, event, factsOf(row, campaignId))
  return toFollowUp(row)
}

/** Sets the person's next action on the lead, in place of their open one. */
export const setFollowUp = (context: FollowUpContext, leadId: string, { userId, ...wanted }: FollowUpInput) =>
  changedOnLead(context, {
    of: { leadId, userId },
    asked: { change: 'follow_up.set', ...wanted },
    act: async (place) => {
      const { tx, caller } = place
      if (place.userId !== caller.userId) await requireFollower(tx, caller.businessId, place)
      const at = context.now.toISOString()
      const made = { id: newId(), leadId, userId: place.userId, ...wanted, createdBy: caller.userId, at }
      return tellOf(place, await queries.upsertFollowUp(tx, caller.businessId, made), 'follow_up.set')
    },
  })

export const removeFollowUp = (context: FollowUpContext, of: OfPerson) =>
  changeOnLead(context, {
    of,
    asked: { change: 'follow_up.removed' },
    act: async (place) => {
      const id = await requireOpen(place)
      const removed = await tellOf(place, id, 'follow_up.removed')
      await queries.deleteFollowUp(place.tx, place.caller.businessId, id)
      return removed
    },
  })

export const finishFollowUp = (context: FollowUpContext, of: OfPerson) =>
  changedOnLead(context, {
    of,
    asked: { change: 'follow_up.done' },
    act: async (place) => {
      const id = await requireOpen(place)
      const closed = { closed_at: context.now.toISOString(), ending: 'done' } as const
      await queries.updateFollowUp(place.tx, place.caller.businessId, id, closed)
      return tellOf(place, id, 'follow_up.done')
    },
  })

/** Opens the follow-up that the person closed last again; refused if they have another open one by now. */
export const reopenFollowUp = (context: FollowUpContext, of: OfPerson) =>
  changedOnLead(context, {
    of,
    asked: { change: 'follow_up.reopened' },
    act: async (place) => {
      const { tx, caller, leadId, userId } = place
      if (await queries.findOpen(tx, caller.businessId, { leadId, userId })) throw new AppError('follow_up_exists')
      const id = await queries.findClosed(tx, caller.businessId, { leadId, userId })
      if (!id) throw new AppError('follow_up_not_found')
      await queries.updateFollowUp(tx, caller.businessId, id, { closed_at: null, ending: null })
      return tellOf(place, id, 'follow_up.reopened')
    },
  })

/**
 * Once a person changes a follow-up that a status created, it no longer belongs to the status, and leaving the status
 * does not remove it.
 */
const owned = { brought_by: null, replaced: null } as const

export const snoozeFollowUp = (context: FollowUpContext, { dueAt, ...of }: OfPerson & { dueAt: string }) =>
  changedOnLead(context, {
    of,
    asked: { change: 'follow_up.snoozed', dueAt },
    act: async (place) => {
      const id = await requireOpen(place)
      const moved = { due_at: dueAt, reminded_at: null, ...owned }
      await queries.updateFollowUp(place.tx, place.caller.businessId, id, moved)
      return tellOf(place, id, 'follow_up.snoozed')
    },
  })

/**
 * Gives an open follow-up to a colleague, who must be able to read the lead and have no open one on it. People may give
 * away their own. Giving a colleague's requires the right to the team's follow-ups, unless the caller takes back one
 * that they gave.
 */
export const handOver = (context: FollowUpContext, { to, ...of }: OfPerson & { to: string }) =>
  changedOnLead(context, {
    of: { ...of, isTaking: to === context.caller.userId },
    asked: { change: 'follow_up.handed_over', to },
    act: async (place) => {
      const { tx, caller, leadId } = place
      const id = await requireOpen(place)
      await requireFollower(tx, caller.businessId, { ...place, userId: to })
      if (await queries.findOpen(tx, caller.businessId, { leadId, userId: to })) throw new AppError('follow_up_exists')
      const given = { user_id: to, given_by: caller.userId, reminded_at: null, ...owned }
      await queries.updateFollowUp(tx, caller.businessId, id, given)
      return tellOf(place, id, 'follow_up.handed_over')
    },
  })
