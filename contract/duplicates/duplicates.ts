import { z } from 'zod'
import { id } from '../common.ts'
import { isOwnFieldName } from '../lead-fields/own-fields.ts'
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
