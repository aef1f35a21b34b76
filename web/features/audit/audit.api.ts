import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type AuditFilters, auditRoutes } from '#contract/audit.ts'
import { SEARCH_MIN } from '#contract/common.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'

type AuditQuery = RouteInput<typeof auditRoutes.list>['query']

export const auditQuery = (businessId: string, query: AuditQuery) =>
  queryOptions({
    queryKey: ['audit', businessId, 'list', query],
    queryFn: ({ signal }) => call(auditRoutes.list, { query }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Options of the filters, and the name of the selected subject. */
export const auditChoicesQuery = (businessId: string, about?: string) =>
  queryOptions({
    queryKey: ['audit', businessId, 'choices', about],
    queryFn: () => call(auditRoutes.choices, { query: { ...(about && { about }) } }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

const LEADS_OFFERED = 8

/** Leads by name, phone or e-mail, newest first. */
export const auditLeadsQuery = (businessId: string, search: string) =>
  queryOptions({
    queryKey: ['audit', businessId, 'leads', search],
    queryFn: ({ signal }) =>
      call(leadRoutes.list, { query: { search, limit: LEADS_OFFERED, all: 'true' } }, { signal }),
    enabled: search.length >= SEARCH_MIN,
    staleTime: 0,
    placeholderData: keepPreviousData,
    retry: false,
  })

export const useExportAudit = () =>
  useMutation({ mutationFn: (body: AuditFilters) => call(auditRoutes.exportLink, { body }) })
