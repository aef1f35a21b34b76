import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ComponentProps, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/common.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { formatTotal } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveList } from '../../../lib/live-list.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { leadsLookOf } from '../../../lib/paths.ts'
import { useAddressCampaign, useSearchState } from '../../../lib/search.ts'
import { campaignNamesQuery, useBusiness, useCan } from '../../../lib/session/session.ts'
import { usePageSize } from '../../../lib/storage.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { ListEnd } from '../../../ui/list/list-end.tsx'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { NewPill } from '../../../ui/list/new-pill.tsx'
import { isReaderBusy } from '../../../ui/table/reader-busy.ts'
import { TableTools } from '../../../ui/table/table-tools.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import { useRunningOperations } from '../bulk/running-operations.ts'
import { useSelection } from '../bulk/use-selection.ts'
import { LeadCards } from '../cards/lead-cards.tsx'
import { ConditionsModal } from '../conditions/conditions-modal.tsx'
import { LeadFilterChips } from '../filters/lead-filter-chips.tsx'
import { LeadsSearch, listQueryOf } from '../filters/leads-search.ts'
import { leadListQuery, useLeads } from '../leads.api.ts'
import { StatusPromptSlot, useStatusPrompt } from '../status/status-prompt.tsx'
import { leadTableColumns } from '../table/lead-columns.tsx'
import { LeadsTable } from '../table/leads-table.tsx'
import { useLastCalls } from '../table/use-last-calls.ts'
import { LeadsBar } from './leads-bar.tsx'
import { LeadsState } from './leads-state.tsx'
import { useLeadActions } from './use-lead-actions.ts'

const NO_LEADS: readonly Lead[] = []
const LEAD_EVENTS = {
  topic: 'lead',
  created: 'lead.created',
  deleted: 'lead.deleted',
  // An answered call is the first response to its lead.
  alsoChanged: 'call.changed',
  rowId: 'leadId',
} as const
const BulkBar = lazily(() => import('../bulk/bulk-bar.tsx'), 'BulkBar')
const OperationProgress = lazily(() => import('../bulk/operation-progress.tsx'), 'OperationProgress')
const NewLeadModal = lazily(() => import('../new-lead/new-lead-modal.tsx'), 'NewLeadModal')
const StatusTabs = lazily(() => import('../status/status-tabs.tsx'), 'StatusTabs')

/** Leads of one campaign, or of all that the person may read, as a table or as cards. */
export function LeadsPage() {
  const { t } = useTranslation('leads')
  const { businessId } = useBusiness()
  const campaignId = useAddressCampaign()
  const look = useLocation({ select: ({ pathname }) => leadsLookOf(pathname) ?? 'table' })
  const [search, setSearch] = useSearchState(LeadsSearch)
  const [limit] = usePageSize('leads')
  const table = useTableView('leads', leadTableColumns)
  const canAdd = useCan('leads.edit', campaignId)
  const canSelect = useCan('leads.bulk', campaignId)
  const isNarrow = useNarrow()
  const isTable = look === 'table' && !isNarrow
  const newLead = useModal('new-lead')
  const running = useRunningOperations()
  const [wasFormOpened, setFormOpened] = useState(newLead.opened)
  if (newLead.opened && !wasFormOpened) setFormOpened(true)
  const rows = useRef<HTMLElement>(null)

  const query = listQueryOf(search, campaignId, limit)
  const { leads, pagination, error, isStale, refetch } = useLeads(businessId, query)
  const lastCalls = useLastCalls(businessId, isTable ? (leads ?? NO_LEADS) : NO_LEADS, table.columns)
  const { page: _page, limit: _limit, sort: _sort, ...list } = query
  const selection = useSelection({
    list: JSON.stringify([businessId, list]),
    page: JSON.stringify(query),
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
    ...{ businessId, campaignId, look, search, limit, lastCalls },
    leads: leads ?? NO_LEADS,
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

  const filters = { businessId, search, onChange: setSearch }
  const listProps = {
    leads: leads ?? [],
    actions,
    isStale,
    arrived: live.arrived,
    rowsRef: rows,
    selection: canSelect ? selection : undefined,
  }
  const bulk = bulkBarOf({ businessId, campaignId, query, selection, pagination, isTrash: search.trash === true })
  const footer = pagination && pagination.total > 0 && (
    <ListPager table="leads" paging={pagination} onChange={setSearch}>
      {!isNarrow && bulk}
    </ListPager>
  )
  return (
    <Page
      flush
      title={search.trash ? t('trash') : t('title')}
      beside={<NewPill count={live.waiting} onClick={live.show} />}
      context={<LeadsTotal businessId={businessId} campaignId={campaignId} pagination={pagination} />}
      actions={<LeadsBar {...filters} {...{ campaignId, look, isNarrow, bulk }} onAdd={add} />}
      toolbar={
        isNarrow ? (
          <Suspense fallback={<Box h="var(--chip)" />}>
            <StatusTabs key={businessId} {...filters} campaignId={campaignId} />
          </Suspense>
        ) : (
          <>
            <LeadFilterChips {...filters} />
            <ListEnd search={search.search} label={t('search')} onChange={(changes) => void setSearch(changes)}>
              {isTable && <TableTools table={table} nameOf={(key) => t(`columns.${key}`)} />}
            </ListEnd>
          </>
        )
      }
      footer={footer}
    >
      <LeadsState {...filters} {...{ error, refetch, leads, pagination }} onAdd={add}>
        {isTable ? (
          <LeadsTable
            {...listProps}
            table={table}
            sort={search.sort}
            onSort={(sort) => setSearch({ sort, page: undefined })}
          />
        ) : (
          <LeadCards {...listProps} isFull={look === 'cards'} isNarrow={isNarrow} />
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

type BulkProps = Omit<ComponentProps<typeof BulkBar>, 'pagination'> & { pagination: Pagination | undefined }
/** Undefined while nothing is selected. */
const bulkBarOf = ({ pagination, ...props }: BulkProps) =>
  pagination && props.selection.count > 0 ? (
    <Suspense>
      <BulkBar {...props} pagination={pagination} />
    </Suspense>
  ) : undefined

/** Keys j and k: focuses the next or previous lead; Enter opens it. */
function moveBetweenRows(rows: HTMLElement | null, step: 1 | -1) {
  const links = [...(rows?.querySelectorAll<HTMLElement>('[data-lead-link]') ?? [])]
  const current = links.findIndex((link) => link.closest('[data-row]')?.contains(document.activeElement))
  const next = current < 0 && step < 0 ? links.length - 1 : current + step
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
}

type TotalProps = { businessId: string; campaignId: string | null; pagination: Pagination | undefined }

/** Number of leads, and the campaign's name or the number of campaigns. */
function LeadsTotal({ businessId, campaignId, pagination }: TotalProps) {
  const { t } = useTranslation('leads')
  const { data } = useQuery(campaignNamesQuery(businessId))
  const campaign = data?.campaigns.find(({ _id }) => _id === campaignId)
  return (
    <span aria-live="polite" className="tabular">
      {pagination && t('total', { count: pagination.total, total: formatTotal(pagination) })}
      {pagination && data && ' · '}
      {campaign ? <bdi>{campaign.name}</bdi> : data && !campaignId && t('campaigns', { count: data.campaigns.length })}
    </span>
  )
}
