import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/common.ts'
import type { CallColumn } from '#contract/leads/table-views.ts'
import { type Endless, endless } from '../../../lib/endless-list.ts'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { formatTotal } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveInvalidate, useLiveList } from '../../../lib/live-list.ts'
import { useAddressCampaign, useSearchState, useSearchText } from '../../../lib/search.ts'
import { campaignNamesQuery, useBusiness, useSession } from '../../../lib/session/session.ts'
import { usePageSize } from '../../../lib/storage.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { EndlessList } from '../../../ui/list/endless-list.tsx'
import { ListEnd } from '../../../ui/list/list-end.tsx'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { NewPill } from '../../../ui/list/new-pill.tsx'
import type { ColumnLooks } from '../../../ui/table/columns.ts'
import { isReaderBusy } from '../../../ui/table/reader-busy.ts'
import { TableTools } from '../../../ui/table/table-tools.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import { useOpenCall } from '../call/use-open-call.ts'
import { useCallPartyName } from '../call-party.tsx'
import { callKeys, callListQuery } from '../calls.api.ts'
import { CallFilterChips } from '../filters/call-filter-chips.tsx'
import { CallsSearch, listQueryOf } from '../filters/calls-search.ts'
import { CallViewsBar } from '../views/call-views-bar.tsx'
import { CallsList } from './call-cards.tsx'
import { CallsBar, CallsFinder } from './calls-bar.tsx'
import { CallsState } from './calls-state.tsx'
import { CallsSummary } from './calls-summary.tsx'
import { CallsTable } from './calls-table.tsx'
import { DirectionSwitch } from './direction-switch.tsx'
import { moveBetweenCalls } from './row-clicks.ts'

const CALL_EVENTS = { topic: 'call', created: 'call.started', rowId: 'callId' } as const
const DefaultView = lazily(() => import('../views/default-call-view.tsx'), 'DefaultCallView')
const CallDrawer = lazily(() => import('../call/call-drawer.tsx'), 'CallDrawer', { soon: true })

/** The list of all campaigns without anything in its address opens with the person's default view. */
export function CallsPage() {
  const { t } = useTranslation('calls')
  const { businessId, defaultCallView } = useSession()
  const campaignId = useAddressCampaign()
  const isPlain = Object.keys(useSearchText()).length === 0 && campaignId === null
  if (!isPlain || !defaultCallView || !businessId) return <Calls />
  return (
    <Page flush title={t('title')}>
      <Suspense>
        <DefaultView businessId={businessId} viewId={defaultCallView} />
      </Suspense>
    </Page>
  )
}

/** Calls of one campaign, or of all campaigns whose calls the member may hear; a table, or cards on narrow screens. */
function Calls() {
  // Also loads the namespaces of child components: loading them later would suspend the whole screen again.
  const { t } = useTranslation(['calls', 'lists', 'leads', 'saved-views'])
  const { businessId } = useBusiness()
  const campaignId = useAddressCampaign()
  const [search, setSearch] = useSearchState(CallsSearch)
  const [limit] = usePageSize('call')
  const own = useTableView('calls', callColumnLooks)
  const isNarrow = useNarrow()
  const rows = useRef<HTMLElement>(null)
  const details = useOpenCall(search.call)
  const who = useCallPartyName()

  const queryOf = (page: number) => {
    const query = listQueryOf({ ...search, page }, campaignId, limit)
    return isNarrow ? endless(query) : query
  }
  const query: Endless<ReturnType<typeof listQueryOf>> = queryOf(search.page)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...callListQuery(businessId, query),
    placeholderData: keepPreviousData,
  })
  const live = useLiveList({
    ...{ businessId, campaignId, query, pageOf: callListQuery, rows: 'calls', events: CALL_EVENTS },
    // Not every call that starts belongs to the list: it may be a test call, or of a campaign whose calls the member
    // may not hear.
    isPartial: true,
    isBusy: () => isReaderBusy(rows.current),
    showFirstPage: () => setSearch({ page: undefined, sort: undefined }),
  })
  useLiveInvalidate({ businessId, campaignId, topics: ['call'] }, [callKeys.summaries(businessId)])
  const latest = useRef({ details, who })
  latest.current = { details, who }
  const tools = useMemo(
    () => ({
      businessId,
      hrefOf: ({ _id }: { _id: string }) => latest.current.details.hrefOf(_id),
      nameOf: (call: Parameters<typeof who>[0]) => latest.current.who(call),
    }),
    [businessId],
  )
  useHotkeys({
    Slash: () => document.querySelector<HTMLElement>('[data-list-search]')?.focus(),
    KeyJ: () => moveBetweenCalls(rows.current, 1),
    KeyK: () => moveBetweenCalls(rows.current, -1),
  })

  const onChange = (changes: Record<string, unknown>) => void setSearch(changes)
  const filterProps = { businessId, campaignId, search, onChange }
  const calls = data?.calls ?? []
  const pagination = data?.pagination
  const shown = {
    calls,
    tools,
    onOpen: ({ _id }: { _id: string }) => details.open(_id),
    isStale: isPlaceholderData,
    arrived: live.arrived,
    rowsRef: rows,
  }
  return (
    <Page
      flush
      title={t('title')}
      beside={<NewPill count={live.waiting} onClick={live.show} />}
      context={<CallsContext businessId={businessId} campaignId={campaignId} pagination={pagination} />}
      actions={<CallsBar {...filterProps} isNarrow={isNarrow} />}
      summary={
        <>
          <CallViewsBar {...filterProps} />
          {isNarrow && <CallsFinder {...filterProps} />}
          <CallsSummary businessId={businessId} campaignId={campaignId} search={search} />
        </>
      }
      toolbar={
        !isNarrow && (
          <>
            <DirectionSwitch {...filterProps} />
            <CallFilterChips {...filterProps} />
            <ListEnd search={search.search} label={t('search')} onChange={onChange}>
              <TableTools table={own} nameOf={(key) => t(`columns.${key}`)} />
            </ListEnd>
          </>
        )
      }
      footer={
        !isNarrow &&
        pagination &&
        pagination.total > 0 && <ListPager table="call" paging={pagination} onChange={setSearch} />
      }
    >
      <CallsState
        {...{ search, onChange, pagination }}
        shown={data?.calls.length}
        // Shown rows stay after a failed background refetch; the next event retries it.
        error={data && !isPlaceholderData ? null : error}
        refetch={() => void refetch()}
      >
        {isNarrow ? (
          <EndlessList
            isOn
            {...{ query, pagination }}
            isStale={isPlaceholderData}
            shown={calls.length}
            pageOf={(page) => callListQuery(businessId, queryOf(page))}
            onChange={setSearch}
          >
            <CallsList {...shown} />
          </EndlessList>
        ) : (
          <CallsTable {...shown} own={own} sort={search.sort} onSort={(sort) => onChange({ sort, page: undefined })} />
        )}
      </CallsState>
      <Suspense>
        {search.call && <CallDrawer businessId={businessId} callId={search.call} onClose={details.close} />}
      </Suspense>
    </Page>
  )
}

type ContextProps = { businessId: string; campaignId: string | null; pagination: Pagination | undefined }

/** The total, and the campaign or all campaigns. */
function CallsContext({ businessId, campaignId, pagination }: ContextProps) {
  const { t } = useTranslation('calls')
  const { data } = useQuery(campaignNamesQuery(businessId))
  const campaign = data?.campaigns.find(({ _id }) => _id === campaignId)
  return (
    <span aria-live="polite" className="tabular" data-lines="1">
      {pagination && t('total', { count: pagination.total, total: formatTotal(pagination) })}
      {pagination && data && ' · '}
      {campaign ? <bdi>{campaign.name}</bdi> : data && !campaignId && t('allCampaigns')}
    </span>
  )
}

const growing = { width: 134, grows: true } as const

/** In default order. */
const callColumnLooks: ColumnLooks<CallColumn> = {
  date: { width: 136 },
  caller: { width: 208 },
  campaign: growing,
  number: { width: 116 },
  answeredBy: { width: 132 },
  status: { width: 148 },
  ring: { width: 64 },
  talk: { width: 64 },
  source: { width: 116 },
  tags: { ...growing, isHidden: true },
  recording: { width: 76 },
}
