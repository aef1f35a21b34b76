import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/common.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { ShownLeadColumn } from '#contract/leads/table-views.ts'
import { type Endless, endless } from '../../../lib/endless-list.ts'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { formatTotal } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveList } from '../../../lib/live-list.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { useAddressCampaign, useSearchState } from '../../../lib/search.ts'
import { campaignNamesQuery, useBusiness, useCan } from '../../../lib/session/session.ts'
import { usePageSize } from '../../../lib/storage.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { EndlessList } from '../../../ui/list/endless-list.tsx'
import { ListEnd } from '../../../ui/list/list-end.tsx'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { NewPill } from '../../../ui/list/new-pill.tsx'
import { isReaderBusy } from '../../../ui/table/reader-busy.ts'
import { TableTools } from '../../../ui/table/table-tools.tsx'
import type { OwnTable } from '../../../ui/table/use-table-view.ts'
import { useRunningOperations } from '../bulk/running-operations.ts'
import { useSelection } from '../bulk/use-selection.ts'
import { LeadCards } from '../cards/lead-cards.tsx'
import { ConditionsModal } from '../conditions/conditions-modal.tsx'
import { LeadFilterChips } from '../filters/lead-filter-chips.tsx'
import { type FilterProps, LeadsSearch, listQueryOf } from '../filters/leads-search.ts'
import { leadListQuery, useLeads } from '../leads.api.ts'
import { StatusPromptSlot, useStatusPrompt } from '../status/status-prompt.tsx'
import { StatusTabs } from '../status/status-tabs.tsx'
import { LeadsTable } from '../table/leads-table.tsx'
import { useLeadTable } from '../table/own-columns.tsx'
import { builtInSorts, ownSortsOf } from '../table/own-sorts.ts'
import { useLastCalls } from '../table/use-last-calls.ts'
import { useNextFollowUps } from '../table/use-next-follow-ups.ts'
import { ViewsBar } from '../views/views-bar.tsx'
import { LeadsBar, LeadsFinder } from './leads-bar.tsx'
import { LeadsState } from './leads-state.tsx'
import { moveBetweenRows } from './move-between-rows.ts'
import { type ListSort, SortMenu } from './sort-menu.tsx'
import { useLeadActions } from './use-lead-actions.ts'
import { useLeadsLook } from './use-leads-look.ts'

const NO_LEADS: readonly Lead[] = []
const LEAD_EVENTS = {
  topic: 'lead',
  created: 'lead.created',
  deleted: 'lead.deleted',
  // An answered call is the first response to its lead, and filters may depend on the status of the last call.
  alsoChanged: ['call.changed', 'call.ended'],
  rowId: 'leadId',
} as const
const BulkBar = lazily(() => import('../bulk/bulk-bar.tsx'), 'BulkBar', { soon: true })
const OperationProgress = lazily(() => import('../bulk/operation-progress.tsx'), 'OperationProgress')
const NewLeadModal = lazily(() => import('../new-lead/new-lead-modal.tsx'), 'NewLeadModal', { soon: true })

/** Leads of one campaign, or of all that the person may read, as a table or as cards. */
export function LeadListPage() {
  const { t } = useTranslation('leads')
  const { businessId } = useBusiness()
  const campaignId = useAddressCampaign()
  const look = useLeadsLook()
  const [search, setSearch] = useSearchState(LeadsSearch)
  const [limit] = usePageSize('leads')
  const filters = { businessId, search, onChange: setSearch }
  const { table, fields: ownFields, shown, nameOf, rowsOf } = useLeadTable(filters)
  const canAdd = useCan('leads.edit', campaignId)
  const canSelect = useCan('leads.bulk', campaignId)
  const isNarrow = useNarrow()
  const isTable = look === 'table' && !isNarrow
  const newLead = useModal('new-lead')
  const running = useRunningOperations()
  const [wasFormOpened, setFormOpened] = useState(newLead.opened)
  if (newLead.opened && !wasFormOpened) setFormOpened(true)
  const rows = useRef<HTMLElement>(null)

  const queryOf = (page: number) => {
    const query = listQueryOf({ ...search, page }, campaignId, limit)
    return isNarrow ? endless(query) : query
  }
  const query: Endless<ReturnType<typeof listQueryOf>> = queryOf(search.page)
  const { leads: found, pagination, error, isStale, refetch } = useLeads(businessId, query)
  const leads = rowsOf(found)
  const shownLeads = leads ?? NO_LEADS
  const ofTable = isTable ? shownLeads : NO_LEADS
  const lastCalls = useLastCalls(businessId, ofTable, table.columns)
  const nextFollowUps = useNextFollowUps(businessId, ofTable, table.columns)
  const { page, limit: _limit, rows: _rows, sort, ...list } = query
  const selection = useSelection({
    list: JSON.stringify([businessId, list]),
    page: JSON.stringify([page, sort]),
    shown: leads?.map(({ _id }) => _id) ?? [],
    total: pagination?.total ?? 0,
  })
  const live = useLiveList({
    ...{ businessId, campaignId, query, pageOf: leadListQuery, rows: 'leads', events: LEAD_EVENTS },
    isBusy: () => selection.count > 0 || isReaderBusy(rows.current),
    showFirstPage: () => setSearch({ page: undefined, sort: undefined }),
  })
  const statusPrompt = useStatusPrompt()
  const actions = useLeadActions({
    ...{ businessId, campaignId, look, search, lastCalls, nextFollowUps, query },
    leads: shownLeads,
    openPrompt: statusPrompt.open,
  })
  const add = canAdd ? newLead.open : undefined
  useHotkeys({
    ...(add && { KeyN: add }),
    Slash: () => document.querySelector<HTMLElement>('[data-list-search]')?.focus(),
    KeyJ: () => moveBetweenRows(rows.current, 1),
    KeyK: () => moveBetweenRows(rows.current, -1),
    KeyX: () => rows.current?.querySelector<HTMLElement>('[data-row]:focus-within input[type=checkbox]')?.click(),
  })

  const sorts = [...builtInSorts(t), ...ownSortsOf({ fields: ownFields, shown, leads: shownLeads, sort: search.sort })]
  const listProps = {
    leads: shownLeads,
    actions,
    isStale,
    arrived: live.arrived,
    rowsRef: rows,
    selection: canSelect ? selection : undefined,
  }
  const bulk = bulkBarOf({ businessId, campaignId, query, selection, pagination, isTrash: search.trash === true })
  return (
    <Page
      flush
      title={search.trash ? t('trash') : t('title')}
      beside={<NewPill count={live.waiting} onClick={live.show} />}
      context={<LeadsTotal businessId={businessId} campaignId={campaignId} pagination={pagination} />}
      actions={
        (!isNarrow || add || bulk) && (
          <LeadsBar {...{ businessId, campaignId, look, isNarrow, bulk, query, pagination }} onAdd={add} />
        )
      }
      summary={
        <>
          <ViewsBar {...filters} {...{ campaignId, look }} table={look === 'table' ? table : undefined} />
          <LeadsFinder {...filters} {...{ campaignId, look, isNarrow, query, pagination, sorts }} />
        </>
      }
      toolbar={
        <LeadsToolbar {...filters} {...{ campaignId, isNarrow, nameOf, sorts }} table={isTable ? table : undefined} />
      }
      footer={footerOf(pagination, isNarrow, setSearch, bulk)}
    >
      <LeadsState {...filters} {...{ error, refetch, leads, pagination }} onAdd={add}>
        {isTable ? (
          <LeadsTable
            {...listProps}
            {...{ table, ownFields, nameOf }}
            sort={search.sort}
            onSort={(sort) => setSearch({ sort, page: undefined })}
          />
        ) : (
          <EndlessList
            isOn={isNarrow}
            {...{ query, pagination, isStale }}
            shown={leads?.length ?? 0}
            pageOf={(page) => leadListQuery(businessId, queryOf(page))}
            onChange={setSearch}
          >
            <LeadCards {...listProps} fields={shown} isFull={look === 'cards'} isNarrow={isNarrow} />
          </EndlessList>
        )}
      </LeadsState>
      <Suspense>{running.length > 0 && <OperationProgress running={running} />}</Suspense>
      <ConditionsModal {...filters} />
      <Suspense>
        <StatusPromptSlot state={statusPrompt} businessId={businessId} />
        {canAdd && wasFormOpened && <NewLeadModal businessId={businessId} campaignId={campaignId} modal={newLead} />}
      </Suspense>
    </Page>
  )
}

type OnChange = FilterProps['onChange']
/** On narrow screens the list continues without pages. */
const footerOf = (pagination: Pagination | undefined, isNarrow: boolean, onChange: OnChange, bulk: ReactNode) =>
  !isNarrow &&
  pagination &&
  pagination.total > 0 && (
    <ListPager table="leads" paging={pagination} onChange={onChange}>
      {bulk}
    </ListPager>
  )

type ToolbarProps = FilterProps & {
  campaignId: string | null
  isNarrow: boolean
  /** Where the leads are a table. */
  table: OwnTable<ShownLeadColumn> | undefined
  nameOf: (column: ShownLeadColumn) => string
  sorts: readonly ListSort[]
}

/** Statuses on narrow screens; on wide ones filters, search and columns. */
function LeadsToolbar({ campaignId, isNarrow, table, nameOf, sorts, ...filters }: ToolbarProps) {
  const { t } = useTranslation('leads')
  const { businessId, search, onChange } = filters
  if (isNarrow) return <StatusTabs key={businessId} {...filters} campaignId={campaignId} />
  return (
    <>
      <LeadFilterChips {...filters} />
      <ListEnd search={search.search} label={t('search')} onChange={(changes) => void onChange(changes)}>
        {!table && (
          <SortMenu
            sort={search.sort}
            onSort={(sort) => void onChange({ sort, page: undefined })}
            {...{ sorts }}
            isNarrow={false}
          />
        )}
        {table && <TableTools table={table} nameOf={nameOf} />}
      </ListEnd>
    </>
  )
}

type BulkProps = Omit<ComponentProps<typeof BulkBar>, 'pagination'> & { pagination: Pagination | undefined }
/** Undefined while nothing is selected. */
const bulkBarOf = ({ pagination, ...props }: BulkProps) =>
  pagination && props.selection.count > 0 ? (
    <Suspense>
      <BulkBar {...props} pagination={pagination} />
    </Suspense>
  ) : undefined

type TotalProps = { businessId: string; campaignId: string | null; pagination: Pagination | undefined }

/** Number of leads, and the campaign's name or the number of campaigns. */
function LeadsTotal({ businessId, campaignId, pagination }: TotalProps) {
  const { t } = useTranslation('leads')
  const { data } = useQuery(campaignNamesQuery(businessId))
  const campaign = data?.campaigns.find(({ _id }) => _id === campaignId)
  return (
    <span aria-live="polite" className="tabular" data-lines="1">
      {pagination && t('total', { count: pagination.total, total: formatTotal(pagination) })}
      {pagination && data && ' · '}
      {campaign ? <bdi>{campaign.name}</bdi> : data && !campaignId && t('campaigns', { count: data.campaigns.length })}
    </span>
  )
}
