import { z } from 'zod'
import { byId, Done, time } from '../common.ts'
import { route } from '../route.ts'
import { phoneInput } from '../team/users.ts'
import { LineTest } from './line-tests/line-tests.ts'

/** Existing numbers of the business that their carrier forwards to a virtual number. */

/** Existing numbers that are remembered for one virtual number. */
export const FORWARDS_MAX = 20

export const NumberForward = z.object({
  /** The existing number, in E.164. */
  phone: z.string(),
  /** When a call that it forwarded last came in; null: none has yet. */
  lastAt: time.nullable(),
  /** The last check call. */
  check: LineTest.nullable(),
})
export type NumberForward = z.output<typeof NumberForward>

const body = z.object({ phone: phoneInput })

export const forwardingRoutes = {
  list: route({
    method: 'GET',
    path: '/number/:id/forwarding',
    access: 'None',
    can: 'campaigns.edit',
    summary: `Existing numbers that are forwarded to a virtual number (at most ${FORWARDS_MAX}): entered, or named by the provider`,
    params: byId,
    reply: z.object({ success: z.literal(true), forwards: z.array(NumberForward) }),
  }),
  add: route({
    method: 'POST',
    path: '/number/:id/forwarding',
    access: 'None',
    can: 'numbers.order',
    summary: 'Enter an existing number that is to be forwarded to a virtual number',
    params: byId,
    body,
    reply: z.object({ success: z.literal(true), forward: NumberForward }),
    status: () => 201,
  }),
  remove: route({
    method: 'POST',
    path: '/number/:id/forwarding/remove',
    access: 'None',
    can: 'numbers.order',
    summary: 'Forget an existing number; what its carrier does stays as it is',
    params: byId,
    body,
    reply: Done,
  }),
  check: route({
    method: 'POST',
    path: '/number/:id/forwarding/check',
    access: 'None',
    can: 'numbers.order',
    summary:
      'Call an existing number to see whether the call comes in at the virtual number; no phone of the business rings',
    params: byId,
    body,
    reply: z.object({ success: z.literal(true), test: LineTest }),
    status: () => 201,
  }),
}
