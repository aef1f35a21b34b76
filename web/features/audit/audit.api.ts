import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type AuditFilters, auditRoutes } from '#contract/audit.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../lib/call.ts'

type AuditQuery = RouteInput<typeof auditRoutes.list>['query']

export const auditQuery = (businessId: string, query: AuditQuery) =>
  queryOptions({
    queryKey: ['audit', businessId, 'list', query],
    queryFn: ({ signal }) => call(auditRoutes.list, { query }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** By whom and by what the log can be narrowed. */
export const auditChoicesQuery = (businessId: string) =>
  queryOptions({
    queryKey: ['audit', businessId, 'choices'],
    queryFn: () => call(auditRoutes.choices),
    staleTime: 60_000,
  })

export const useExportAudit = () =>
  useMutation({ mutationFn: (body: AuditFilters) => call(auditRoutes.exportLink, { body }) })
