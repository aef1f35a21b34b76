import { z } from 'zod'
import { email, id, line, NAME_MAX, time, title } from './common.ts'
import { route } from './route.ts'
import { phoneInput } from './users.ts'

/** A business as its members see it in the selector and the header. */
export const Business = z.object({
  _id: id,
  name: z.string(),
  email: z.string().nullable(),
  image: z.string().nullable(),
})
export type Business = z.output<typeof Business>

export const NewBusiness = z.object({
  name: title,
  email: email.optional(),
  phone: phoneInput.optional(),
  contactName: line(NAME_MAX).optional(),
})
export type NewBusiness = z.output<typeof NewBusiness>

export const statusTypes = ['Open', 'Ongoing', 'On hold', 'Won', 'Lost'] as const
export type StatusType = (typeof statusTypes)[number]
export const statusHues = ['sky', 'amber', 'violet', 'teal', 'pink', 'green', 'slate', 'orange', 'red'] as const

/** A lead status of the business (decisions 7); `position` is its place in lists. */
export const LeadStatus = z.object({
  _id: id,
  nameHe: z.string(),
  nameEn: z.string(),
  hue: z.enum(statusHues),
  type: z.enum(statusTypes),
  position: z.number().int(),
  isDefault: z.boolean(),
})
export type LeadStatus = z.output<typeof LeadStatus>

export const businessRoutes = {
  create: route({
    method: 'POST',
    path: '/business',
    access: 'user',
    summary: 'Create a business; the caller becomes its Owner',
    body: NewBusiness,
    reply: z.object({ success: z.literal(true), business: Business }),
    status: () => 201,
  }),
  get: route({
    method: 'GET',
    path: '/business',
    access: 'None',
    summary: 'The current business with its lead statuses',
    reply: z.object({
      success: z.literal(true),
      business: Business.extend({ createdAt: time }),
      statuses: z.array(LeadStatus),
    }),
  }),
}
