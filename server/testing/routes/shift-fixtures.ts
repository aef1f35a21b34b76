import { shiftRoutes } from '#contract/shifts/shifts.ts'
import { dayOf, firstOfWeek, plusDays } from '#contract/values/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { testApp } from '../test-app.ts'
import type { TestMember } from '../test-business.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Business = Pick<Awaited<ReturnType<App['newBusiness']>>, 'businessId' | 'db' | 'member'>

export const MORNING = { from: '08:00', to: '12:00', isOnCall: false }
/** The morning of every day. */
export const mornings = Array.from({ length: 7 }, () => [MORNING])
const free: typeof mornings = Array.from({ length: 7 }, () => [])
/** The Sunday of a week ahead. */
export const weekAhead = (weeks: number, now = new Date()) => plusDays(firstOfWeek(dayOf(now)), 7 * weeks)

/** A member's published week: mornings, or free. */
export async function publishMornings({ businessId, db }: Business, userId: string, week: string, days = mornings) {
  const published = { published: JSON.stringify(days), published_at: new Date().toISOString() }
  await db
    .insertInto('shift_weeks')
    .values({ business_id: businessId, user_id: userId, week, ...published })
    .onConflict((conflict) => conflict.columns(['business_id', 'week', 'user_id']).doUpdateSet(published))
    .execute()
}

/** A request that another member takes the asker's Sunday morning of a week ahead. */
export async function swapOf(business: Business, { askerId, partnerId, state = 'asked' }: Asked) {
  const { businessId, db } = business
  const [id, week] = [newId(), weekAhead(2)]
  const [before, after] = [
    { asker: undefined, partner: free },
    { asker: free, partner: undefined },
  ]
  const has = state === 'approved' ? after : before
  await publishMornings(business, askerId, week, has.asker)
  await publishMornings(business, partnerId, week, has.partner)
  const gives = JSON.stringify({ ...MORNING, day: week })
  const begins_at = new Date(Date.parse(`${week}T06:00:00Z`)).toISOString()
  // One open request for a shift.
  await db.deleteFrom('shift_swaps').where('asker_id', '=', askerId).execute()
  await db
    .insertInto('shift_swaps')
    .values({
      ...{ business_id: businessId, id, asker_id: askerId, partner_id: partnerId, gives, state, begins_at },
      decided_at: state === 'approved' ? new Date().toISOString() : null,
    })
    .execute()
  return id
}
type Asked = { askerId: string; partnerId: string; state?: 'asked' | 'accepted' | 'approved' }

/** Rows for the requests about shifts. */
export function shiftFixtures(it: App, business: Business, owner: TestMember) {
  const admin = async () => (await business.member('Admin')).userId
  let weeks = 2
  return {
    /** A swap that this person may accept, and one that they asked for; an accepted one. */
    swapTo: async (userId: string) => swapOf(business, { askerId: await admin(), partnerId: userId }),
    swapOf: async (userId: string) => swapOf(business, { askerId: userId, partnerId: await admin() }),
    acceptedSwap: async () => swapOf(business, { askerId: await admin(), partnerId: await admin(), state: 'accepted' }),
    approvedSwap: async () => swapOf(business, { askerId: await admin(), partnerId: await admin(), state: 'approved' }),
    /** A shift of this person that can be swapped. */
    shift: async (userId: string) => {
      weeks += 1
      await publishMornings(business, userId, weekAhead(weeks))
      return { day: weekAhead(weeks), from: MORNING.from }
    },
    /** A shift of this person on a day on which they are away. */
    missedShift: async (userId: string) => {
      weeks += 1
      const day = weekAhead(weeks)
      await publishMornings(business, userId, day)
      const plan = JSON.stringify({ weekly: [], exceptions: [{ kind: 'vacation', from: day, to: day }] })
      await business.db
        .insertInto('shift_plans')
        .values({ business_id: business.businessId, user_id: userId, plan })
        .onConflict((conflict) => conflict.columns(['business_id', 'user_id']).doUpdateSet({ plan }))
        .execute()
      return { day }
    },
    /** A colleague who is free in a week. */
    partner: async (week: string) => {
      const userId = await admin()
      await publishMornings(business, userId, week, free)
      return userId
    },
    /** A week with a draft of a new member, as the Owner sees it. */
    draftedWeek: async () => {
      const week = weekAhead(1)
      const row = { business_id: business.businessId, user_id: await admin(), week: plusDays(week, -7) }
      const next = { ...row, week, draft: JSON.stringify([[{ ...MORNING, to: '13:00' }], ...mornings.slice(1)]) }
      await publishMornings(business, row.user_id, row.week)
      await business.db.insertInto('shift_weeks').values(next).execute()
      const { body } = await it.send(shiftRoutes.grid, owner, { query: { from: week, to: plusDays(week, 6) } })
      return { week, revision: body.weeks[0]?.revision ?? '' }
    },
  }
}
