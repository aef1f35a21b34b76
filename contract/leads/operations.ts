import { z } from 'zod'
import { byId, id, Pagination, Paging, time } from '../common.ts'
import { heavyGet, route } from '../route.ts'
import { User } from '../team/users.ts'
import { ShownChanges, ShownOwnFields } from './history/lead-history.ts'
import { AllLeads } from './lead-filters.ts'
import { BULK_MAX, lostReason } from './leads.ts'
import { TAGS_MAX, tag } from './tags.ts'

/** An operation applies one action to many leads in the background. It can be watched, cancelled and undone. */

/** Maximum number of leads per operation. */
export const OPERATION_LEADS_MAX = 250_000
/** Maximum number of skipped leads listed. */
export const OPERATION_LEFT_MAX = 100

/** Deleting more leads than this at once requires confirmation. */
export const UNCONFIRMED_DELETIONS_MAX = 50
/** Polling interval of a running operation's progress, in milliseconds. */
export const OPERATION_POLL_MS = 700

export const operationKinds = [
  'status',
  'assign',
  'tag',
  'read',
  'unread',
  'delete',
  'restore',
  'undo',
  'replace',
  'replace_option',
  'import',
  'merge',
  'move',
  'edit',
  'message',
] as const
export type OperationKind = (typeof operationKinds)[number]
export const operationStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type OperationState = (typeof operationStates)[number]
/** Why a lead was skipped, if not because it already had the wanted value. */
export const leftReasons = [
  'gone',
  'erased',
  'changed_since',
  'forbidden',
  'campaign_gone',
  'not_assignable',
  'too_many_tags',
  'status_gone',
  'status_hidden',
  'duplicate',
  'no_such_lead',
  'no_key',
  'no_contact',
  'invalid_phone',
  'invalid_email',
  'invalid_date',
  'invalid_amount',
  'invalid_value',
  'invalid_id',
  'too_long',
  // Of messages to many leads.
  'marked_do_not_call',
  'no_consent',
  'withdrawn',
  'service_closed',
  'opted_out',
  'cap_reached',
  'closing',
  'no_provider',
  'values_missing',
] as const
export type LeftReason = (typeof leftReasons)[number]

const someTags = z.array(tag).min(1, 'required').max(TAGS_MAX, 'too_many_tags')
export const OperationAction = z.discriminatedUnion('kind', [
  /** `lostReason` may be given for a status of the type Lost. */
  z.object({ kind: z.literal('status'), statusId: id, lostReason: lostReason.optional() }),
  z.object({ kind: z.literal('assign'), assignedTo: id.nullable() }),
  z
    .object({ kind: z.literal('tag'), add: someTags.optional(), remove: someTags.optional() })
    .refine(({ add, remove }) => add ?? remove, { path: ['add'], error: 'required' }),
  z.object({ kind: z.literal('read') }),
  z.object({ kind: z.literal('unread') }),
  z.object({ kind: z.literal('delete') }),
  z.object({ kind: z.literal('restore') }),
  /** To another campaign; people who do not work there are unassigned. */
  z.object({ kind: z.literal('move'), campaignId: id }),
])
export type OperationAction = z.output<typeof OperationAction>
/** An action that clients cannot request. It is started when a status that has leads is deleted. */
export type ReplaceAction = { kind: 'replace'; from: string; statusId: string }
/**
 * The same for an own field: started when options are removed that leads have. Holds the field's key, and the
 * replacement of each option.
 */
export type ReplaceOptionAction = { kind: 'replace_option'; field: string; options: Record<string, string | null> }

/** Selects leads by id, or all leads that match a filter when the request arrives. */
export const LeadChoice = z
  .object({
    leadIds: z.array(id).min(1, 'required').max(BULK_MAX).optional(),
    /** With `all`: restricts the leads to these campaigns. */
    campaignId: z.array(id).max(BULK_MAX).optional(),
    ...AllLeads.partial().shape,
  })
  .refine(({ leadIds, all }) => (leadIds === undefined) !== (all === undefined), {
    path: ['leadIds'],
    error: 'required',
  })
export type LeadChoice = z.output<typeof LeadChoice>

export const Operation = z.object({
  _id: id,
  kind: z.enum(operationKinds),
  /** For an undo: the operation that it reverts. */
  undoes: z.object({ _id: id, kind: z.enum(operationKinds) }).nullable(),
  /** Name of the new status, assignee or campaign; null if the operation has none of them or unassigns the leads. */
  subject: z.string().nullable(),
  /** The lead, if the operation is an act on one. If the caller may not read it, the name is empty and the campaign null. */
  lead: z.object({ _id: id, name: z.string(), campaignId: id.nullable() }).nullable(),
  /** The fields that an edit changed, by their names in the history; an own field is `fields.<key>`. */
  fields: z.array(z.string()),
  tags: z.object({ add: z.array(z.string()), remove: z.array(z.string()) }).nullable(),
  author: User,
  state: z.enum(operationStates),
  total: z.number().int(),
  /** Number of leads changed. */
  done: z.number().int(),
  /** Number of leads skipped. */
  skipped: z.number().int(),
  /** Error code of a failed operation. */
  error: z.string().nullable(),
  /** Id of the undo that reverted this operation. */
  undoneBy: id.nullable(),
  /** An undo can be undone as well: its items are changed again. */
  canUndo: z.boolean(),
  canCancel: z.boolean(),
  createdAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
})
export type Operation = z.output<typeof Operation>

export const LeftLead = z.object({
  leadId: id,
  name: z.string(),
  reason: z.enum(leftReasons),
  /** Of an edit or the kept lead of a merge that is undone: the fields that were changed since and stay. */
  fields: z.array(z.string()).optional(),
})
export type LeftLead = z.output<typeof LeftLead>

const One = z.object({ success: z.literal(true), operation: Operation })

/** Which operations a list shows: all, those on many leads, or those on one. */
export const operationSizes = ['all', 'many', 'one'] as const
export type OperationSize = (typeof operationSizes)[number]

/** What an undo would do now. */
export const UndoPreview = z.object({
  success: z.literal(true),
  /** Number of items that would be restored. */
  restored: z.number().int(),
  /** Items that would stay as they are, at most OPERATION_LEFT_MAX, and their number. */
  left: z.array(LeftLead),
  leftCount: z.number().int(),
  /** Of an edit: [now, after the undo] of each field, as the history shows changes. */
  changes: ShownChanges,
  ownFields: ShownOwnFields,
})
export type UndoPreview = z.output<typeof UndoPreview>

export const operationRoutes = {
  create: route({
    method: 'POST',
    path: '/operations',
    access: 'None',
    can: 'leads.bulk',
    summary: 'Do something to many leads; a few are done at once, many go on in the background',
    body: z.intersection(z.object({ action: OperationAction }), LeadChoice),
    reply: One,
  }),
  list: route({
    method: 'GET',
    path: '/operations',
    access: 'None',
    can: 'leads.bulk',
    summary: "One's own operations of the last 30 days, an Owner's are all, newest first",
    query: Paging.extend({ of: z.enum(operationSizes).default('all') }),
    reply: z.object({ success: z.literal(true), operations: z.array(Operation), pagination: Pagination }),
  }),
  get: route({
    method: 'GET',
    path: '/operations/:id',
    access: 'None',
    can: 'leads.edit',
    summary: 'One operation, with leads that it left as they were and why',
    params: byId,
    reply: One.extend({ left: z.array(LeftLead), leftCount: z.number().int() }),
  }),
  preview: route({
    ...heavyGet,
    path: '/operations/:id/undo',
    access: 'None',
    can: 'leads.edit',
    summary: 'What the undo of an operation would restore now, and what it would leave as it is',
    params: byId,
    reply: UndoPreview,
  }),
  undo: route({
    method: 'POST',
    path: '/operations/:id/undo',
    access: 'None',
    can: 'leads.edit',
    summary: 'Undo the operation; leads that were changed since keep their state',
    params: byId,
    reply: One,
  }),
  cancel: route({
    method: 'POST',
    path: '/operations/:id/cancel',
    access: 'None',
    can: 'leads.bulk',
    summary: 'Stop an operation; what is done stays done, and can be undone',
    params: byId,
    reply: One,
  }),
}
