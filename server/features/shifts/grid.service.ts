import { hasRight } from '#contract/roles.ts'
import type { GridPerson, GridWeek, ShiftGrid } from '#contract/shifts/shifts.ts'
import { dayOf, firstOfWeek, plusDays } from '#contract/values/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { findAllHours } from '../working-hours/working-hours.service.ts'
import { closedDayOf, closedDaysOf, coverageIn, rowOf, type Sight } from './grid.rules.ts'
import * as queries from './shifts.queries.ts'
import * as rules from './shifts.rules.ts'
import { type ShiftContext, settingsOf } from './shifts.service.ts'

/** All that the grid of some weeks is made of. */
async function readAll(db: Db, caller: Member, { from, to }: { from: string; to: string }) {
  const { businessId } = caller
  const [people, weeks, hours, { settings }, campaigns] = await Promise.all([
    queries.listPeople(db, businessId, { since: firstOfWeek(plusDays(from, -1)) }),
    queries.listWeeks(db, businessId, { from, to }),
    findAllHours(db, businessId),
    settingsOf(db, businessId),
    queries.listCampaigns(db, businessId),
  ])
  const own = rules.campaignsWith(
    { role: caller.role, campaigns: Object.fromEntries(caller.campaignRoles) },
    'shifts.see',
  )
  const open = campaigns.flatMap(({ id, isEnabled }) => (isEnabled && (!own || own.includes(id)) ? [id] : []))
  return { people, weeks, hours, settings, seen: own, campaigns: open }
}
type All = Awaited<ReturnType<typeof readAll>>

/** What publishing this week would do to each person. */
export function planWeek(
  people: readonly rules.ShiftPerson[],
  weeks: readonly rules.StoredWeek[],
  { week, now }: { week: string; now: Date },
): rules.PlannedWeek[] {
  return people.filter(rules.canHaveShifts).map((person) => {
    const stored = weeks.find((one) => one.userId === person.userId && one.week === week)
    return { person, stored, draft: rules.draftOf(person, { week, stored, today: dayOf(now) }) }
  })
}

const sightOf = ({ role, userId }: Member): Sight => ({
  sees: hasRight(role, 'shifts.manage') ? 'drafts' : 'held',
  userId,
})

function weekOf(all: All, week: string, { caller, now }: { caller: Member; now: Date }): GridWeek {
  const { people, weeks, hours, settings, seen, campaigns } = all
  const sight = sightOf(caller)
  const planned = planWeek(people, weeks, { week, now })
  const shown = new Set(rules.peopleIn(people, seen).map(({ userId }) => userId))
  const publishedAt = planned.flatMap(({ stored }) => stored?.publishedAt ?? []).sort()
  return {
    week,
    publishedAt: publishedAt.at(-1) ?? null,
    revision: sight.sees === 'drafts' ? rules.revisionOf(planned) : null,
    rows: planned.filter(({ person }) => shown.has(person.userId)).map((one) => rowOf(one, week, sight)),
    coverage: coverageIn({
      ...{ week, planned, hours, settings, sees: sight.sees },
      withBusiness: seen === null,
      campaignIds: campaigns,
    }),
    closedDays: closedDaysOf(week, hours).map((day) => closedDayOf(day, hours)),
  }
}

const isAlways = (userId: string, weeks: readonly GridWeek[]) =>
  weeks.every(({ rows }) =>
    rows.find((row) => row.userId === userId)?.days.every(({ shifts, draft }) => shifts === null && draft === null),
  )

/** Whole weeks between two days. */
export async function readGrid(
  { db, caller, now }: ShiftContext,
  { from, to }: { from: string; to: string },
): Promise<ShiftGrid> {
  const all = await readAll(db, caller, { from, to })
  const sundays: string[] = []
  for (let week = from; week <= to; week = plusDays(week, 7)) sundays.push(week)
  const weeks = sundays.map((week) => weekOf(all, week, { caller, now }))
  const people = rules.peopleIn(all.people, all.seen).map(
    ({ userId, name, image, role, campaigns }): GridPerson => ({
      ...{ _id: userId, name, image, role },
      campaignIds: Object.keys(campaigns).filter((id) => !all.seen || all.seen.includes(id)),
      isAlways: isAlways(userId, weeks),
    }),
  )
  return { success: true, people, weeks }
}

/** One week, as it is after a change. */
export async function readWeek({ db, caller, now }: ShiftContext, week: string): Promise<GridWeek> {
  const all = await readAll(db, caller, { from: week, to: week })
  return weekOf(all, week, { caller, now })
}
