import { z } from 'zod'
import { route } from '../route.ts'
import { timeOfDay } from './ranges.ts'

export const GRACE_MINUTES_MAX = 180
export const AUTOMATIONS_PER_DAY_MAX = 20

const whole = (max: number) =>
  z.number('out_of_range').int('out_of_range').min(0, 'out_of_range').max(max, 'out_of_range')
export const LeadQuietSettings = z.object({
  from: timeOfDay,
  to: timeOfDay,
  graceMinutes: whole(GRACE_MINUTES_MAX),
  answersAtOnce: z.boolean(),
  automationsPerDay: whole(AUTOMATIONS_PER_DAY_MAX),
})

const Stored = z.object({ success: z.literal(true), quiet: LeadQuietSettings, version: z.number().int() })

export const leadQuietRoutes = {
  get: route({
    method: 'GET',
    path: '/business/quiet-for-leads',
    access: 'Owner',
    summary: 'When nothing is sent to leads, and what is excepted',
    reply: Stored,
  }),
  change: route({
    method: 'PUT',
    path: '/business/quiet-for-leads',
    access: 'Owner',
    summary: 'Change when nothing is sent to leads; what waits is looked at again',
    /** `expected`: the version that was read. */
    body: z.object({ quiet: LeadQuietSettings, expected: z.number().int() }),
    reply: Stored,
  }),
}
