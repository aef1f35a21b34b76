import type { MergePart } from '../leads/merge/merge-part.ts'
import * as queries from './merging.queries.ts'

/** Files move to the kept lead. */
export const filesOfMerge: MergePart = {
  name: 'files',
  move: async (tx, { businessId }, merge) => ({ moved: await queries.moveFiles(tx, businessId, merge) }),
  putBack: (tx, { businessId }, { record, ...merge }) =>
    queries.putBackFiles(tx, businessId, merge, record.moved ?? []),
}
