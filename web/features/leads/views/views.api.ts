import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type LeadView, leadViewRoutes } from '#contract/leads/views/lead-views.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sessionQuery } from '../../../lib/session/session.ts'

export type NewView = RouteInput<typeof leadViewRoutes.create>['body']
export type ViewChanges = RouteInput<typeof leadViewRoutes.change>['body']

/** The saved views that the person may open, in order. */
export const viewsQuery = (businessId: string) =>
  queryOptions({
    queryKey: queryKeys.leadViews(businessId),
    queryFn: ({ signal }) => call(leadViewRoutes.list, undefined, { signal }),
    staleTime: 30_000,
  })

/** Shows a saved view at once; the order follows with the next reply. */
function put(client: QueryClient, businessId: string, view: LeadView) {
  client.setQueryData(viewsQuery(businessId).queryKey, (list) => {
    if (!list) return list
    const isKnown = list.views.some(({ _id }) => _id === view._id)
    const others = list.views.map((one) =>
      view.isDefault && one._id !== view._id ? { ...one, isDefault: false } : one,
    )
    return { ...list, views: isKnown ? others.map((one) => (one._id === view._id ? view : one)) : [...others, view] }
  })
}

/** The session names the default, for a list that is opened before the views are known. */
function setDefault(client: QueryClient, businessId: string, viewId: string | undefined) {
  client.setQueryData(sessionQuery.queryKey, (session) => {
    if (!session) return session
    const businesses = session.businesses.map(({ defaultLeadView, ...one }) => {
      const kept = one.businessId === businessId ? viewId : defaultLeadView
      return { ...one, ...(kept && { defaultLeadView: kept }) }
    })
    return { ...session, businesses }
  })
}

const refresh = (client: QueryClient, businessId: string) =>
  void client.invalidateQueries({ queryKey: queryKeys.leadViews(businessId) })

/** The form shows errors itself. */
export function useCreateView(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: NewView) => call(leadViewRoutes.create, { body }),
    onSuccess: ({ view }) => put(client, businessId, view),
    onSettled: () => refresh(client, businessId),
  })
}

/** `silent`: the form shows errors itself. */
export function useChangeView(businessId: string, { silent = false } = {}) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent },
    mutationFn: ({ id, changes }: { id: string; changes: ViewChanges }) =>
      call(leadViewRoutes.change, { params: { id }, body: changes }),
    onSuccess: ({ view }, { changes }) => {
      put(client, businessId, view)
      if (changes.isDefault !== undefined) setDefault(client, businessId, changes.isDefault ? view._id : undefined)
    },
    onSettled: () => refresh(client, businessId),
  })
}

export function useRemoveView(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: LeadView) => call(leadViewRoutes.remove, { params: { id: _id } }),
    onSuccess: (_, { _id, isDefault }) => {
      if (isDefault) setDefault(client, businessId, undefined)
      client.setQueryData(
        viewsQuery(businessId).queryKey,
        (list) => list && { ...list, views: list.views.filter((view) => view._id !== _id) },
      )
    },
    onSettled: () => refresh(client, businessId),
  })
}

export function useRestoreView(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: LeadView) => call(leadViewRoutes.restore, { params: { id: _id } }),
    onSuccess: ({ view }) => {
      if (view.isDefault) setDefault(client, businessId, view._id)
      put(client, businessId, view)
    },
    onSettled: () => refresh(client, businessId),
  })
}
