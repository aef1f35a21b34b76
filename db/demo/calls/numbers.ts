import type { Insertable } from 'kysely'
import { newRouting, type Routing } from '#contract/calls/routing.ts'
import type { DB } from '../../../server/platform/db/schema.ts'
import { newId } from '../../../server/platform/ids.ts'
import { demoPhone } from '../visitors.ts'

/** Last four digits of the number of the first campaign; the numbers of the others follow. */
const FIRST_NUMBER = 50
/** Sunday to Thursday from eight to seven, Friday until one. */
export const OPEN = { from: 8, until: 19, untilOnFriday: 13 }
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const hours = {
  days: Array.from({ length: 7 }, (_, weekday) =>
    weekday === 6 ? [] : [{ from: clock(OPEN.from), to: clock(weekday === 5 ? OPEN.untilOnFriday : OPEN.until) }],
  ),
}

/** From eight in the evening until six. */
const NIGHT: Routing['hours'] = { days: Array.from({ length: 7 }, () => [{ from: clock(20), to: clock(6) }]) }

/** The first number is always open and the last one only at night, so at any hour one is open and one is closed. */
function hoursOf(i: number, count: number): Routing['hours'] {
  if (i === 0) return null
  return i === count - 1 ? NIGHT : hours
}

export type DemoNumber = {
  row: Insertable<DB['virtual_numbers']> & { id: string; phone: string }
  campaignId: string
  /** The members that ring, together or in turn. */
  workers: string[]
  isTogether: boolean
}
type Place = { campaignId: string; workers: string[]; label: string; began: string }

/** The business's account with the built-in exchange, with the exchange's own secrets. */
export const makeConnection = (businessId: string, began: string) => ({
  business_id: businessId,
  id: newId(),
  provider: 'local',
  account: 'local',
  created_at: began,
})

/** A virtual number per campaign; the exchange imports them at its start. */
export const makeNumbers = (connection: { business_id: string; id: string }, places: Place[]): DemoNumber[] =>
  places.map(({ campaignId, workers, label, began }, i) => {
    const isTogether = i % 2 === 0
    const phone = demoPhone(FIRST_NUMBER + i)
    return {
      campaignId,
      workers,
      isTogether,
      row: {
        business_id: connection.business_id,
        id: newId(),
        connection_id: connection.id,
        campaign_id: campaignId,
        phone,
        provider_sid: `PN${phone.slice(1).padStart(32, '0')}`,
        label,
        sms: true,
        routing: JSON.stringify(routingOf(workers, isTogether, hoursOf(i, places.length))),
        created_at: began,
        daily_test: true,
      },
    }
  })

const routingOf = (workers: string[], isTogether: boolean, hours: Routing['hours']): Routing => {
  const routing = newRouting('', 'he')
  const targets = workers.map((userId) => ({ kind: 'softphone' as const, userId }))
  return { ...routing, ring: { ...routing.ring, mode: isTogether ? 'together' : 'in_order', targets }, hours }
}
