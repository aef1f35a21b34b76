import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isGroupingField, isOwnFieldName, type OwnField, ownFieldName } from '#contract/lead-fields/own-fields.ts'
import type { BoardBy } from '#contract/leads/lead-fields.ts'
import type { BoardField, ShownBoardField, TableViews } from '#contract/leads/table-views.ts'
import { useKeepChoices } from '../../../lib/session/own-choices.ts'
import { sessionQuery, useSession } from '../../../lib/session/session.ts'
import { nameOf, useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import type { ColumnLook, ColumnLooks } from '../../../ui/table/columns.ts'
import { useTableView } from '../../../ui/table/use-table-view.ts'

type BoardView = NonNullable<TableViews['board']>
const shown: ColumnLook = { width: 0 }
const hidden: ColumnLook = { width: 0, isHidden: true }
/** The built-in fields that a card may show, in their default order. */
const boardFieldLooks: ColumnLooks<BoardField> = {
  campaign: shown,
  source: hidden,
  date: shown,
  value: shown,
  assignedTo: shown,
  tags: hidden,
  status: hidden,
  phone: hidden,
  email: hidden,
  lastActivity: hidden,
  firstResponse: hidden,
  responseDue: hidden,
  meetingStatus: hidden,
  nextFollowUp: hidden,
  duplicate: hidden,
  utmSource: hidden,
  utmMedium: hidden,
  utmCampaign: hidden,
  utmContent: hidden,
  utmTerm: hidden,
}

/** How the person wants leads as cards: a board or a list, by which field, and which columns are folded. */
export function useBoardView() {
  const view = useSession().user.tableViews.board
  const client = useQueryClient()
  const keep = useKeepChoices()
  const change = (changes: Partial<BoardView>) => {
    const now = client.getQueryData(sessionQuery.queryKey)?.user.tableViews.board
    keep({ tableViews: { board: { columns: [], density: 'compact', ...now, ...changes } } })
  }
  const by: BoardBy = view?.by ?? 'status'
  return { by, isList: view?.isList ?? false, folded: view?.folded, change }
}

/** The field by which the board is grouped. If the chosen field does not exist in this business, the status is used. */
export function useBoardBy(businessId: string): BoardBy {
  const { by } = useBoardView()
  const { fields, isPending } = useOwnFields(businessId)
  const isKnown = isPending || groupingFields(fields).some(({ key }) => ownFieldName(key) === by)
  return isOwnFieldName(by) && !isKnown ? 'status' : by
}

/** The fields that the board can be divided by. */
export const groupingFields = (fields: readonly OwnField[]) => fields.filter(isGroupingField)

/** The fields on the cards, with those of the business, which are hidden at first. */
export function useBoardFields(businessId: string) {
  const { t } = useTranslation('leads')
  const { fields: own } = useOwnFields(businessId)
  const looks = useMemo(
    () =>
      ({
        ...boardFieldLooks,
        ...Object.fromEntries(own.map(({ key }) => [ownFieldName(key), hidden])),
      }) as ColumnLooks<ShownBoardField>,
    [own],
  )
  const table = useTableView('board', looks)
  const nameOfField = (key: ShownBoardField) => {
    if (!isOwnFieldName(key)) return t(`columns.${key}`)
    const field = own.find((one) => ownFieldName(one.key) === key)
    return field ? nameOf(field) : key
  }
  return { table, own, nameOf: nameOfField }
}
