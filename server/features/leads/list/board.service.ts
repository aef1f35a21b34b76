import { isGroupingField, isOwnFieldName, keyOfFieldName } from '#contract/lead-fields/own-fields.ts'
import type { BoardColumn, BoardQuery } from '#contract/leads/lead-board.ts'
import type { BoardBy } from '#contract/leads/lead-fields.ts'
import type { Db } from '../../../platform/db/db.ts'
import { withinTime } from '../../../platform/db/within-time.ts'
import { invalidInput } from '../../../platform/http/errors.ts'
import { type FieldDefinitions, fieldWithKey } from '../../lead-fields/values.rules.ts'
import { idsOf, withNames } from '../leads.presenter.ts'
import { toLeads } from '../leads.service.ts'
import { listBoard } from './board.queries.ts'
import { isCountedBoard } from './board.sql.ts'
import { readFilter } from './filter.service.ts'
import { type ListContext, requiringCampaigns, SCAN_TIMEOUT_MS } from './list.service.ts'

/** An own field divides the board if it is a choice that is not personal. */
function requireGrouping(by: BoardBy, own: FieldDefinitions) {
  if (!isOwnFieldName(by)) return
  const field = fieldWithKey(own, keyOfFieldName(by))
  if (!field || !isGroupingField(field)) throw invalidInput('by', field ? 'invalid_value' : 'unknown_field')
}

/** The leads that the caller may read in columns by a field. */
export async function findBoard({ db, caller, language, own, names, now }: ListContext, query: BoardQuery) {
  const { businessId } = caller
  requireGrouping(query.by, own)
  const choice = {
    by: query.by,
    isAscending: query.sort === 'date',
    ...(await readFilter({ db, caller, now, own }, query)),
  }
  const list = (one: Db) =>
    isCountedBoard(choice)
      ? listBoard(one, businessId, choice)
      : withinTime(one, SCAN_TIMEOUT_MS, (tx) => listBoard(tx, businessId, choice))
  const rows = query.campaignId ? await requiringCampaigns(db, businessId, query.campaignId, list) : await list(db)
  const named = await names.find(db, businessId, idsOf(rows))
  const leads = await toLeads(
    { db, caller, language, own },
    rows.map((row) => withNames(row, named)),
  )
  const columns = new Map<string, BoardColumn>()
  for (const [at, { key, total, total_value: value }] of rows.entries()) {
    const column = columns.get(key) ?? { key, total, value, leads: [] }
    columns.set(key, column)
    column.leads.push(...leads.slice(at, at + 1))
  }
  const { columns: found = 0, board_total: total = 0, board_value: value = 0 } = rows[0] ?? {}
  return { success: true, columns: [...columns.values()], total, value, hidden: found - columns.size } as const
}
