import type { MergePart } from '../leads/merge/merge-part.ts'
import * as queries from './merging.queries.ts'

/** Calls move to the kept lead, and the mark that a lead is not to be called. */
export const callsOfMerge: MergePart = {
  name: 'calls',
  move: async (tx, { businessId }, merge) => ({
    moved: await queries.moveCalls(tx, businessId, merge),
    barred: await queries.moveMark(tx, businessId, merge),
  }),
  async putBack(tx, { businessId }, { record, ...merge }) {
    await queries.putBackCalls(tx, businessId, merge, record.moved ?? [])
    await queries.takeMarkBack(tx, businessId, record.barred ?? [])
  },
}
