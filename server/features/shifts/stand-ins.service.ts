import { absenceOn } from '#contract/shifts/person-shifts.ts'
import { NO_PLAN } from '#contract/shifts/shift-shapes.ts'
import type { NewStandIn, SwapShift } from '#contract/shifts/swaps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { lockShifts } from './shifts.queries.ts'
import type { ShiftContext } from './shifts.service.ts'
import { findSwap } from './swaps.queries.ts'
import { shiftsAhead } from './swaps.rules.ts'
import { endOutdated, readPeople, requireColleague, seenBy, writeSwap } from './swaps.service.ts'

/** What a colleague cannot take, or another one was asked for already. */
const LEFT: readonly string[] = ['swap_conflict', 'week_not_published', 'swap_exists']

/**
 * Asks a colleague to take the published shifts of an absence. Each shift is a request of its own, so that the colleague may
 * take some of them.
 */
export async function askStandIn(context: ShiftContext, { from, to, partnerId, note }: NewStandIn) {
  const { db, caller, now } = context
  const { businessId, userId } = caller
  const { ids, left } = await db.transaction().execute(async (tx) => {
    await lockShifts(tx, businessId)
    const people = await readPeople(tx, businessId, now)
    const me = people.get(userId)
    if (!me) throw new AppError('user_not_found')
    const partner = requireColleague(people, me, partnerId)
    const missed = shiftsAhead(me, now).filter(
      ({ day }) => day >= from && day <= to && absenceOn(me.plan ?? NO_PLAN, day),
    )
    if (!missed.length) throw new AppError('week_not_published')
    await endOutdated(tx, caller, { userIds: [userId], now })
    const asked: { ids: string[]; left: SwapShift[] } = { ids: [], left: [] }
    for (const gives of missed) {
      try {
        asked.ids.push(await writeSwap(tx, context, people, { me, partner, gives, takes: null, note }))
      } catch (error) {
        // Refused before anything was written.
        if (!(error instanceof AppError) || !LEFT.includes(error.code)) throw error
        asked.left.push(gives)
      }
    }
    return asked
  })
  if (!ids.length) throw new AppError('swap_conflict')
  const people = await readPeople(db, businessId, now)
  const swaps = await Promise.all(ids.map((id) => findSwap(db, businessId, id)))
  return {
    success: true as const,
    swaps: swaps.flatMap((swap) => (swap ? [seenBy(context, people, swap)] : [])),
    left,
  }
}
