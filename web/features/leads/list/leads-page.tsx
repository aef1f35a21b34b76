import { type QueryClient, usePrefetchQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { endless } from '../../../lib/endless-list.ts'
import { lazily } from '../../../lib/lazy.ts'
import { leadsLookOf } from '../../../lib/paths.ts'
import { readSearch, useAddressCampaign, useSearchState, useSearchText } from '../../../lib/search.ts'
import { membershipOf, sessionQuery, useBusiness, useSession } from '../../../lib/session/session.ts'
import { storage } from '../../../lib/storage.ts'
import { isNarrow } from '../../../lib/use-narrow.ts'
import { ownFieldsQuery } from '../../../shared/own-fields/own-fields.ts'
import type { PageAt } from '../../../shared/pages.ts'
import { viewsQuery } from '../../../shared/saved-views/views.api.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { type BoardChoice, boardQuery } from '../board/board.api.ts'
import { BoardSkeleton } from '../board/board-skeleton.tsx'
import { useBoardBy, useBoardView } from '../board/use-board-view.ts'
import { LeadsSearch, listQueryOf } from '../filters/leads-search.ts'
import { leadListQuery, statusesQuery } from '../leads.api.ts'
import { leadViews } from '../views/lead-views.ts'
import { LeadListPage } from './lead-list-page.tsx'
import { useLeadsLook } from './use-leads-look.ts'

/** Loaded separately, because it includes the drag-and-drop library. */
const BoardPage = lazily(() => import('../board/board-page.tsx'), 'BoardPage')
const DefaultView = lazily(() => import('../views/default-lead-view.tsx'), 'DefaultLeadView')

/** Requests the list at an address, and what its first rendering reads; nothing for a board or a default view. */
export async function askForLeads(client: QueryClient, { pathname, params, search: text }: PageAt) {
  const { businessId, campaignId = null } = params
  const session = client.getQueryData(sessionQuery.queryKey)
  const membership = session && businessId ? membershipOf(session, businessId) : undefined
  if (!session || !membership || !businessId) return
  const isBoard = leadsLookOf(pathname) === 'cards' && !session.user.tableViews.board?.isList
  const isView = membership.defaultLeadView && campaignId === null && Object.keys(text).length === 0
  if (isBoard || isView) return
  const query = listQueryOf(readSearch(LeadsSearch, text), campaignId, storage.pageSize('leads').get())
  void client.prefetchQuery(leadListQuery(businessId, isNarrow() ? endless(query) : query))
  void client.prefetchQuery(statusesQuery(businessId))
  void client.prefetchQuery(viewsQuery(leadViews, businessId))
  void client.prefetchQuery(ownFieldsQuery(businessId))
}

/** The list of all campaigns without anything in its address opens with the person's default view. */
export function LeadsPage() {
  const { t } = useTranslation('leads')
  const { businessId, defaultLeadView } = useSession()
  const campaignId = useAddressCampaign()
  const isPlain = Object.keys(useSearchText()).length === 0 && campaignId === null
  if (!isPlain || !defaultLeadView || !businessId) return <Leads />
  return (
    <Page flush title={t('title')}>
      <Suspense>
        <DefaultView businessId={businessId} viewId={defaultLeadView} />
      </Suspense>
    </Page>
  )
}

/** Leads of one campaign, or of all that the person may read: a table, a list of cards, or a board. The trash is a list. */
function Leads() {
  const look = useLeadsLook()
  const { businessId } = useBusiness()
  const campaignId = useAddressCampaign()
  const [search] = useSearchState(LeadsSearch)
  const { isList } = useBoardView()
  const by = useBoardBy(businessId)
  if (look === 'table' || isList || search.trash) return <LeadListPage />
  return <ComingBoard choice={{ businessId, campaignId, search, by }} />
}

/** Stands in for the board while its code loads, and requests its data in parallel. */
function ComingBoard({ choice }: { choice: BoardChoice }) {
  const { t } = useTranslation('leads')
  usePrefetchQuery(boardQuery(choice))
  return (
    <Suspense
      fallback={
        <Page flush title={t('title')}>
          <BoardSkeleton />
        </Page>
      }
    >
      <BoardPage choice={choice} />
    </Suspense>
  )
}
