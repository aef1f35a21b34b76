import { z } from 'zod'
import { commaList, Done, id, Pagination, Paging } from '../common.ts'
import { isOwnFieldName } from '../lead-fields/own-fields.ts'
import { HistoryItem } from '../leads/history/lead-history.ts'
import { Lead } from '../leads/leads.ts'
import { route } from '../route.ts'
import { MERGE_MAX, mergeFields } from './merge-fields.ts'

const isField = (name: string) => mergeFields.some((field) => field === name) || isOwnFieldName(name)
/**
 * The lead whose value of each field is kept. A field that is not named keeps the kept lead's value or, without one,
 * that of another.
 */
const MergeChoices = z
  .record(z.string(), id)
  .refine((choices) => Object.keys(choices).every(isField), { error: 'unknown_field' })

export const duplicateReasons = ['phone', 'email', 'name'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]
/** Groups counted; of more, the total is not exact. */
export const GROUPS_COUNTED = 1_000

/** Leads that may be one person, by ids: the newest that the caller may read, at most MERGE_MAX. */
export const DuplicateGroup = z.object({
  _id: id,
  reasons: z.array(z.enum(duplicateReasons)),
  leadIds: z.array(id),
  /** Number of leads in the group, and of those that the caller may not read, which block a merge. */
  size: z.number().int(),
  hidden: z.number().int(),
})
export type DuplicateGroup = z.output<typeof DuplicateGroup>

/** Items of the history that a comparison shows. */
export const COMPARED_HISTORY = 7
const comparedIds = z.array(id).min(2, 'required').max(MERGE_MAX, 'too_many_to_merge')

export const MergeInput = z.object({
  winnerId: id,
  /** The leads that are merged; the kept one may be among them. */
  leadIds: z.array(id).min(1, 'required').max(MERGE_MAX, 'too_many_to_merge'),
  fields: MergeChoices.default({}),
  /** The leads whose tags are kept; absent: all. */
  tagsOf: z.array(id).max(MERGE_MAX).optional(),
})
export type MergeInput = z.output<typeof MergeInput>

export const duplicateRoutes = {
  groups: route({
    method: 'GET',
    path: '/lead/duplicate-groups',
    access: 'None',
    can: 'leads.merge',
    summary: 'Groups of leads that may be one person, by phone, e-mail or name, the newest first',
    query: z.object({ ...Paging.shape, limit: z.coerce.number().int().min(1).max(10).default(1) }),
    reply: z.object({ success: z.literal(true), groups: z.array(DuplicateGroup), pagination: Pagination }),
  }),
  compare: route({
    method: 'GET',
    path: '/lead/merge',
    access: 'None',
    can: 'leads.merge',
    summary: 'Leads side by side, with the newest of what would be their one history',
    query: z.object({ leadIds: commaList(id).pipe(comparedIds) }),
    reply: z.object({
      success: z.literal(true),
      leads: z.array(Lead),
      history: z.array(HistoryItem.extend({ leadId: id })),
      /** Number of items of the whole history, at most a thousand. */
      historyCount: z.number().int(),
    }),
  }),
  distinguish: route({
    method: 'POST',
    path: '/lead/not-duplicates',
    access: 'None',
    can: 'leads.merge',
    summary: 'Remember that these leads are different people; they are not offered as duplicates again',
    body: z.object({ leadIds: comparedIds }),
    reply: Done,
  }),
  merge: route({
    method: 'POST',
    path: '/lead/merge',
    access: 'None',
    can: 'leads.merge',
    summary: `Merge up to ${MERGE_MAX} leads into one, with an undo of 30 days`,
    body: MergeInput,
    reply: z.object({ success: z.literal(true), lead: Lead, operationId: id }),
  }),
}
