import { z } from 'zod'
import { time } from '../common.ts'
import { route } from '../route.ts'

/** What a business connects with, in the order of the page: a line for each. Its feature reads the state on the server. */
export const integrationKeys = [
  'google_calendar',
  'telephony',
  'sms',
  'whatsapp',
  'mail',
  'lead_sources',
  'google_sign_in',
  'webhooks',
  'api_keys',
] as const
export type IntegrationKey = (typeof integrationKeys)[number]
/** `attention`: something does not arrive, or soon will not. */
export const integrationStates = ['attention', 'connected', 'none'] as const
/** Why one needs attention. */
export const integrationProblems = [
  'calendar_lost',
  'calendar_failing',
  'calendars_of_team',
  'provider_refuses',
  'number_paused',
  'mail_failing',
  'whatsapp_failing',
  'requests_unread',
  'webhooks_failing',
] as const

export const Integration = z.object({
  key: z.enum(integrationKeys),
  state: z.enum(integrationStates),
  /** Name, address or number of the account; null: there is no single one. */
  account: z.string().nullable(),
  /** How many people, numbers or keys it has; null: it is one. */
  count: z.number().int().nullable(),
  since: time.nullable(),
  lastSuccessAt: time.nullable(),
  /** `names`: whom it concerns, if not the caller. */
  problem: z.object({ code: z.enum(integrationProblems), names: z.array(z.string()) }).nullable(),
})
export type Integration = z.output<typeof Integration>

export const integrationRoutes = {
  list: route({
    method: 'GET',
    path: '/integrations',
    access: 'Owner',
    can: 'business.settings',
    summary: 'What the business is connected with, with state, account and last success; what needs attention first',
    reply: z.object({ success: z.literal(true), integrations: z.array(Integration) }),
  }),
}
