import { findCity } from '#contract/working-hours/cities.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { spanOf } from '#contract/working-hours/ranges.ts'
import { HOLIDAY_YEARS, type WorkingHours } from '#contract/working-hours/working-hours.ts'

/** Hours as stored. Null: not set. */
export type StoredHours = {
  /** Of the business's address. */
  city: string | null
  hours: WorkingHours | null
  version: number
  writtenUntil: string | null
  ofCampaign: WorkingHours | null
  versionOfCampaign: number
}

/** The hours of a business: as set, else those of a new business in its city. */
export const hoursOfBusiness = ({ hours, city }: Pick<StoredHours, 'hours' | 'city'>): WorkingHours =>
  hours ?? newHours(findCity(city ?? ''))

const byDay = (a: { day: string }, b: { day: string }) => (a.day < b.day ? -1 : 1)
const sortedRanges = (ranges: WorkingHours['days'][number]) => [...ranges].sort((a, b) => spanOf(a)[0] - spanOf(b)[0])

/** The same hours, in the order in which they are stored. */
export const sorted = (hours: WorkingHours): WorkingHours => ({
  ...hours,
  days: hours.days.map(sortedRanges),
  specialDays: [...hours.specialDays]
    .sort(byDay)
    .map((special) => ({ ...special, ranges: sortedRanges(special.ranges) })),
  restTimes: [...hours.restTimes].sort(byDay),
})

/** By the names that the audit log has texts for. */
export const named = ({ days, city, holidays, ...others }: WorkingHours) => ({
  openDays: days,
  restCity: city,
  holidayRules: holidays,
  ...others,
})

/** Whether holidays of a year are computed. */
export const isYearComputed = (year: number, now: Date) =>
  year >= now.getFullYear() - 1 && year <= now.getFullYear() + HOLIDAY_YEARS
