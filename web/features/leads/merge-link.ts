import { MERGE_MAX } from '#contract/duplicates/merge-fields.ts'
import { paths } from '../../lib/paths.ts'
import { link } from '../../lib/search.ts'

/** The page that merges a lead with others. */
export const mergeLink = (businessId: string, leadId: string, others: readonly { _id: string }[]) =>
  link(paths.duplicates(businessId), { leads: [leadId, ...others.slice(0, MERGE_MAX - 1).map(({ _id }) => _id)] })
