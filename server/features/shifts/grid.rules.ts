import { coverageOf, holesOf } from '#contract/shifts/coverage.ts'
import { absenceOn, daysOfWeek, shiftPeriods } from '#contract/shifts/person-shifts.ts'
import { NO_PLAN } from '#contract/shifts/shift-shapes.ts'
import type { Coverage, GridDay, GridRow, ShiftSettings } from '#contract/shifts/shifts.ts'
import { STANDARD_MINIMUM } from '#contract/shifts/shifts.ts'
import { momentOf, plusDays } from '#contract/values/clock.ts'
import { holidays, shabbat } from '#contract/working-hours/holiday-names.ts'
import { midnightOf } from '#contract/working-hours/moments.ts'
import { openDaysOf } from '#contract/working-hours/open-days.ts'
import { periodsBetween } from '#contract/working-hours/open-periods.ts'
import { openStateAt } from '#contract/working-hours/open-state.ts'
import { DAY_MINUTES } from '#contract/working-hours/ranges.ts'
import { joined, type Span } from '#contract/working-hours/spans.ts'
import type { WorkingHours } from '#contract/working-hours/working-hours.ts'
import { heldDays, isSame, type PlannedWeek, peopleOf, shiftsOf } from './shifts.rules.ts'

export type Hours = { ofBusiness: WorkingHours; ofCampaigns: ReadonlyMap<string, WorkingHours> }
/** What the caller may see beside the shifts that hold. */
export type Sight = { sees: 'drafts' | 'held'; userId: string }

const asPeriod = <S extends Span>({ from, to, ...more }: S) => ({
  ...more,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

/** A person's week. Drafts and reasons of absences are for those who manage shifts; one's own reasons for oneself. */
export function rowOf({ person, stored, draft }: PlannedWeek, week: string, { sees, userId }: Sight): GridRow {
  const held = heldDays(person, week)
  const showsReason = sees === 'drafts' || person.userId === userId
  const days = daysOfWeek(week).map((day, i): GridDay => {
    const absence = absenceOn(person.plan ?? NO_PLAN, day)
    const planned = sees === 'drafts' && draft ? (draft[i] ?? []) : null
    return {
      day,
      shifts: held[i] ?? null,
      draft: planned && !isSame(planned, held[i]) ? planned : null,
      absence: absence && (showsReason ? absence : 'away'),
    }
  })
  const version = sees === 'drafts' ? (stored?.version ?? 0) : 0
  return { userId: person.userId, version, isPublished: !!stored?.published, days }
}

/** When a person would be on shift in a week: by the draft, else by what holds. */
function spansIn({ person, draft }: PlannedWeek, { week, sees, onCallCounts }: Seen): Span[] {
  const [from, to] = [midnightOf(week), midnightOf(plusDays(week, 7))]
  const shifts = shiftsOf(person)
  const planned =
    draft && sees === 'drafts'
      ? { ...shifts, weeks: [...shifts.weeks.filter((one) => one.week !== week), { week, days: draft }] }
      : shifts
  return joined(shiftPeriods(planned, from, to).filter(({ isOnCall }) => onCallCounts || !isOnCall))
}

type Seen = { week: string; sees: Sight['sees']; onCallCounts: boolean }
type Covered = {
  week: string
  planned: readonly PlannedWeek[]
  /** Of the whole business, if all may be seen. */
  withBusiness: boolean
  campaignIds: readonly string[]
  hours: Hours
  settings: ShiftSettings
  sees: Sight['sees']
}
/** How a week covers the business and campaigns while these are open. */
export function coverageIn({ week, planned, withBusiness, campaignIds, hours, settings, sees }: Covered): Coverage[] {
  const [from, to] = [midnightOf(week), midnightOf(plusDays(week, 7))]
  const open = new Map<WorkingHours, Span[]>()
  const openIn = (of: WorkingHours) => {
    const found = open.get(of) ?? periodsBetween(openDaysOf(of), from, to)
    open.set(of, found)
    return found
  }
  const spans = new Map(
    planned.map((one) => [one.person.userId, spansIn(one, { week, sees, onCallCounts: settings.onCallCounts })]),
  )
  const people = planned.map(({ person }) => person)
  const cover = (campaignId: string | null): Coverage => {
    const of = campaignId ? peopleOf(people, campaignId) : people
    const on = of.map(({ userId }) => ({ userId, spans: spans.get(userId) ?? [] }))
    const hoursOf = (campaignId && hours.ofCampaigns.get(campaignId)) || hours.ofBusiness
    const found = coverageOf(openIn(hoursOf), on)
    const set = settings.minimums.find((one) => one.campaignId === campaignId)?.minimum
    const minimum = campaignId ? (set ?? STANDARD_MINIMUM) : 0
    return { campaignId, minimum, spans: found.map(asPeriod), holes: holesOf(found, minimum).map(asPeriod) }
  }
  return [...(withBusiness ? [null] : []), ...campaignIds].map(cover)
}

/** Days on which the business would be open by its weekday's hours but is closed. */
export function closedDaysOf(week: string, { ofBusiness }: Hours): string[] {
  const days = openDaysOf(ofBusiness)
  return daysOfWeek(week).filter((day) => {
    const { open, usual } = days.on(day)
    return usual.length > 0 && !open.length
  })
}

/** The name of a closed day in both languages. */
export function closedDayOf(day: string, { ofBusiness }: Hours) {
  const { reason } = openStateAt(ofBusiness, momentOf(day, DAY_MINUTES / 2))
  if (reason.kind === 'special_day') return { day, nameHe: reason.name, nameEn: reason.name }
  const { he, en } = reason.kind === 'holiday' ? holidays[reason.holiday] : shabbat
  return { day, nameHe: he, nameEn: en }
}
