import { IconLock } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/calls/calls.ts'
import type { Pagination } from '#contract/common.ts'
import { isOwnFieldName, type OwnField, ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { BOARD_STEP } from '#contract/leads/lead-board.ts'
import type { BoardBy } from '#contract/leads/lead-fields.ts'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useCan } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { Money } from '../../../ui/display/money.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { ListEnd } from '../../../ui/list/list-end.tsx'
import { useRunningOperations } from '../bulk/running-operations.ts'
import { useSelection } from '../bulk/use-selection.ts'
import { ConditionsModal } from '../conditions/conditions-modal.tsx'
import { LeadFilterChips } from '../filters/lead-filter-chips.tsx'
import { LeadsSearch, listQueryOf } from '../filters/leads-search.ts'
import { LeadsBar, LeadsFinder } from '../list/leads-bar.tsx'
import { LeadsState } from '../list/leads-state.tsx'
import { moveBetweenRows } from '../list/move-between-rows.ts'
import { type LeadActions, useLeadActions } from '../list/use-lead-actions.ts'
import { StatusPromptSlot, useStatusPrompt } from '../status/status-prompt.tsx'
import { boardSorts } from '../table/own-sorts.ts'
import { useNextFollowUps } from '../table/use-next-follow-ups.ts'
import { ViewsBar } from '../views/views-bar.tsx'
import { type BoardChoice, useBoard } from './board.api.ts'
import { type Board, columnKeyOf } from './board-cache.ts'
import { BoardSkeleton } from './board-skeleton.tsx'
import { BoardTools, GroupingMenuPart } from './board-tools.tsx'
import classes from './lead-board.module.css'
import { LeadBoard } from './lead-board.tsx'
import { useBoardColumns } from './use-board-columns.ts'
import { useBoardMoves } from './use-board-moves.ts'
import { useBoardFields, useBoardView } from './use-board-view.ts'

const BulkBar = lazily(() => import('../bulk/bulk-bar.tsx'), 'BulkBar', { soon: true })
const OperationProgress = lazily(() => import('../bulk/operation-progress.tsx'), 'OperationProgress')
const NewLeadModal = lazily(() => import('../new-lead/new-lead-modal.tsx'), 'NewLeadModal', { soon: true })
const NO_CALLS: ReadonlyMap<string, Call> = new Map()

/** Leads in columns by a field. */
export function BoardPage({ choice }: { choice: BoardChoice }) {
  const { businessId, campaignId, search, by } = choice
  const { t } = useTranslation('leads')
  const [, setSearch] = useSearchState(LeadsSearch)
  const view = useBoardView()
  const isNarrow = useNarrow()
  const { board, error, isStale, refetch } = useBoard(choice)
  const fields = useBoardFields(businessId)
  const field = fields.own.find(({ key }) => ownFieldName(key) === by)
  const columns = useBoardColumns(choice, board, { folded: view.folded, field })
  const shownFields = useMemo(
    () => fields.table.columns.filter(({ isShown }) => isShown).map(({ key }) => key),
    [fields.table.columns],
  )
  const leads = useMemo(() => columns.flatMap((column) => column.leads), [columns])
  const canAdd = useCan('leads.edit', campaignId)
  const canSelect = useCan('leads.bulk', campaignId)
  // The names of the columns are known once the field is loaded.
  const isLoading = isBoardLoading(choice, { board, error, field })
  const newLead = useModal('new-lead')
  const [wasFormOpened, setFormOpened] = useState(newLead.opened)
  if (newLead.opened && !wasFormOpened) setFormOpened(true)
  const running = useRunningOperations()
  const cards = useRef<HTMLElement>(null)
  const query = listQueryOf({ ...search, page: 1 }, campaignId, BOARD_STEP)
  const { page: _page, limit: _limit, sort, ...list } = query
  const selection = useSelection({
    list: JSON.stringify([businessId, by, list]),
    page: JSON.stringify([sort]),
    shown: leads.map(({ _id }) => _id),
    total: board?.total ?? 0,
  })
  const statusPrompt = useStatusPrompt()
  const nextFollowUps = useNextFollowUps(businessId, leads, fields.table.columns)
  const actions = useBoardActions(choice, { leads, nextFollowUps, openPrompt: statusPrompt.open })
  const moves = useBoardMoves({ businessId, by, field, actions, openPrompt: statusPrompt.open })
  const add = canAdd ? newLead.open : undefined
  useHotkeys({
    ...(add && { KeyN: add }),
    Slash: () => document.querySelector<HTMLElement>('[data-list-search]')?.focus(),
    KeyJ: () => moveBetweenRows(cards.current, 1),
    KeyK: () => moveBetweenRows(cards.current, -1),
    KeyX: () => cards.current?.querySelector<HTMLElement>('[data-row]:focus-within input[type=checkbox]')?.click(),
  })
  const fold = (key: string, isFolded: boolean) => {
    const others = columns.filter((column) => column.isFolded && column.key !== key).map((column) => column.key)
    view.change({ folded: isFolded ? [...others, key] : others })
  }

  const group = (chosen: BoardBy) => view.change({ by: chosen, folded: undefined })

  const filters = { businessId, search, onChange: setSearch }
  const pagination = board && pageOf(board)
  const bulk = bulkBarOf({ businessId, campaignId, query, selection, pagination, isTrash: false })
  const bar = { businessId, campaignId, look: 'cards', isNarrow, bulk, query, pagination } as const
  return (
    <Page
      flush
      title={t('title')}
      context={<BoardTotal board={board} />}
      actions={(!isNarrow || add || bulk) && <LeadsBar {...bar} onAdd={add} />}
      summary={
        <>
          <ViewsBar {...filters} {...{ campaignId }} look="cards" table={undefined} />
          <LeadsFinder
            {...filters}
            {...{ campaignId, isNarrow, query, pagination }}
            look="cards"
            sorts={boardSorts(t)}
            menu={<GroupingMenuPart {...{ by }} own={fields.own} onGroup={group} />}
          />
        </>
      }
      toolbar={
        !isNarrow && (
          <>
            <LeadFilterChips {...filters} />
            <ListEnd search={search.search} label={t('search')} onChange={(changes) => void setSearch(changes)}>
              <BoardTools {...{ by, fields }} onGroup={group} />
            </ListEnd>
          </>
        )
      }
      footer={!isNarrow && bulk}
    >
      {isLoading ? (
        <BoardSkeleton />
      ) : (
        <LeadsState
          {...filters}
          {...{ error, refetch, pagination }}
          leads={board && board.total > 0 ? leads : []}
          onAdd={add}
        >
          <FixedNote by={by} />
          <LeadBoard
            key={[businessId, campaignId, by].join()}
            {...{ columns, choice, actions, moves, isNarrow, isStale }}
            fields={shownFields}
            ownFields={fields.own}
            selection={canSelect ? selection : undefined}
            boardRef={cards}
            onFold={fold}
          />
          <HiddenNote board={board} />
        </LeadsState>
      )}
      <Suspense>{running.length > 0 && <OperationProgress running={running} />}</Suspense>
      <ConditionsModal {...filters} />
      <Suspense>
        <StatusPromptSlot state={statusPrompt} businessId={businessId} />
        {canAdd && wasFormOpened && <NewLeadModal businessId={businessId} campaignId={campaignId} modal={newLead} />}
      </Suspense>
    </Page>
  )
}

type Loaded = { board: Board | undefined; error: Error | null; field: OwnField | undefined }
const isBoardLoading = ({ by }: BoardChoice, { board, error, field }: Loaded) =>
  isOwnFieldName(by) && !field ? true : !board && !error

/** Why the cards of some boards have no handles. */
function FixedNote({ by }: { by: BoardBy }) {
  const { t } = useTranslation('leads')
  if (by !== 'source') return null
  return (
    <p className={classes.note}>
      <IconLock size={14} stroke={1.75} aria-hidden />
      {t(`board.fixed.${by}`)}
    </p>
  )
}

function HiddenNote({ board }: { board: Board | undefined }) {
  const { t } = useTranslation('leads')
  const count = board?.hidden ?? 0
  return count > 0 && <p className={classes.note}>{t('board.hidden', { count })}</p>
}

/** The board as one page of a list, whose total is exact. */
const pageOf = ({ total }: Board): Pagination => ({ page: 1, limit: total, total, totalIsExact: true, pages: 1 })

/** Actions on the leads of a board. A lead that is opened has its neighbours in its column. */
function useBoardActions(
  { businessId, campaignId, search, by }: BoardChoice,
  { leads, ...shown }: Pick<Parameters<typeof useLeadActions>[0], 'leads' | 'nextFollowUps' | 'openPrompt'>,
): LeadActions {
  const query = { page: 1, limit: BOARD_STEP }
  const list = { businessId, campaignId, look: 'cards', search, query, leads, ...shown, lastCalls: NO_CALLS } as const
  const actions = useLeadActions(list)
  const latest = useRef(leads)
  latest.current = leads
  return useMemo(
    () => ({
      ...actions,
      linkTo: (lead) => {
        const key = columnKeyOf(by, lead)
        const { to, state } = actions.linkTo(lead)
        const index = latest.current.filter((one) => columnKeyOf(by, one) === key).indexOf(lead)
        return { to, state: { listOrigin: { ...state.listOrigin, index: Math.max(index, 0), column: { by, key } } } }
      },
    }),
    [actions, by],
  )
}

type BulkProps = Omit<ComponentProps<typeof BulkBar>, 'pagination'> & { pagination: Pagination | undefined }
/** Undefined while nothing is selected. */
const bulkBarOf = ({ pagination, ...props }: BulkProps): ReactNode =>
  pagination && props.selection.count > 0 ? (
    <Suspense>
      <BulkBar {...props} pagination={pagination} />
    </Suspense>
  ) : undefined

/** Number of leads and the sum of their values. */
function BoardTotal({ board }: { board: Board | undefined }) {
  const { t } = useTranslation('leads')
  return (
    <span aria-live="polite" className="tabular" data-lines="1">
      {board && t('total', { count: board.total, total: formatNumber(board.total) })}
      {board && board.value > 0 && (
        <>
          {' · '}
          <Money agorot={board.value} short />
        </>
      )}
    </span>
  )
}
