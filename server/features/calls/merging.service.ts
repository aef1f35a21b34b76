import type { MergePart } from '../leads/merge/merge-part.ts'
import * as queries from './merging.queries.ts'

/** Calls move to the kept lead. */
export const callsOfMerge: MergePart = {
  name: 'calls',
  move: async (tx, { businessId }, merge) => ({ moved: await queries.moveCalls(tx, businessId, merge) }),
  putBack: (tx, { businessId }, { record, ...merge }) =>
    queries.putBackCalls(tx, businessId, merge, record.moved ?? []),
}
