import { z } from 'zod'
import { Done } from './common.ts'
import { route } from './route.ts'

/** What a new business does first, in this order. */
export const firstSteps = ['business', 'campaign', 'number', 'test_call', 'form', 'invite'] as const
export type FirstStepName = (typeof firstSteps)[number]

export const FirstStepsState = z.object({
  /** An Owner or Admin hid the list; it can be shown again. */
  isDismissed: z.boolean(),
  /** Empty while the list is dismissed. */
  steps: z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() })),
})
export type FirstStepsState = z.output<typeof FirstStepsState>

export const firstStepRoutes = {
  get: route({
    method: 'GET',
    path: '/first-steps',
    access: 'Admin',
    summary: 'The first steps of a business, with those that it has done',
    reply: FirstStepsState.extend({ success: z.literal(true) }),
  }),
  change: route({
    method: 'PATCH',
    path: '/first-steps',
    access: 'Admin',
    summary: 'Hides the first steps from all Owners and Admins of the business, or shows them again',
    body: FirstStepsState.pick({ isDismissed: true }),
    reply: Done,
  }),
}
