import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../../lib/session/session.ts'
import type { NewView, SavedView, ViewChanges, ViewQuery, ViewsOf } from './view-list.ts'

type Views<Query> = { views: SavedView<Query>[] }

/** The saved views of a list that the person may open, in order. */
export const viewsQuery = <Query extends ViewQuery>(of: ViewsOf<Query>, businessId: string) =>
  queryOptions({
    queryKey: of.key(businessId),
    queryFn: ({ signal }) => of.read(signal),
    staleTime: 30_000,
  })

type Place<Query extends ViewQuery> = { of: ViewsOf<Query>; businessId: string }

/** Shows a saved view at once; the order follows with the next reply. */
function put<Query extends ViewQuery>(client: QueryClient, { of, businessId }: Place<Query>, view: SavedView<Query>) {
  client.setQueryData<Views<Query>>(of.key(businessId), (list) => {
    if (!list) return list
    const isKnown = list.views.some(({ _id }) => _id === view._id)
    const others = list.views.map((one) =>
      view.isDefault && one._id !== view._id ? { ...one, isDefault: false } : one,
    )
    return { ...list, views: isKnown ? others.map((one) => (one._id === view._id ? view : one)) : [...others, view] }
  })
}

/** The session names the default, for a list that is opened before the views are known. */
function setDefault<Query extends ViewQuery>(
  client: QueryClient,
  { of, businessId }: Place<Query>,
  viewId: string | undefined,
) {
  client.setQueryData(sessionQuery.queryKey, (session) => {
    if (!session) return session
    const businesses = session.businesses.map(({ [of.sessionKey]: before, ...one }) => {
      const kept = one.businessId === businessId ? viewId : before
      return { ...one, ...(kept && { [of.sessionKey]: kept }) }
    })
    return { ...session, businesses }
  })
}

const refresh = <Query extends ViewQuery>(client: QueryClient, { of, businessId }: Place<Query>) =>
  void client.invalidateQueries({ queryKey: of.key(businessId) })

/** The form shows errors itself. */
export function useCreateView<Query extends ViewQuery>(place: Place<Query>) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: NewView<Query>) => place.of.create(body),
    onSuccess: ({ view }) => put(client, place, view),
    onSettled: () => refresh(client, place),
  })
}

/** `silent`: the form shows errors itself. */
export function useChangeView<Query extends ViewQuery>(place: Place<Query>, { silent = false } = {}) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent },
    mutationFn: ({ id, changes }: { id: string; changes: ViewChanges<Query> }) => place.of.change(id, changes),
    onSuccess: ({ view }, { changes }) => {
      put(client, place, view)
      if (changes.isDefault !== undefined) setDefault(client, place, changes.isDefault ? view._id : undefined)
    },
    onSettled: () => refresh(client, place),
  })
}

export function useRemoveView<Query extends ViewQuery>(place: Place<Query>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: SavedView<Query>) => place.of.remove(_id),
    onSuccess: (_, { _id, isDefault }) => {
      if (isDefault) setDefault(client, place, undefined)
      client.setQueryData<Views<Query>>(
        place.of.key(place.businessId),
        (list) => list && { ...list, views: list.views.filter((view) => view._id !== _id) },
      )
    },
    onSettled: () => refresh(client, place),
  })
}

export function useRestoreView<Query extends ViewQuery>(place: Place<Query>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: SavedView<Query>) => place.of.restore(_id),
    onSuccess: ({ view }) => {
      if (view.isDefault) setDefault(client, place, view._id)
      put(client, place, view)
    },
    onSettled: () => refresh(client, place),
  })
}
