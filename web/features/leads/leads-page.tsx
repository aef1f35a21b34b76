import { useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useSearchState } from '../../lib/search.ts'
import { useBusiness, useCan } from '../../lib/session.ts'
import { usePageSize } from '../../lib/storage.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { NewPill } from '../../ui/new-pill.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { LeadCards } from './lead-cards.tsx'
import { LeadsBar } from './leads-bar.tsx'
import { LeadsContext } from './leads-context.tsx'
import { LeadsSearch, listQueryOf } from './leads-search.ts'
import { LeadsState } from './leads-state.tsx'
import { LeadsTable } from './leads-table.tsx'
import { LeadsToolbar } from './leads-toolbar.tsx'
import { NewLeadModal } from './new-lead-modal.tsx'
import { isReaderBusy } from './reader-busy.ts'
import { moveBetweenRows } from './row-keys.ts'
import { useLeadTools } from './use-lead-tools.ts'
import { useLeads } from './use-leads.ts'
import { useLiveList } from './use-live-list.ts'
import { useSelection } from './use-selection.ts'

/** Leads of one campaign, or of all that one may read: a table, on narrow screens cards. */
export function LeadsPage() {
  const { t } = useTranslation('leads')
  const { businessId } = useBusiness()
  const { campaignId = null } = useParams({ strict: false }) as { campaignId?: string }
  const [search, setSearch] = useSearchState(LeadsSearch)
  const [limit, setLimit] = usePageSize('leads')
  const canAdd = useCan('leads.edit', campaignId)
  const canDelete = useCan('leads.delete', campaignId)
  const isNarrow = useNarrow()
  const newLead = useModal('new-lead')
  const rows = useRef<HTMLElement>(null)

  const query = listQueryOf(search, campaignId, limit)
  const { leads, pagination, error, isStale, refetch } = useLeads(businessId, query)
  const selection = useSelection(JSON.stringify([businessId, query]), leads?.map(({ _id }) => _id) ?? [])
  const live = useLiveList(
    { businessId, campaignId, query, isBusy: () => selection.ids.size > 0 || isReaderBusy(rows.current) },
    () => setSearch({ page: undefined, sort: undefined }),
  )
  const tools = useLeadTools({ businessId, campaignId, search, limit, leads: leads ?? [] })
  const add = canAdd ? newLead.open : undefined
  useHotkeys({
    ...(add && { KeyN: add }),
    Slash: () => document.querySelector<HTMLElement>('[data-lead-search]')?.focus(),
    KeyJ: () => moveBetweenRows(rows.current, 1),
    KeyK: () => moveBetweenRows(rows.current, -1),
    KeyX: () => rows.current?.querySelector<HTMLElement>('tr:focus-within input[type=checkbox]')?.click(),
  })

  const filters = { businessId, search, onChange: setSearch }
  const shown = { leads: leads ?? [], tools, isStale, arrived: live.arrived }
  const footer = pagination && pagination.total > 0 && (
    <Pager
      paging={pagination}
      onPage={(page) => setSearch({ page }, { push: true })}
      onSize={(size) => {
        setLimit(size)
        setSearch({ page: undefined })
      }}
    >
      {!isNarrow && (
        <BulkBar selection={selection} tools={tools} canDelete={canDelete} isTrash={search.trash === true} />
      )}
    </Pager>
  )
  return (
    <Page
      flush
      title={search.trash ? t('trash') : t('title')}
      beside={<NewPill count={live.waiting} onClick={live.show} />}
      context={<LeadsContext businessId={businessId} campaignId={campaignId} pagination={pagination} />}
      actions={<LeadsBar {...filters} onAdd={add} isNarrow={isNarrow} />}
      toolbar={!isNarrow && <LeadsToolbar {...filters} />}
      footer={footer}
    >
      <LeadsState {...filters} {...{ error, refetch, leads, pagination }} onAdd={add}>
        {isNarrow ? (
          <LeadCards {...shown} rowsRef={rows} />
        ) : (
          <LeadsTable
            {...shown}
            selection={selection}
            sort={search.sort}
            onSort={(sort) => setSearch({ sort, page: undefined })}
            rowsRef={rows}
          />
        )}
      </LeadsState>
      {canAdd && <NewLeadModal businessId={businessId} campaignId={campaignId} modal={newLead} />}
    </Page>
  )
}
