import { DAY_MINUTES } from '#contract/working-hours/ranges.ts'

/** The time of day that was typed, `08:30`: also as 8, 830 and 8:30, and midnight as 24. Undefined if it is none. */
export function readClock(typed: string) {
  const [, hours = '', minutes = '00'] = /^(\d{1,2}):?(\d{2})?$/.exec(typed.trim()) ?? []
  const isNone = hours === '' || Number(minutes) > 59 || Number(hours) * 60 + Number(minutes) > DAY_MINUTES
  return isNone ? undefined : clockAt(Number(hours) * 60 + Number(minutes))
}
const two = (number: number) => String(number).padStart(2, '0')
export const clockAt = (minute: number) => {
  const ofDay = (minute + DAY_MINUTES) % DAY_MINUTES
  return `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`
}
