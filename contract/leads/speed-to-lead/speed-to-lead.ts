import { z } from 'zod'
import { byId } from '../../common.ts'
import { route } from '../../route.ts'
import { User } from '../../team/users.ts'

/** People of a campaign are rung the moment a lead arrives (docs/decisions/0063-speed-to-lead.md). */

/** Bounds of how long the phone of each person rings. */
export const RING_SECONDS_MIN = 10
export const RING_SECONDS_MAX = 45
/** The most people who may be rung for a lead. */
export const RUNG_PEOPLE_MAX = 10
/** How long a lead waits for a person who is in a call. */
export const BUSY_SECONDS = 120
/** A lead that came longer ago is not rung for. */
export const LATE_MINUTES = 10
/** A repeat enquiry so soon after ringing began does not start it again. */
export const RING_AGAIN_MINUTES = 15

export const speedSources = ['form', 'api'] as const
export type SpeedSource = (typeof speedSources)[number]

const inRange = (least: number, most: number) =>
  z.number('out_of_range').int('out_of_range').min(least, 'out_of_range').max(most, 'out_of_range')

export const SpeedToLead = z.object({
  isOn: z.boolean(),
  /** The kinds of leads for which people are rung. */
  sources: z.array(z.enum(speedSources)).min(1, 'required').max(speedSources.length),
  ringSeconds: inRange(RING_SECONDS_MIN, RING_SECONDS_MAX),
  /** How many people are rung for a lead, one after the other. */
  peopleMax: inRange(1, RUNG_PEOPLE_MAX),
})
export type SpeedToLead = z.output<typeof SpeedToLead>

/** Of a campaign for which nothing was set. */
export const noSpeedToLead: SpeedToLead = { isOn: false, sources: ['form', 'api'], ringSeconds: 20, peopleMax: 3 }

/** A person who can be rung, with the phone that would ring now; null: none. */
export const RingablePerson = z.object({
  user: User,
  isOnShift: z.boolean(),
  via: z.enum(['softphone', 'phone']).nullable(),
})
export type RingablePerson = z.output<typeof RingablePerson>

const ofCampaign = {
  path: '/user/campaign/:id/speed-to-lead',
  access: 'None',
  can: 'assignment.edit',
  params: byId,
} as const
const Reply = z.object({
  success: z.literal(true),
  settings: SpeedToLead,
  /** Number of changes; a change sends the one that was read. */
  version: z.number().int(),
  /** Whether the campaign has an active number, which it needs. */
  hasNumber: z.boolean(),
  people: z.array(RingablePerson),
})
export type CampaignSpeed = z.output<typeof Reply>

export const speedToLeadRoutes = {
  get: route({
    ...ofCampaign,
    method: 'GET',
    summary: 'Whether people of a campaign are rung when a lead arrives, and who can be rung now',
    reply: Reply,
  }),
  change: route({
    ...ofCampaign,
    method: 'PUT',
    summary: 'Set whether people of a campaign are rung when a lead arrives',
    body: z.object({ settings: SpeedToLead, expected: z.number().int() }),
    reply: Reply,
  }),
}
