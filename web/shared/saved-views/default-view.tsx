import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { link } from '../../lib/search.ts'
import { campaignNamesQuery } from '../../lib/session/session.ts'
import { NO_VIEW, readableQuery, type ViewQuery, type ViewsOf } from './view-list.ts'
import { viewsQuery } from './views.api.ts'

type Props<Query extends ViewQuery> = {
  of: ViewsOf<Query>
  businessId: string
  viewId: string
  /** The list without a view, before the parameter that names none. */
  listWithout: (search: { view: string }) => ReturnType<typeof link>
}

/** Opens the person's default view; if it is gone, the whole list. */
export function DefaultView<Query extends ViewQuery>({ of, businessId, viewId, listWithout }: Props<Query>) {
  const views = useQuery(viewsQuery(of, businessId))
  const campaigns = useQuery(campaignNamesQuery(businessId))
  if (views.isPending || campaigns.isPending) return null
  const view = views.data?.views.find(({ _id }) => _id === viewId)
  const query = view && readableQuery(view.query, campaigns.data?.campaigns)
  const target = query ? of.linkTo(businessId, { _id: viewId, query }) : listWithout({ view: NO_VIEW })
  return <Navigate {...target} replace />
}
