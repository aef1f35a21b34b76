import { z } from 'zod'
import { id, time } from '../../common.ts'
import { route } from '../../route.ts'
import { User } from '../../team/users.ts'
import { ResponseClock } from '../responses/response-clock.ts'
import { FollowUp, followUpActions } from './follow-up-shapes.ts'
import { MissedCaller } from './missed-calls.ts'
import { countToday } from './today-count.ts'
import { TodayLead } from './today-lead.ts'

/** Rows listed in a section; as they are done, the next ones follow. */
export const TODAY_ROWS = 100
/** Counting stops at this number. */
export const TODAY_COUNT_MAX = 200
/** Number of days for which a lead without a response is listed on the page Today. */
export const NEW_LEAD_DAYS = 14

export const TodayFollowUp = z.object({ followUp: FollowUp, lead: TodayLead })
export type TodayFollowUp = z.output<typeof TodayFollowUp>
/** A lead without an answer. */
export const WaitingLead = z.object({
  lead: TodayLead,
  at: time,
  message: z.string().nullable(),
  /** Null: an imported lead, which no target counts for. */
  clock: ResponseClock.nullable(),
})
export type WaitingLead = z.output<typeof WaitingLead>

const section = <const K extends string, T extends z.ZodType>(kind: K, item: T) =>
  z.object({ kind: z.literal(kind), count: z.number().int(), countIsExact: z.boolean(), items: z.array(item) })
export const TodaySection = z.discriminatedUnion('kind', [
  section('followUps', TodayFollowUp),
  section('missedCalls', MissedCaller),
  section('newLeads', WaitingLead),
])
export type TodaySection = z.output<typeof TodaySection>

/** Rows of the day's finished work, the newest first. */
export const DONE_ROWS = 20
/** A follow-up closed today by its person or by a call, or a missed caller marked as returned. */
export const DoneToday = z.object({
  at: time,
  kind: z.enum(['followUp', 'missedCall']),
  /** Of a follow-up. */
  action: z.enum(followUpActions).nullable(),
  /** The person whose follow-up it was, or who marked the call. */
  user: User,
  /** Null if there is no lead or the reader may not see it. */
  lead: TodayLead.nullable(),
  /** The missed caller and their call. */
  caller: z.string().nullable(),
  callId: id.nullable(),
  /** False for what a call ended, and for a follow-up after which its person has had another one on the lead. */
  canUndo: z.boolean(),
})
export type DoneToday = z.output<typeof DoneToday>

export const todayDays = ['today', 'tomorrow'] as const
export type TodayDay = (typeof todayDays)[number]

/** Value of `userId` that selects the whole team. */
export const TEAM = 'team'

const whose = { userId: z.union([z.literal(TEAM), id]).optional(), campaignId: id.optional() }
const ofToday = { method: 'GET', access: 'None', can: 'followUps.edit' } as const
export const todayRoutes = {
  sections: route({
    ...ofToday,
    path: '/today',
    heavy: true,
    summary: "What is to be done today: one's own work, a colleague's, or the team's",
    /** Tomorrow has follow-ups alone. */
    query: z.object({ ...whose, day: z.enum(todayDays).default('today') }),
    reply: z.object({ success: z.literal(true), sections: z.array(TodaySection) }),
  }),
  progress: route({
    ...ofToday,
    path: '/today/progress',
    heavy: true,
    summary: 'What was done today, the newest first, and the number of follow-ups that are due tomorrow',
    query: z.object(whose),
    reply: z.object({
      success: z.literal(true),
      done: z.object({ count: z.number().int(), countIsExact: z.boolean(), items: z.array(DoneToday) }),
      tomorrow: z.object({ count: z.number().int(), countIsExact: z.boolean() }),
    }),
  }),
  count: countToday,
}
