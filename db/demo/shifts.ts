import type { Insertable } from 'kysely'
import type { Shift, ShiftPlan, WeekShifts } from '../../contract/shifts/shift-shapes.ts'
import { dayOf, firstOfWeek, momentOf, plusDays } from '../../contract/values/clock.ts'
import type { DB } from '../../server/platform/db/schema.ts'
import { newId } from '../../server/platform/ids.ts'
import type { PersonKey } from './people.ts'

const shift = (from: string, to: string, isOnCall = false): Shift => ({ from, to, isOnCall })
const day = [shift('08:00', '16:00')]
const late = [shift('10:00', '18:00')]
const friday = [shift('08:30', '13:00')]
const split = [shift('08:00', '12:00'), shift('15:00', '18:00')]
const short = [shift('08:00', '14:00')]

/** Weekly hours; the Affiliate has none and receives everything always. */
const weekly: Partial<Record<PersonKey, WeekShifts>> = {
  owner: [day, day, day, day, day, friday, []],
  admin: [late, late, late, day, late, [], [shift('08:00', '20:00', true)]],
  lead: [split, split, short, short, split, [], []],
  writer: [day, day, day, day, day, friday, []],
}
/** What the Owner prepares for next week: on its Tuesday afternoon the kitchens have no one. */
const drafts: Partial<Record<PersonKey, WeekShifts>> = {
  owner: [day, day, day, [shift('12:00', '18:00')], day, friday, []],
  writer: [day, day, late, day, day, friday, []],
}

/** Published shifts of this week and the next, drafts of the next, a vacation, and a swap that waits for the Owner. */
export function makeShifts(businessId: string, { userId, now }: { userId: (key: PersonKey) => string; now: Date }) {
  const thisWeek = firstOfWeek(dayOf(now))
  const [next, after] = [plusDays(thisWeek, 7), plusDays(thisWeek, 14)]
  const keys = Object.keys(weekly) as PersonKey[]
  const published_at = momentOf(plusDays(thisWeek, -3), 16 * 60).toISOString()
  const exceptionsOf = (key: PersonKey): ShiftPlan['exceptions'] =>
    key === 'lead' ? [{ kind: 'vacation', from: after, to: plusDays(after, 2) }] : []
  const shiftPlans = keys.map((key): Insertable<DB['shift_plans']> => {
    const own = [{ days: weekly[key] ?? [], validFrom: null, validTo: null }]
    const plan = JSON.stringify({ weekly: own, exceptions: exceptionsOf(key) })
    return { business_id: businessId, user_id: userId(key), plan, version: 1, agreed: JSON.stringify(own) }
  })
  const shiftWeeks = [thisWeek, next].flatMap((week) =>
    keys.map((key): Insertable<DB['shift_weeks']> => {
      const draft = week === next ? drafts[key] : undefined
      const place = { business_id: businessId, user_id: userId(key), week }
      const days = { published: JSON.stringify(weekly[key]), draft: draft ? JSON.stringify(draft) : null }
      return { ...place, ...days, version: draft ? 2 : 1, published_at }
    }),
  )
  const [monday, thursday] = [plusDays(next, 1), plusDays(next, 4)]
  const swap: Insertable<DB['shift_swaps']> = {
    ...{ business_id: businessId, id: newId(), asker_id: userId('writer'), partner_id: userId('admin') },
    gives: JSON.stringify({ ...day[0], day: monday }),
    takes: JSON.stringify({ ...late[0], day: thursday }),
    note: 'בדיקה רפואית בבוקר',
    state: 'accepted',
    begins_at: momentOf(monday, 8 * 60).toISOString(),
    created_at: now.toISOString(),
  }
  return { shiftPlans, shiftWeeks, shiftSwaps: [swap] }
}
