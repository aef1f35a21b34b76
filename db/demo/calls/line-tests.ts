import { dayOf, momentOf, plusDays } from '#contract/values/clock.ts'
import { idAt } from '../../../server/testing/factories.ts'
import type { DemoNumber } from './numbers.ts'

/** Yesterday's test of each number, which answered after two seconds. */
export const makeLineTests = (numbers: readonly DemoNumber[], now: Date) =>
  numbers.map(({ row }, i) => {
    const askedAt = momentOf(plusDays(dayOf(now), -1), 10 * 60 + 2 + i)
    const after = (seconds: number) => new Date(askedAt.getTime() + seconds * 1_000).toISOString()
    return {
      business_id: row.business_id,
      id: idAt(askedAt),
      number_id: row.id,
      connection_id: row.connection_id,
      caller: numbers[(i + 1) % numbers.length]?.row.phone ?? row.phone,
      day: dayOf(askedAt),
      asked_at: after(0),
      placed_at: after(0),
      provider_sid: `CA${String(i).padStart(32, '0')}`,
      reached_at: after(2),
      proved_at: after(4),
      outcome: 'answered',
      ended_at: after(5),
    }
  })
