import { isQuietForLeads } from '#contract/working-hours/quiet-for-leads.ts'
import type { WorkingHours } from '#contract/working-hours/working-hours.ts'

const STEP_MS = 5 * 60_000
/** Longer than any quiet: two days of rest with the nights around them. */
const STEPS = (5 * 86_400_000) / STEP_MS

/** The first moment from `at` on at which guests are written to. Later moments are whole steps of five minutes. */
export function openForGuests(hours: WorkingHours, at: Date): Date {
  if (!isQuietForLeads(hours, at)) return at
  const first = Math.floor(at.getTime() / STEP_MS) + 1
  for (let step = first; step < first + STEPS; step++) {
    const moment = new Date(step * STEP_MS)
    if (!isQuietForLeads(hours, moment)) return moment
  }
  return new Date((first + STEPS) * STEP_MS)
}

/** The last moment up to `at` at which guests are written to. */
export function lastOpenForGuests(hours: WorkingHours, at: Date): Date {
  if (!isQuietForLeads(hours, at)) return at
  const last = Math.ceil(at.getTime() / STEP_MS) - 1
  for (let step = last; step > last - STEPS; step--) {
    const moment = new Date(step * STEP_MS)
    if (!isQuietForLeads(hours, moment)) return moment
  }
  return new Date((last - STEPS) * STEP_MS)
}
