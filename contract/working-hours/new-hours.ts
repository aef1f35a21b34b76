import { type CityKey, candleMinutesIn } from './cities.ts'
import type { WorkingHours } from './working-hours.ts'

/** Degrees of the sun below the horizon at which three small stars are seen. */
export const TZEIT_DEGREES = 8.5

/** Hours of a new business. */
export const newHours = (city: CityKey): WorkingHours => {
  const weekday = [{ from: '08:00', to: '18:00' }]
  const friday = [{ from: '08:30', to: '13:00' }]
  const open = { rule: 'open' as const }
  return {
    days: [weekday, weekday, weekday, weekday, weekday, friday, []],
    city,
    shabbat: 'closed',
    candleMinutes: candleMinutesIn(city),
    restEnd: { by: 'degrees', degrees: TZEIT_DEGREES },
    holidays: {
      yom_tov: { rule: 'closed' },
      // As a Friday.
      yom_tov_eve: { rule: 'short', ranges: friday },
      chol_hamoed: open,
      fast: open,
      memorial: open,
      independence: open,
      purim: open,
      hanukkah: open,
    },
    specialDays: [],
    restTimes: [],
  }
}
