import { useTranslation } from 'react-i18next'
import { isOwnFieldName, type OwnField } from '#contract/lead-fields/own-fields.ts'
import type { BoardColumn } from '#contract/leads/lead-board.ts'
import { NO_OPTION, UNASSIGNED } from '#contract/leads/lead-board.ts'
import type { StatusType } from '#contract/leads/lead-status.ts'
import { choicesOf, textOfValue } from '../../../shared/own-fields/own-fields.ts'
import { useChoiceName, useChoices } from '../fields/use-choices.ts'
import type { LeadsSearch } from '../filters/leads-search.ts'
import { useTargets } from '../move/use-targets.ts'
import { type LocalizedStatus, selectableIn, useStatuses } from '../status/use-statuses.ts'
import type { BoardChoice } from './board.api.ts'
import type { Board } from './board-cache.ts'

/** A column as the board shows it; `status` where it is one. */
export type ShownColumn = BoardColumn & { name: string; status: LocalizedStatus | undefined; isFolded: boolean }

/** Statuses whose columns are folded until the person unfolds one. */
const FOLDED_TYPES: readonly StatusType[] = ['On hold', 'Won', 'Lost']
/** With more campaigns than this, only those that have leads are columns. */
const EMPTY_CAMPAIGNS_MAX = 20
const EMPTY = { total: 0, value: 0, leads: [] }

/**
 * The columns of a board. If the board is grouped by status, person, campaign or own field, empty columns are included, so that
 * cards can be moved there. A filter on the same field leaves only the columns that it names.
 */
export function useBoardColumns(
  { businessId, campaignId, search, by }: BoardChoice,
  board: Board | undefined,
  { folded, field }: { folded: readonly string[] | undefined; field: OwnField | undefined },
): ShownColumn[] {
  const { t } = useTranslation('leads')
  const targets = useTargets(businessId, by === 'campaign' && campaignId === null)
  const movedTo = by === 'campaign' && targets.length <= EMPTY_CAMPAIGNS_MAX ? targets.map(({ _id }) => _id) : []
  const options = field ? choicesOf(field.options) : []
  const statuses = useStatuses(businessId)
  const builtIn = isOwnFieldName(by) ? 'status' : by
  const choices = useChoices(businessId, builtIn)
  const choiceName = useChoiceName(businessId, [by])
  const nameOf = (key: string) => {
    if (!field) return choiceName(builtIn, key)
    return key === NO_OPTION ? t('board.noOption') : textOfValue(field, key)
  }
  if (!board) return []
  const keys: readonly string[] =
    by === 'status'
      ? selectableIn(statuses, campaignId)
          .filter((status) => isWanted(search, status))
          .map(({ _id }) => _id)
      : by === 'assigned'
        ? search.assigned?.length
          ? search.assigned
          : choices
        : by === 'campaign'
          ? movedTo
          : field
            ? [...options.map(({ value }) => value), NO_OPTION]
            : []
  const order = by === 'status' ? statuses.map(({ _id }) => _id) : keys
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  const filled = board.columns.map(({ key }) => key)
  return [...new Set([...keys, ...filled])]
    .map((key, at) => ({ key, at }))
    .toSorted((one, other) => place(one.key) - place(other.key) || one.at - other.at)
    .map(({ key }) => {
      const column = board.columns.find((one) => one.key === key) ?? { key, ...EMPTY }
      const status = by === 'status' ? statuses.find(({ _id }) => _id === key) : undefined
      const person = by === 'assigned' && key !== UNASSIGNED ? column.leads[0]?.assignedTo?.name : undefined
      const campaign = by === 'campaign' ? column.leads[0]?.campaignName : undefined
      const isFolded = folded ? folded.includes(key) : status !== undefined && FOLDED_TYPES.includes(status.type)
      return { ...column, status, isFolded, name: person ?? campaign ?? nameOf(key) }
    })
}

const isWanted = ({ status, statusType }: LeadsSearch, { _id, type }: LocalizedStatus) =>
  (!status?.length || status.includes(_id)) && (!statusType?.length || statusType.includes(type))
