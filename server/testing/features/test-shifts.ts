import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Shift, ShiftPlan, WeekShifts } from '#contract/shifts/shift-shapes.ts'
import { shiftRoutes } from '#contract/shifts/shifts.ts'
import { type NewSwap, swapRoutes } from '#contract/shifts/swaps.ts'
import { plusDays } from '#contract/values/clock.ts'
import type { Credentials, testApp } from '../test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type As = Partial<Credentials>

export const aShift = (from: string, to: string, isOnCall = false): Shift => ({ from, to, isOnCall })
/** The same shifts on every day of the week. */
export const everyDay = (...shifts: Shift[]): WeekShifts => Array.from({ length: 7 }, () => shifts)
/** A plan of the same shifts every day, with exceptions. */
export const planOf = (shifts: Shift[], exceptions: ShiftPlan['exceptions'] = []): ShiftPlan => ({
  weekly: [{ days: everyDay(...shifts), validFrom: null, validTo: null }],
  exceptions,
})

/** Acts on shifts, and a business with an Owner and two Writers of one campaign. */
export function testShifts(it: App) {
  const read = async (as: As) => (await it.send(shiftRoutes.own, as, {})).body
  const set = (as: As, plan: ShiftPlan, expected = 0) =>
    it.send(shiftRoutes.changeOwn, as, { body: { plan, expected } })
  const pause = (as: As, until: string | null) => it.send(shiftRoutes.pauseOwn, as, { body: { until } })
  const grid = (as: As, from: string, weeks = 1) =>
    it.send(shiftRoutes.grid, as, { query: { from, to: plusDays(from, weeks * 7 - 1) } })
  const week = async (as: As, from: string) => {
    const [found] = (await grid(as, from)).body.weeks
    if (!found) throw new Error('no week')
    return found
  }
  const draft = (as: As, userId: string, body: { week: string; days: WeekShifts | null; expected?: number }) =>
    it.send(shiftRoutes.draft, as, { params: { userId }, body: { expected: 0, ...body } })
  /** Publishes what the Owner sees now. */
  const publish = async (as: As, from: string) =>
    it.send(shiftRoutes.publish, as, { body: { week: from, revision: (await week(as, from)).revision ?? '' } })
  const ask = (as: As, body: NewSwap) => it.send(swapRoutes.ask, as, { body })
  const act = (as: As, act: 'accept' | 'decline' | 'withdraw' | 'approve' | 'undo', id: string) =>
    it.send(swapRoutes[act], as, { params: { id } })
  const swaps = async (as: As) => (await it.send(swapRoutes.list, as, {})).body.swaps

  async function business() {
    const made = await it.newBusiness()
    const { businessId, db, campaignId } = made
    const member = (role: Role) => made.member(role, role === 'Owner' || role === 'Admin' ? [] : [campaignId])
    const [owner, dana, yossi] = [await member('Owner'), await member('Writer'), await member('Writer')]
    const events = async () => {
      const rows = await db.selectFrom('events').select(['name', 'payload']).orderBy('id').execute()
      return rows.filter(({ name }) => name.startsWith('shift'))
    }
    /** The people on shift, as statements see them. */
    const onShift = async (at: string, campaign: string | null = null) => {
      const { rows } = await sql<{
        userId: string
      }>`select s as "userId" from on_shift(${businessId}, ${campaign}::uuid,
        ${at}::timestamptz) s`.execute(db)
      return rows.map(({ userId }) => userId).sort()
    }
    return { ...made, memberOf: member, owner, dana, yossi, events, onShift }
  }
  return { read, set, pause, grid, week, draft, publish, ask, act, swaps, business }
}
