import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import { link } from '../../../lib/search.ts'
import { campaignNamesQuery, useSession } from '../../../lib/session/session.ts'
import { NO_VIEW } from '../filters/leads-search.ts'
import { linkToView, readableQuery } from './view-query.ts'
import { viewsQuery } from './views.api.ts'

/** Opens the person's default view; if it is gone, all leads. */
export function DefaultView({ businessId, viewId }: { businessId: string; viewId: string }) {
  const views = useQuery(viewsQuery(businessId))
  const campaigns = useQuery(campaignNamesQuery(businessId))
  const { user } = useSession()
  if (views.isPending || campaigns.isPending) return null
  const view = views.data?.views.find(({ _id }) => _id === viewId)
  const query = view && readableQuery(view.query, campaigns.data?.campaigns)
  const target = query
    ? linkToView(businessId, { _id: viewId, query })
    : link(paths.leads(businessId, null, user.leadView), { view: NO_VIEW })
  return <Navigate {...target} replace />
}
