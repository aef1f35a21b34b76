import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { businessRoutes } from '#contract/businesses.ts'
import { type Lead, type LeadChanges, type LeadDetails, leadRoutes } from '#contract/leads/leads.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import type { User } from '#contract/team/users.ts'
import { type Endless, pageQuery } from '../../lib/endless-list.ts'
import { call } from '../../lib/http/call.ts'
import { newKey } from '../../lib/http/idempotency-key.ts'
import { changesUnderWay, invalidateLiveLists } from '../../lib/live-list.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { sendOrKeep } from '../../lib/session/unsent/send-or-keep.ts'
import { patchBoards, removeFromBoards } from './board/board-cache.ts'
import { leadKeys } from './lead-keys.ts'
import { currentValues, withFields } from './lead-values.ts'

export type LeadListQuery = RouteInput<typeof leadRoutes.list>['query']
/** All leads of a list, as a choice of them. */
export const allIn = ({ campaignId, filters, search }: LeadListQuery) => ({
  all: true as const,
  ...(campaignId && { campaignId: [campaignId] }),
  ...(filters && { filters: JSON.parse(filters) }),
  ...(search && { search }),
})
export type LeadList = RouteReply<typeof leadRoutes.list>
type LeadReply = { success: true; lead: LeadDetails }

export const leadListQuery = (businessId: string, query: Endless<LeadListQuery>) =>
  pageQuery(
    {
      key: leadKeys.lists(businessId),
      rows: 'leads',
      fetch: (page: LeadListQuery, options) => call(leadRoutes.list, { query: page }, options),
    },
    query,
  )

export const leadQuery = (businessId: string, leadId: string) =>
  queryOptions({
    queryKey: leadKeys.one(businessId, leadId),
    queryFn: ({ signal }) => call(leadRoutes.get, { params: { id: leadId } }, { signal }),
    staleTime: 0,
  })

export const sourcesQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...leadKeys.all(businessId), 'sources'],
    queryFn: () => call(leadRoutes.sources),
    staleTime: 60_000,
  })

/** Tags in use, most frequent first. */
export const tagsQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...leadKeys.all(businessId), 'tags'],
    queryFn: () => call(leadRoutes.tags),
    staleTime: 60_000,
  })

/** The statuses of the business, in their order. */
export const statusesQuery = (businessId: string) =>
  queryOptions({
    queryKey: queryKeys.business(businessId),
    queryFn: () => call(businessRoutes.get),
    staleTime: 60_000,
    select: ({ statuses }) => statuses.toSorted((one, other) => one.position - other.position),
  })

export const duplicatesQuery = (businessId: string, contact: { phone?: string; email?: string; campaignId?: string }) =>
  queryOptions({
    queryKey: [...leadKeys.all(businessId), 'duplicates', contact],
    queryFn: ({ signal }) => call(leadRoutes.duplicates, { query: contact }, { signal }),
    staleTime: 0,
  })

/** Other leads with the phone or the e-mail of this one. */
export const samePersonQuery = (businessId: string, leadId: string) =>
  queryOptions({
    queryKey: [...leadKeys.one(businessId, leadId), 'same-person'],
    queryFn: ({ signal }) => call(leadRoutes.samePerson, { params: { id: leadId } }, { signal }),
    staleTime: 0,
  })

/** Changes leads in all cached lists and pages, until the server replies. */
export function patchLeads(client: QueryClient, businessId: string, ids: readonly string[], changes: Partial<Lead>) {
  const patch = <T extends Lead>(lead: T): T => (ids.includes(lead._id) ? { ...lead, ...changes } : lead)
  client.setQueriesData<LeadList>(
    { queryKey: leadKeys.lists(businessId) },
    (list) => list && { ...list, leads: list.leads.map(patch) },
  )
  patchBoards(client, businessId, ids, changes)
  for (const id of ids)
    client.setQueryData<LeadReply>(leadKeys.one(businessId, id), (one) => one && { ...one, lead: patch(one.lead) })
}

/** After a change: lead pages and histories are refetched, lists as in live-list.ts. */
export const invalidateLeads = (client: QueryClient, businessId: string) =>
  Promise.all([
    invalidateLiveLists(client, leadKeys.lists(businessId)),
    client.invalidateQueries({
      queryKey: leadKeys.all(businessId),
      predicate: ({ queryKey }) => queryKey[2] !== 'list',
    }),
  ])

/** Removes leads from all cached lists. */
export function removeFromLists(client: QueryClient, businessId: string, ids: readonly string[]) {
  removeFromBoards(client, businessId, ids)
  client.setQueriesData<LeadList>({ queryKey: leadKeys.lists(businessId) }, (list) => {
    const left = list?.leads.filter(({ _id }) => !ids.includes(_id))
    if (!list || !left || left.length === list.leads.length) return list
    const { pagination } = list
    const total = pagination.totalIsExact ? pagination.total - (list.leads.length - left.length) : pagination.total
    return { ...list, leads: left, pagination: { ...pagination, total } }
  })
}

/** Returns a function that restores the cache after a failed optimistic change. */
function snapshot(client: QueryClient, businessId: string) {
  const before = client.getQueriesData({ queryKey: leadKeys.all(businessId) })
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}

type Changes = Omit<LeadChanges, 'expected'>
export type LeadChange = {
  lead: Lead
  changes: Changes
  /** The person behind `assignedTo`, so that the change can be shown at once. */
  assignee?: User | null
  /** Expected current values, if they differ from those in `lead`. */
  expected?: Changes
}

/** Optimistic. The server replies 409 if another person changed the same field meanwhile. */
export function useChangeLead(businessId: string, { silent = false } = {}) {
  const client = useQueryClient()
  const mutationKey = leadKeys.all(businessId)
  return useMutation({
    mutationKey,
    meta: { silent },
    mutationFn: ({ lead, changes, expected = currentValues(lead, changes) }: LeadChange) =>
      sendOrKeep<RouteReply<typeof leadRoutes.change>>({
        ...{ id: newKey(), businessId, leadId: lead._id, kind: 'change', body: { ...changes, expected } },
      }),
    onMutate: async ({ lead, changes: { assignedTo, fields, ...changes }, assignee }) => {
      await client.cancelQueries({ queryKey: leadKeys.all(businessId) })
      const undo = snapshot(client, businessId)
      patchLeads(client, businessId, [lead._id], {
        ...changes,
        ...(fields && { fields: withFields(lead.fields, fields) }),
        ...(assignedTo !== undefined && { assignedTo: assignee ?? null }),
      })
      return { undo, isSettled: false }
    },
    // What the server replies to one change is older than what the screen shows of the next.
    onSuccess: (sent) =>
      sent.isKept ||
      changesUnderWay(client, mutationKey) > 1 ||
      patchLeads(client, businessId, [sent.reply.lead._id], sent.reply.lead),
    onError: (_error, _change, before) => before?.undo(),
    // Of several changes, the last one does.
    onSettled: (_sent, _error, _change, before) => {
      if (before) before.isSettled = true
      return changesUnderWay(client, mutationKey) > 0 ? undefined : invalidateLeads(client, businessId)
    },
  })
}

/** Marks a lead as read or unread; after an error the mark is restored. */
export function useMarkRead(businessId: string, { silent = false } = {}) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent },
    mutationFn: ({ leadId, isRead }: { leadId: string; isRead: boolean }) =>
      call(leadRoutes.read, { params: { id: leadId }, body: { isRead } }),
    onMutate: ({ leadId, isRead }) => patchLeads(client, businessId, [leadId], { isRead }),
    onError: (_error, { leadId, isRead }) => patchLeads(client, businessId, [leadId], { isRead: !isRead }),
    onSettled: () => client.invalidateQueries({ queryKey: leadKeys.lists(businessId), refetchType: 'none' }),
  })
}

/** Marks several leads as read or unread; after an error the lists are requested again. */
export function useCreateLead(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: ({ key, ...body }: RouteInput<typeof leadRoutes.create>['body'] & { key: string }) =>
      call(leadRoutes.create, { body }, { idempotencyKey: key }),
    onSuccess: () => invalidateLeads(client, businessId),
  })
}

/** Moves leads to the trash. Optimistic. */
export function useDeleteLeads(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (leadIds: string[]) => call(leadRoutes.remove, { body: { leadIds } }),
    onMutate: async (leadIds) => {
      await client.cancelQueries({ queryKey: leadKeys.lists(businessId) })
      const undo = snapshot(client, businessId)
      removeFromLists(client, businessId, leadIds)
      return { undo }
    },
    onError: (_error, _leadIds, before) => before?.undo(),
    onSettled: () => invalidateLeads(client, businessId),
  })
}

export function useRestoreLeads(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (leadIds: string[]) => call(leadRoutes.restore, { body: { leadIds } }),
    onSettled: () => invalidateLeads(client, businessId),
  })
}

/** The requested page; while it loads, the previous one (`isStale`). */
export function useLeads(businessId: string, query: Endless<LeadListQuery>) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...leadListQuery(businessId, query),
    placeholderData: keepPreviousData,
  })
  return {
    leads: data?.leads,
    pagination: data?.pagination,
    // Rows stay after a failed background refresh; the next event tries again.
    error: data && !isPlaceholderData ? null : error,
    isStale: isPlaceholderData,
    refetch: () => void refetch(),
  }
}
