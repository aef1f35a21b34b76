import { z } from 'zod'
import { day, id, line, NAME_MAX, storedDay, time } from '../common.ts'
import { roles } from '../roles.ts'
import { route } from '../route.ts'
import { User } from '../team/users.ts'
import { plusDays } from '../values/clock.ts'
import {
  absenceKinds,
  DayShifts,
  HeldShifts,
  PersonShifts,
  pauseUntil,
  ShiftPlan,
  WeekShifts,
  week,
} from './shift-shapes.ts'

export const SHIFT_TEMPLATES_MAX = 20
export const MINIMUM_MAX = 50
/** People that a campaign needs on shift, unless its minimum is set. */
export const STANDARD_MINIMUM = 1
/** Weeks that are read at once. */
export const GRID_WEEKS_MAX = 5
/** How far ahead weeks are drafted and published. */
export const WEEKS_AHEAD_MAX = 52

export const standardTemplates = ['office', 'split', 'evening', 'on_call'] as const
/** Shifts of a day under a name. */
export const ShiftTemplate = z
  .object({
    /** One of those that every business begins with, named by the interface; null: it has a name. */
    standard: z.enum(standardTemplates).nullable(),
    name: line(NAME_MAX),
    shifts: DayShifts.min(1, 'required'),
  })
  .refine(({ standard, name }) => standard !== null || name !== '', { path: ['name'], message: 'required_field' })
export type ShiftTemplate = z.output<typeof ShiftTemplate>

/** What a business says about its shifts. */
export const ShiftSettings = z.object({
  templates: z.array(ShiftTemplate).max(SHIFT_TEMPLATES_MAX),
  /** Whether people on call count as on shift: for coverage and for all that asks who is on shift. */
  onCallCounts: z.boolean(),
  /** People that campaigns need on shift while they are open; of others STANDARD_MINIMUM. 0: none. */
  minimums: z
    .array(
      z.object({
        campaignId: id,
        minimum: z.number().int('out_of_range').min(0, 'out_of_range').max(MINIMUM_MAX, 'out_of_range'),
      }),
    )
    .max(1_000),
})
export type ShiftSettings = z.output<typeof ShiftSettings>
const shift = (from: string, to: string, isOnCall = false) => ({ from, to, isOnCall })
/** Settings of a new business. */
export const newShiftSettings: ShiftSettings = {
  templates: [
    { standard: 'office', name: '', shifts: [shift('08:00', '16:00')] },
    { standard: 'split', name: '', shifts: [shift('08:00', '12:00'), shift('15:00', '18:00')] },
    { standard: 'evening', name: '', shifts: [shift('14:00', '22:00')] },
    { standard: 'on_call', name: '', shifts: [shift('08:00', '20:00', true)] },
  ],
  onCallCounts: false,
  minimums: [],
}

/** The version that was read. With another one stored, the answer is `changed_meanwhile`. */
const expected = z.number().int().min(0)

/** One person's shifts: `shifts` with the published weeks from the last one on, `version` of their plan. */
const Own = z.object({
  success: z.literal(true),
  userId: id,
  shifts: PersonShifts,
  version: z.number().int(),
  /** Whether people on call count as on shift (`shiftStateAt`). */
  onCallCounts: z.boolean(),
  templates: z.array(ShiftTemplate),
})
export type OwnShifts = z.output<typeof Own>

/** Why a person is away; `away`: the caller may not see why. */
export const awayKinds = [...absenceKinds, 'away'] as const
export const GridDay = z.object({
  day: storedDay,
  /** The shifts that hold, before the absence; null: always on. */
  shifts: HeldShifts.nullable(),
  /** What publishing would make of them; null: the same, or the caller may not see it. */
  draft: HeldShifts.nullable(),
  absence: z.enum(awayKinds).nullable(),
})
export type GridDay = z.output<typeof GridDay>
/** A person's week in the grid. `version`: of the draft, sent back with a change. */
const GridRow = z.object({
  userId: id,
  version: z.number().int(),
  isPublished: z.boolean(),
  days: z.array(GridDay).length(7),
})
export type GridRow = z.output<typeof GridRow>

const Period = z.object({ from: time, to: time })
/** Who is on shift while it is open: of a campaign, or of the business, which needs no minimum. */
const Coverage = z.object({
  campaignId: id.nullable(),
  minimum: z.number().int(),
  /** Opening hours, cut where other people are on shift. */
  spans: z.array(Period.extend({ userIds: z.array(id) })),
  /** Where fewer than the minimum are on shift; `most`: the largest number in it. */
  holes: z.array(Period.extend({ most: z.number().int() })),
})
export type Coverage = z.output<typeof Coverage>

export const GridWeek = z.object({
  week: storedDay,
  /** When it was last published; null: never. */
  publishedAt: time.nullable(),
  /** A fingerprint of the drafts, sent back to publish or copy what was seen; null: the caller may do neither. */
  revision: z.string().nullable(),
  rows: z.array(GridRow),
  /** By the drafts for those who may see them, else by what holds. */
  coverage: z.array(Coverage),
  /**
   * Days on which the business would be open by its weekday's hours but is closed, with the name of the holiday, Shabbat or
   * special day; a special day may have none.
   */
  closedDays: z.array(z.object({ day: storedDay, nameHe: z.string(), nameEn: z.string() })),
})
export type GridWeek = z.output<typeof GridWeek>

export const GridPerson = User.extend({
  role: z.enum(roles),
  campaignIds: z.array(id),
  /** Without shifts in all weeks of the grid: always on. */
  isAlways: z.boolean(),
})
export type GridPerson = z.output<typeof GridPerson>
const Grid = z.object({ success: z.literal(true), people: z.array(GridPerson), weeks: z.array(GridWeek) })
export type ShiftGrid = z.output<typeof Grid>
const OneWeek = z.object({ success: z.literal(true), week: GridWeek })

const Settings = z.object({ success: z.literal(true), settings: ShiftSettings, version: z.number().int() })
export type SettingsReply = z.output<typeof Settings>

/** Whole weeks, from a Sunday to a Saturday. */
const Weeks = z
  .object({ from: week, to: day })
  .refine(({ from, to }) => Array.from({ length: GRID_WEEKS_MAX }, (_, i) => plusDays(from, i * 7 + 6)).includes(to), {
    path: ['to'],
    message: 'out_of_range',
  })

const own = { access: 'None', can: 'shifts.own' } as const
const manage = { access: 'Owner', can: 'shifts.manage' } as const
const ofPerson = z.object({ userId: id })

export const shiftRoutes = {
  own: route({ method: 'GET', path: '/user/shifts', ...own, summary: "One's own shifts", reply: Own }),
  changeOwn: route({
    method: 'PUT',
    path: '/user/shifts',
    ...own,
    summary: "Set one's own weekly hours and exceptions, whole",
    body: z.object({ plan: ShiftPlan, expected }),
    reply: Own,
  }),
  pauseOwn: route({
    method: 'PUT',
    path: '/user/shifts/pause',
    ...own,
    summary: 'Go off shift until a moment, or end the pause',
    body: z.object({ until: pauseUntil.nullable() }),
    reply: Own,
  }),
  now: route({
    method: 'GET',
    path: '/business/shifts/now',
    access: 'None',
    can: 'shifts.now',
    summary: "Who is on shift now, of the people of one's campaigns, and when that changes",
    reply: z.object({
      success: z.literal(true),
      at: time,
      people: z.array(User.extend({ isOn: z.boolean(), isAlways: z.boolean(), nextChange: time.nullable() })),
    }),
  }),
  grid: route({
    method: 'GET',
    path: '/business/shifts',
    access: 'None',
    can: 'shifts.see',
    heavy: true,
    summary: `Shifts of the team and how they cover the campaigns, for up to ${GRID_WEEKS_MAX} whole weeks`,
    query: Weeks,
    reply: Grid,
  }),
  draft: route({
    method: 'PUT',
    path: '/business/shifts/:userId',
    ...manage,
    summary: "Set a person's draft of a week, or with null drop it",
    params: ofPerson,
    body: z.object({ week, days: WeekShifts.nullable(), expected }),
    reply: OneWeek,
  }),
  publish: route({
    method: 'POST',
    path: '/business/shifts/publish',
    ...manage,
    summary: 'Publish the drafts of a week as they were seen; people whose week changed are notified',
    body: z.object({ week, revision: z.string() }),
    reply: OneWeek,
  }),
  copy: route({
    method: 'POST',
    path: '/business/shifts/copy',
    ...manage,
    summary: 'Draft a week as the week before it, without the days on which people are away or the business is closed',
    body: z.object({ week, revision: z.string() }),
    reply: OneWeek.extend({ leftOut: z.number().int() }),
  }),
  settings: route({
    method: 'GET',
    path: '/business/shifts/settings',
    access: 'None',
    can: 'shifts.own',
    summary: 'Templates of shifts, minimums of the campaigns that one has, and whether being on call counts',
    reply: Settings,
  }),
  changeSettings: route({
    method: 'PUT',
    path: '/business/shifts/settings',
    ...manage,
    summary: 'Set templates, minimums and whether being on call counts, whole',
    body: z.object({ settings: ShiftSettings, expected }),
    reply: Settings,
  }),
  ofPerson: route({
    method: 'GET',
    path: '/business/shifts/:userId',
    ...manage,
    summary: "A person's weekly hours and exceptions",
    params: ofPerson,
    reply: Own,
  }),
  changeOfPerson: route({
    method: 'PUT',
    path: '/business/shifts/:userId/plan',
    ...manage,
    summary: "Set a person's weekly hours and exceptions, whole",
    params: ofPerson,
    body: z.object({ plan: ShiftPlan, expected }),
    reply: Own,
  }),
  pauseOfPerson: route({
    method: 'PUT',
    path: '/business/shifts/:userId/pause',
    ...manage,
    summary: 'Take a person off shift until a moment, or end the pause',
    params: ofPerson,
    body: z.object({ until: pauseUntil.nullable() }),
    reply: Own,
  }),
}
