import { z } from 'zod'
import { byId, id, line } from '../common.ts'
import { route } from '../route.ts'
import { NUMBER_LABEL_MAX, NumberOrder } from './numbers.ts'
import { Routing } from './routing.ts'

/** Numbers that the connected account already has: adopted, and given back as they were. */

/** Numbers of the account that are looked at. */
export const ACCOUNT_NUMBERS_MAX = 1_000

/** Where the provider sends the calls of a number: `at` is the host of a web address, else null. */
const Destination = z.object({ kind: z.enum(['url', 'application', 'trunk', 'none']), at: z.string().nullable() })
export type Destination = z.output<typeof Destination>

export const AccountNumber = z.object({
  /** The provider's id. */
  sid: z.string(),
  /** E.164. */
  phone: z.string(),
  /** Its name at the provider. */
  name: z.string(),
  sms: z.boolean(),
  goesTo: Destination,
})
export type AccountNumber = z.output<typeof AccountNumber>

/** What a provider sets for calls and for messages. */
export const numberParts = ['voice', 'messages'] as const
export type NumberPart = (typeof numberParts)[number]

export const adoptedNumberRoutes = {
  list: route({
    method: 'GET',
    path: '/number/at-provider',
    access: 'None',
    can: 'numbers.order',
    summary: `Numbers of the connected account that belong to no business here, at most ${ACCOUNT_NUMBERS_MAX}`,
    reply: z.object({ success: z.literal(true), numbers: z.array(AccountNumber) }),
  }),
  adopt: route({
    method: 'POST',
    path: '/number/adopt',
    access: 'None',
    can: 'numbers.order',
    summary: 'Take over a number that the account already has; its settings there are kept and restored on release',
    body: z.object({
      sid: z.string().regex(/^PN[0-9a-f]{32}$/, 'invalid_value'),
      campaignId: id.nullable().default(null),
      label: line(NUMBER_LABEL_MAX).default(''),
      routing: Routing.partial().optional(),
    }),
    reply: z.object({ success: z.literal(true), order: NumberOrder }),
    status: () => 201,
  }),
  standing: route({
    method: 'GET',
    path: '/number/:id/at-provider',
    access: 'None',
    can: 'numbers.order',
    summary: 'What stood at the provider before an adopted number was taken over, and what others changed there since',
    params: byId,
    reply: z.object({
      success: z.literal(true),
      before: Destination,
      /** Null: the number is no longer in the account. */
      now: Destination.nullable(),
      changed: z.array(z.enum(numberParts)),
    }),
  }),
}
