import { z } from 'zod'
import { byId, id, title } from '../common.ts'
import { route } from '../route.ts'
import { starterSets } from '../values/starter-sets.ts'
import { StatusFollowUp } from './follow-ups/follow-up-shapes.ts'
import { LeadStatus, statusAsks, statusHues, statusTypes } from './lead-status.ts'

/** Maximum number of statuses per business. */
export const STATUSES_MAX = 40
export const STATUS_CAMPAIGNS_MAX = 200

/** A status as its Owner sets it: `followUp` is what the assignee of a lead is to do once it has this status. */
export const OwnStatus = LeadStatus.extend({ followUp: StatusFollowUp.nullable() })
export type OwnStatus = z.output<typeof OwnStatus>

const fields = {
  nameHe: title,
  nameEn: title,
  hue: z.enum(statusHues),
  type: z.enum(statusTypes),
  asks: z.enum(statusAsks).nullable(),
  followUp: StatusFollowUp.nullable(),
  campaignIds: z.array(id).min(1, 'required').max(STATUS_CAMPAIGNS_MAX).nullable(),
}
export const NewStatus = z.object({
  ...fields,
  asks: fields.asks.default(null),
  followUp: fields.followUp.default(null),
  campaignIds: fields.campaignIds.default(null),
  isDefault: z.boolean().default(false),
})
export type NewStatus = z.output<typeof NewStatus>

/**
 * Omitted fields stay unchanged. To change the default, make another status the default. `expected` holds the previous
 * values of the changed fields, as the client saw them. If one has changed since, the reply is 409.
 */
export const StatusChanges = z.object({
  ...z.object(fields).partial().shape,
  isDefault: z.literal(true).optional(),
  expected: z.object(fields).partial().optional(),
})
export type StatusChanges = z.output<typeof StatusChanges>

/** Predefined sets of statuses for several trades. */
export const StarterSet = z.object({
  name: z.enum(starterSets),
  statuses: z.array(LeadStatus.pick({ nameHe: true, nameEn: true, hue: true, type: true, asks: true })),
})
export type StarterSet = z.output<typeof StarterSet>

/**
 * A status, with the number of live leads that have it (`leads`) and the number of such leads in the trash (`trashed`).
 */
export const CountedStatus = OwnStatus.extend({ leads: z.number().int(), trashed: z.number().int() })
export type CountedStatus = z.output<typeof CountedStatus>

/** A deleted status whose leads are being moved to another. */
export const StatusRemoval = z.object({
  operationId: id,
  nameHe: z.string(),
  nameEn: z.string(),
  to: id,
  total: z.number().int(),
  done: z.number().int(),
})
export type StatusRemoval = z.output<typeof StatusRemoval>

const One = z.object({ success: z.literal(true), status: OwnStatus })
const owners = { access: 'Owner', can: 'business.settings' } as const

export const statusRoutes = {
  list: route({
    method: 'GET',
    path: '/business/statuses',
    ...owners,
    scope: 'settings:read',
    summary: 'The lead statuses in their order, with how many leads have each',
    reply: z.object({
      success: z.literal(true),
      statuses: z.array(CountedStatus),
      removals: z.array(StatusRemoval),
      /** Starter sets; empty once the business changed its statuses or moved leads between them. */
      sets: z.array(StarterSet),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/business/statuses',
    ...owners,
    summary: 'Add a lead status, after the others of its type',
    idempotent: true,
    body: NewStatus,
    reply: One,
    status: () => 201,
  }),
  change: route({
    method: 'PATCH',
    path: '/business/statuses/:id',
    ...owners,
    summary: 'Change a lead status; leads that have it keep it',
    params: byId,
    body: StatusChanges,
    reply: One,
  }),
  order: route({
    method: 'POST',
    path: '/business/statuses/order',
    ...owners,
    summary: 'Put one status before another (null: at the end), wherever both stand by now',
    body: z.object({ statusId: id, before: id.nullable() }),
    reply: z.object({ success: z.literal(true), order: z.array(id) }),
  }),
  remove: route({
    method: 'POST',
    path: '/business/statuses/:id/delete',
    ...owners,
    summary: 'Delete a status; its leads, those in the trash too, are moved to another in the background',
    params: byId,
    body: z.object({ replacement: id.optional() }),
    reply: z.object({
      success: z.literal(true),
      /** Number of leads to move, and the operation that moves them. */
      leads: z.number().int(),
      operationId: id.nullable(),
    }),
  }),
  start: route({
    method: 'POST',
    path: '/business/statuses/starter',
    ...owners,
    summary: 'Replace the untouched default statuses with the set of a trade',
    body: z.object({ set: z.enum(starterSets) }),
    reply: z.object({ success: z.literal(true), statuses: z.array(LeadStatus) }),
  }),
}
