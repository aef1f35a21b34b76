import type { CallQuery, CallSummary } from '#contract/calls/calls.ts'
import { EXACT_TOTAL_MAX } from '#contract/common.ts'
import { withinTime } from '../../../platform/db/within-time.ts'
import type { Search } from '../../leads/list/list.rules.ts'
import { type CallFilter, isEmpty } from './call-list.rules.ts'
import { HEAVY_MS, type Reading, readFilter } from './call-list.service.ts'
import { type SummaryRow, summarizeCallers, summarizeCalls, summarizeNamed } from './call-summary.queries.ts'

const nothing: SummaryRow = { calls: 0, answered: 0, answerable: 0, missed: 0, wait: null, callers: 0 }

/** Summary of a list's calls; above the counting limit, of the newest calls. */
export async function summarizeList(
  context: Reading,
  asked: Pick<CallQuery, 'campaignId' | 'filters' | 'search'>,
): Promise<CallSummary> {
  const { search, ...filter } = await readFilter(context, asked)
  const row = isEmpty(filter) || search.kind === 'nothing' ? nothing : await read(context, filter, search)
  return {
    calls: Math.min(row.calls, EXACT_TOTAL_MAX),
    answered: row.answered,
    answeredShare: row.answerable ? row.answered / row.answerable : null,
    missed: row.missed,
    averageWait: row.wait,
    uniqueCallers: row.callers,
    isExact: row.calls <= EXACT_TOTAL_MAX,
  }
}

const read = ({ db, caller: { businessId } }: Reading, filter: CallFilter, search: Search) =>
  withinTime(db, HEAVY_MS, (tx) => {
    if (search.kind === 'digits') return summarizeCallers(tx, businessId, { ...filter, digits: search.digits })
    if (search.kind === 'text')
      return summarizeNamed(tx, businessId, { ...filter, text: search.text, most: EXACT_TOTAL_MAX + 1 })
    return summarizeCalls(tx, businessId, filter)
  })
