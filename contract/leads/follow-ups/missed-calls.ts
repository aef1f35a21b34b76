import { z } from 'zod'
import { byId, Done, id, sentTime, time } from '../../common.ts'
import { route } from '../../route.ts'
import { User } from '../../team/users.ts'
import { ResponseClock } from '../responses/response-clock.ts'
import { TodayLead } from './today-lead.ts'

/** Missed callers listed at once; as they are done, the next ones follow. */
export const MISSED_CALLERS_LISTED = 100
/** Tries of a caller in one campaign are counted up to this number. */
export const TRIES_MAX = 200

/** A missed caller with whom no one has spoken since. */
export const MissedCaller = z.object({
  /** The last try; it names the caller in requests. */
  callId: id,
  /** Masked for readers from whom the business hides contacts. */
  caller: z.string(),
  tries: z.number().int(),
  firstAt: time,
  /** Of the last try, as the campaign and the number that was dialled. */
  at: time,
  isFirstTime: z.boolean(),
  campaignId: id,
  campaignName: z.string(),
  number: z.object({ phone: z.string(), label: z.string() }),
  /** The people whom the tries rang. */
  rang: z.array(User),
  clock: ResponseClock,
  /** Null unless the caller is snoozed. */
  snoozedUntil: time.nullable(),
  /** Null if there is no lead or the reader may not see it. */
  lead: TodayLead.nullable(),
})
export type MissedCaller = z.output<typeof MissedCaller>

export const missedStates = ['waiting', 'snoozed'] as const

const ofCaller = { access: 'None', can: 'leads.edit', params: byId } as const
export const missedCallRoutes = {
  list: route({
    method: 'GET',
    path: '/call/missed',
    access: 'None',
    can: 'leads.edit',
    heavy: true,
    summary: `Missed callers with whom no one has spoken since, one entry each (at most ${MISSED_CALLERS_LISTED}), newest first`,
    query: z.object({ campaignId: id.optional(), state: z.enum(missedStates).default('waiting') }),
    reply: z.object({
      success: z.literal(true),
      count: z.number().int(),
      countIsExact: z.boolean(),
      callers: z.array(MissedCaller),
    }),
  }),
  done: route({
    method: 'POST',
    path: '/call/missed/:id/done',
    ...ofCaller,
    summary: 'Mark the missed calls of this caller, up to this one, as returned; with isDone false, take it back',
    body: z.object({ isDone: z.boolean().default(true) }),
    reply: Done,
  }),
  snooze: route({
    method: 'POST',
    path: '/call/missed/:id/snooze',
    ...ofCaller,
    summary: 'Hide the caller until a time or until they try again; with null, show them again',
    body: z.object({ until: sentTime.nullable() }),
    reply: Done,
  }),
}
