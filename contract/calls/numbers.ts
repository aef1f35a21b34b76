import { z } from 'zod'
import { byId, Done, id, line, time } from '../common.ts'
import { route } from '../route.ts'
import { phoneInput, User } from '../team/users.ts'
import { Routing } from './routing.ts'

export const NUMBER_LABEL_MAX = 50
/** Days after a number's release during which calls and messages to it still reach the business. */
export const QUARANTINE_DAYS = 90
export const NUMBERS_FOUND = 20
/** Maximum ring time of a test call. */
export const TEST_CALL_SECONDS = 20
export const NUMBERS_MAX = 200

/** Area codes of Israeli numbers in national format. The provider says which of them it sells. */
export const areas = ['02', '03', '04', '08', '09', '072', '073', '074', '076', '077', '1700', '1800'] as const
export const numberKinds = ['local', 'national', 'voip', 'mobile', 'tollFree', 'sharedCost'] as const
export type NumberKind = (typeof numberKinds)[number]

export const NumberArea = z.object({ area: z.string(), kind: z.enum(numberKinds) })
export const FreeNumber = z.object({
  /** E.164. */
  phone: z.string(),
  locality: z.string().nullable(),
  kind: z.enum(numberKinds),
  sms: z.boolean(),
  /** Whether the provider requires an address of the business before it sells the number. */
  needsAddress: z.boolean(),
})
export type FreeNumber = z.output<typeof FreeNumber>

export const numberStates = ['active', 'paused', 'releasing', 'quarantined', 'released'] as const
export type NumberState = (typeof numberStates)[number]

/**
 * How an adopted number was given back. `restored`: as it was; `overwritten`: as it was, over what others had changed
 * meanwhile; `kept`: with what others changed; `gone`: it was no longer in the account.
 */
export const givenBack = ['restored', 'overwritten', 'kept', 'gone'] as const
export type GivenBack = (typeof givenBack)[number]

export const VirtualNumber = z.object({
  _id: id,
  phone: z.string(),
  label: z.string(),
  state: z.enum(numberStates),
  campaignId: id.nullable(),
  campaignName: z.string().nullable(),
  provider: z.enum(['twilio', 'local']),
  sms: z.boolean(),
  /** Followed by calls while the number has no published call flow. */
  routing: Routing,
  /** The call flow that calls follow once it is published (`version`). */
  flow: z.object({ _id: id, name: z.string(), version: z.number().int().nullable() }).nullable(),
  /** People whom the number rings. Suspended and former members are not rung. */
  people: z.array(User.extend({ isSuspended: z.literal(true).optional() })),
  createdAt: time,
  releasedAt: time.nullable(),
  lastCallAt: time.nullable(),
  /** The account had it before; on release it is given back, and remains there. */
  isAdopted: z.boolean(),
  givenBack: z.enum(givenBack).nullable(),
})
export type VirtualNumber = z.output<typeof VirtualNumber>

export const NumberChanges = z
  .object({
    label: line(NUMBER_LABEL_MAX),
    campaignId: id.nullable(),
    isEnabled: z.boolean(),
    /** Omitted parts stay unchanged. */
    routing: Routing.partial(),
  })
  .partial()
export type NumberChanges = z.output<typeof NumberChanges>

/**
 * State of an order. `ordering`: the provider has not confirmed the purchase yet; the order is polled until it does.
 */
export const orderStates = ['ordering', 'done', 'failed'] as const
export const NumberOrder = z.object({
  _id: id,
  phone: z.string(),
  campaignId: id.nullable(),
  state: z.enum(orderStates),
  /** Error code (errors.ts) of a failed order. */
  error: z.string().nullable(),
  number: VirtualNumber.nullable(),
})
export type NumberOrder = z.output<typeof NumberOrder>

/** A business's account with a provider. Secrets are write-only. */
export const VoiceConnection = z.object({
  _id: id,
  provider: z.enum(['twilio', 'local']),
  accountSid: z.string(),
  /** Whether the connection has an API key, which browser phones require. */
  hasApiKey: z.boolean(),
  state: z.enum(['active', 'failing']),
  /** The provider's last error. */
  error: z.string().nullable(),
  checkedAt: time.nullable(),
  numbers: z.number().int(),
})
export type VoiceConnection = z.output<typeof VoiceConnection>

const secret = z.string().trim().min(8, 'required').max(200, 'too_long')
export const TwilioAccount = z.object({
  accountSid: z
    .string()
    .trim()
    .regex(/^AC[0-9a-f]{32}$/, 'invalid_account_sid'),
  authToken: secret,
  /** API key for browser phones. */
  apiKeySid: z
    .string()
    .trim()
    .regex(/^SK[0-9a-f]{32}$/, 'invalid_value')
    .optional(),
  apiKeySecret: secret.optional(),
})
export type TwilioAccount = z.output<typeof TwilioAccount>

const OneNumber = z.object({ success: z.literal(true), number: VirtualNumber })

export const numberRoutes = {
  connection: route({
    method: 'GET',
    path: '/number/connection',
    access: 'None',
    can: 'numbers.order',
    summary:
      "The business's account with a provider of numbers, null while it has none; and whether numbers can be ordered, be it from the exchange in the box",
    reply: z.object({ success: z.literal(true), connection: VoiceConnection.nullable(), canOrder: z.boolean() }),
  }),
  connect: route({
    method: 'POST',
    path: '/number/connection',
    access: 'Owner',
    can: 'business.settings',
    summary: 'Connect a Twilio account, or give new secrets for it; they are tried first',
    body: TwilioAccount,
    reply: z.object({ success: z.literal(true), connection: VoiceConnection }),
  }),
  disconnect: route({
    method: 'POST',
    path: '/number/connection/delete',
    access: 'Owner',
    can: 'business.settings',
    summary: 'Forget the account; refused while it has numbers',
    reply: Done,
  }),
  areas: route({
    method: 'GET',
    path: '/number/areas',
    access: 'None',
    can: 'numbers.order',
    summary: 'Where numbers may be searched for now',
    reply: z.object({ success: z.literal(true), areas: z.array(NumberArea) }),
  }),
  search: route({
    method: 'GET',
    path: '/number/free',
    access: 'None',
    can: 'numbers.order',
    summary: `Numbers that are free, at most ${NUMBERS_FOUND}`,
    query: z.object({
      area: z.enum(areas),
      /** Digits that the number must end with. */
      ending: z
        .string()
        .regex(/^\d{0,7}$/, 'invalid_value')
        .optional(),
    }),
    reply: z.object({ success: z.literal(true), numbers: z.array(FreeNumber) }),
  }),
  order: route({
    method: 'POST',
    path: '/number/order',
    access: 'None',
    can: 'numbers.order',
    summary: 'Order a number; what it shall do may come along',
    body: z.object({
      phone: phoneInput,
      campaignId: id.nullable().default(null),
      label: line(NUMBER_LABEL_MAX).default(''),
      routing: Routing.partial().optional(),
    }),
    reply: z.object({ success: z.literal(true), order: NumberOrder }),
    status: () => 201,
  }),
  getOrder: route({
    method: 'GET',
    path: '/number/order/:id',
    access: 'None',
    can: 'numbers.order',
    summary: 'What became of an order',
    params: byId,
    reply: z.object({ success: z.literal(true), order: NumberOrder }),
  }),
  list: route({
    method: 'GET',
    path: '/number',
    access: 'None',
    can: 'campaigns.edit',
    summary: `The business's numbers, or a campaign's (at most ${NUMBERS_MAX}), newest first`,
    query: z.object({ campaignId: id.optional(), released: z.enum(['true', 'false']).optional() }),
    reply: z.object({ success: z.literal(true), numbers: z.array(VirtualNumber) }),
  }),
  get: route({
    method: 'GET',
    path: '/number/:id',
    access: 'None',
    can: 'campaigns.edit',
    summary: 'One number',
    params: byId,
    reply: OneNumber,
  }),
  change: route({
    method: 'PATCH',
    path: '/number/:id',
    access: 'None',
    can: 'campaigns.edit',
    summary: 'Change what a number does; calls that go on are not touched',
    params: byId,
    body: NumberChanges,
    reply: OneNumber,
  }),
  release: route({
    method: 'POST',
    path: '/number/:id/release',
    access: 'None',
    can: 'numbers.order',
    summary: `Give a number back; it is kept in mind for ${QUARANTINE_DAYS} days`,
    params: byId,
    /** `keepsChanges`: of an adopted number, leave what others changed at the provider meanwhile instead of restoring all. */
    query: z.object({ keepsChanges: z.enum(['true', 'false']).optional() }).default({}),
    reply: OneNumber,
  }),
  testCall: route({
    method: 'POST',
    path: '/number/:id/test-call',
    access: 'None',
    can: 'campaigns.edit',
    summary: 'Place a test call to the first phone that the number would ring now',
    params: byId,
    reply: z.object({ success: z.literal(true), callId: id }),
  }),
}
