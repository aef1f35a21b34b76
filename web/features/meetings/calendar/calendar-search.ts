import { z } from 'zod'
import { commaList, id } from '#contract/common.ts'
import { meetingOutcomes, meetingStatuses } from '#contract/leads/meetings/meeting-statuses.ts'

export const calendarViews = ['day', 'week', 'month', 'list'] as const
export type CalendarView = (typeof calendarViews)[number]
/** The calendars of every one in sight. */
export const EVERYONE = 'all'

/** What the calendar shows. Without `of`, one's own meetings. */
export const CalendarSearch = z.object({
  view: z.enum(calendarViews).optional(),
  day: z.iso.date().optional(),
  /** The last day of a list; absent: a month from `day`. */
  to: z.iso.date().optional(),
  of: z.union([z.literal(EVERYONE), id]).optional(),
  campaign: id.optional(),
  status: commaList(z.enum(meetingStatuses)).optional(),
  outcome: commaList(z.enum(meetingOutcomes)).optional(),
  /** The open meeting. */
  meeting: id.optional(),
})
export type CalendarSearch = z.output<typeof CalendarSearch>
export type SetSearch = (
  changes: { [K in keyof CalendarSearch]?: unknown },
  options?: { push?: boolean },
) => Promise<void> | void
