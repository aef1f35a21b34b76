import { actsEverywhere } from '#contract/roles.ts'
import type { Shift } from '#contract/shifts/shift-shapes.ts'
import type { Coverage, GridDay, GridPerson, GridRow, GridWeek } from '#contract/shifts/shifts.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { DAY_MINUTES, type OpenRange, spanOf } from '#contract/working-hours/ranges.ts'
import { joined } from '#contract/working-hours/spans.ts'
import { formatTime } from '../../../lib/i18n/format.ts'
import { clockAt } from '../../../shared/open-ranges/read-clock.ts'

/** A row of the grid with its person. */
export type PersonRow = GridRow & { person: GridPerson }
/** A time at which a campaign has too few people. */
export type Hole = Coverage['holes'][number] & { campaignId: string; day: string; minimum: number }

/** The shifts of a day as the reader plans them: the draft, else those that hold. */
export const plannedOn = ({ draft, shifts }: GridDay): readonly Shift[] => draft ?? shifts ?? []
/** The same for the week, as a draft of it is sent. */
export const plannedIn = ({ days }: Pick<GridRow, 'days'>): Shift[][] => days.map((day) => [...plannedOn(day)])

const isSame = (some: readonly Shift[], others: readonly Shift[]) => JSON.stringify(some) === JSON.stringify(others)
export const isChanged = ({ draft, shifts }: GridDay) => draft !== null && !(shifts && isSame(draft, shifts))
/** Days that publishing would change, and the people whom they concern. */
export function changesIn({ rows }: GridWeek) {
  const changed = rows.map(({ days }) => days.filter(isChanged).length)
  return { days: changed.reduce((sum, count) => sum + count, 0), people: changed.filter(Boolean).length }
}

/** People who cover a campaign: its own, or if it has none those who act in all campaigns. */
function coversWith(people: readonly GridPerson[], campaignId: string) {
  const hasOwn = people.some(({ campaignIds }) => campaignIds.includes(campaignId))
  return ({ campaignIds, role }: GridPerson) => (hasOwn ? campaignIds.includes(campaignId) : actsEverywhere(role))
}

/** The rows of those who have shifts, and those who have none and always receive. */
export function rowsOf(people: readonly GridPerson[], week: GridWeek, { campaign, added }: RowOptions) {
  const covers = campaign ? coversWith(people, campaign) : () => true
  const rows = people.filter(covers).flatMap((person): PersonRow[] => {
    const row = week.rows.find(({ userId }) => userId === person._id)
    return row ? [{ ...row, person }] : []
  })
  const isAlways = ({ person, days }: PersonRow) =>
    days.every(({ shifts, draft, absence }) => shifts === null && draft === null && absence === null) &&
    !added.includes(person._id)
  return { shown: rows.filter((row) => !isAlways(row)), always: rows.filter(isAlways).map(({ person }) => person) }
}
type RowOptions = { campaign: string | undefined; added: readonly string[] }

/** A week that has passed is never changed, nor is a day of a published one that has. */
export const isOpenDay = (day: string, { isPublished }: Pick<GridRow, 'isPublished'>, week: string) => {
  const today = dayOf(new Date())
  return plusDays(week, 6) >= today && !(isPublished && day < today)
}

/** Holes that have not passed, earliest first. */
export function holesIn({ coverage }: GridWeek, campaign?: string): Hole[] {
  const now = new Date().toISOString()
  return coverage
    .flatMap(({ campaignId, minimum, holes }) =>
      campaignId && (!campaign || campaign === campaignId)
        ? holes.map((hole) => ({ ...hole, campaignId, minimum, day: dayOf(hole.from) }))
        : [],
    )
    .filter(({ to }) => Date.parse(to) > Date.parse(now))
    .sort((one, other) => Date.parse(one.from) - Date.parse(other.from))
}

/** Days on which nothing is open, as Saturdays are. */
export function restDaysIn({ coverage, rows }: GridWeek): string[] {
  const open = coverage.flatMap(({ spans }) =>
    spans.flatMap(({ from, to }) => [dayOf(from), dayOf(new Date(Date.parse(to) - 1))]),
  )
  return open.length === 0 ? [] : (rows[0]?.days ?? []).flatMap(({ day }) => (open.includes(day) ? [] : [day]))
}

export const holeRange = ({ from, to }: Hole): OpenRange => ({ from: formatTime(from), to: formatTime(to) })

const overlaps = (one: OpenRange, other: OpenRange) => {
  const [[from, to], [start, end]] = [spanOf(one), spanOf(other)]
  return from < end && start < to
}
/** People of the campaign who are neither away nor on shift during the hole. */
export function freeFor(hole: Hole, rows: readonly PersonRow[]) {
  const covers = coversWith(
    rows.map(({ person }) => person),
    hole.campaignId,
  )
  return rows.filter(({ person, days }) => {
    const day = days.find((one) => one.day === hole.day)
    return (
      covers(person) &&
      day !== undefined &&
      !day.absence &&
      (day.shifts !== null || day.draft !== null) &&
      !plannedOn(day).some((shift) => overlaps(shift, holeRange(hole)))
    )
  })
}

/** The shifts with one more; those that it meets become one with it. */
export function withShift(shifts: readonly Shift[], range: OpenRange): Shift[] {
  const plain = [...shifts.filter(({ isOnCall }) => !isOnCall), range].map(spanOf)
  const spans = joined(plain.map(([from, to]) => ({ from, to })))
  return [
    ...spans.map(({ from, to }) => ({ from: clockAt(from), to: clockAt(to), isOnCall: false })),
    ...shifts.filter(({ isOnCall }) => isOnCall),
  ].sort((one, other) => (one.from < other.from ? -1 : 1))
}

/** The end of a shift that lasts past midnight; undefined for others. */
export const endNextDay = (shift: Shift) => (spanOf(shift)[1] > DAY_MINUTES ? shift.to : undefined)
