import { z } from 'zod'
import { route } from '../route.ts'

/**
 * What happens to an enquiry of a person who has a lead already: it joins that lead, or creates another one, which is
 * marked, or is refused.
 */
export const duplicateActions = ['join', 'mark', 'refuse'] as const
/** Where the person's lead is looked for: in the campaign of the enquiry, or in all campaigns of the business. */
export const duplicateScopes = ['campaign', 'business'] as const
export const WINDOW_DAYS_MAX = 3_650
/** Refused enquiries are counted for these days, up to this number. */
export const REFUSED_DAYS = 30
export const REFUSED_COUNTED = 10_000

export const DuplicatePolicy = z.object({
  action: z.enum(duplicateActions),
  scope: z.enum(duplicateScopes),
  /** A lead whose last enquiry or call is older does not count; null: leads of any age count. */
  windowDays: z
    .number('out_of_range')
    .int('out_of_range')
    .min(1, 'out_of_range')
    .max(WINDOW_DAYS_MAX, 'out_of_range')
    .nullable(),
})
export type DuplicatePolicy = z.output<typeof DuplicatePolicy>

const reply = z.object({
  success: z.literal(true),
  policy: DuplicatePolicy,
  /** Enquiries refused in the last REFUSED_DAYS days, at most REFUSED_COUNTED. */
  refused: z.number().int(),
})

export const duplicatePolicyRoutes = {
  get: route({
    method: 'GET',
    path: '/business/duplicate-policy',
    access: 'None',
    summary: 'What happens to an enquiry of a person who has a lead already',
    reply,
  }),
  change: route({
    method: 'PUT',
    path: '/business/duplicate-policy',
    access: 'Owner',
    can: 'business.settings',
    summary: 'Decide what happens to an enquiry of a person who has a lead already',
    body: DuplicatePolicy,
    reply,
  }),
}
