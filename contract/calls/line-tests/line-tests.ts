import { z } from 'zod'
import { byId, Done, id, time } from '../../common.ts'
import { route } from '../../route.ts'

/** Local time of Israel in which daily tests begin, on days on which the business is open. */
export const DAILY_TEST_FROM = 10
export const DAILY_TEST_UNTIL = 16
/** How long the number may ring. */
export const LINE_TEST_SECONDS = 20

/**
 * How a test ended. `answered`: our call flow answered, and keys were heard in both directions. `not_heard`: it answered,
 * and the caller did not hear it. `wrong_answer`: something else answered. `not_placed`: the provider refused the call.
 * `unknown`: the provider does not say.
 */
export const lineTestOutcomes = [
  'answered',
  'not_heard',
  'wrong_answer',
  'not_answered',
  'not_placed',
  'unknown',
] as const
export type LineTestOutcome = (typeof lineTestOutcomes)[number]

export const LineTest = z.object({
  _id: id,
  askedAt: time,
  /** Made by itself, not by a person. */
  isDaily: z.boolean(),
  /** Null: it goes on. */
  outcome: z.enum(lineTestOutcomes).nullable(),
  /** Seconds until the number answered. */
  seconds: z.number().nullable(),
})
export type LineTest = z.output<typeof LineTest>

export const lineTestRoutes = {
  get: route({
    method: 'GET',
    path: '/number/:id/line-test',
    access: 'None',
    can: 'campaigns.edit',
    summary: 'The last test of a number, and whether it is tested every day',
    params: byId,
    reply: z.object({ success: z.literal(true), isDaily: z.boolean(), last: LineTest.nullable() }),
  }),
  start: route({
    method: 'POST',
    path: '/number/:id/line-test',
    access: 'None',
    can: 'campaigns.edit',
    summary: 'Test a number now: the provider calls it, and its call flow answers before any phone is rung',
    params: byId,
    reply: z.object({ success: z.literal(true), test: LineTest }),
    status: () => 201,
  }),
  set: route({
    method: 'PUT',
    path: '/number/:id/line-test',
    access: 'None',
    can: 'numbers.order',
    summary: 'Switch the daily test of a number on or off; the provider bills its calls',
    params: byId,
    body: z.object({ isDaily: z.boolean() }),
    reply: Done,
  }),
}
