import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RouteInput } from '#contract/route.ts'
import { type DocumentFilters, taxDocumentRoutes } from '#contract/tax-documents/tax-documents.ts'
import { call } from '../../lib/http/call.ts'

type DocumentsQuery = RouteInput<typeof taxDocumentRoutes.list>['query']
export type CustomerInput = RouteInput<typeof taxDocumentRoutes.changeCustomer>['body']

const DOCUMENTS_EVERY_MS = 5_000
export const documentsQuery = (businessId: string, query: DocumentsQuery) =>
  queryOptions({
    queryKey: ['tax-documents', businessId, query],
    queryFn: ({ signal }) => call(taxDocumentRoutes.list, { query }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    // A job issues the document of a payment some seconds after it.
    refetchInterval: DOCUMENTS_EVERY_MS,
  })

export const taxCustomerQuery = (businessId: string) =>
  queryOptions({
    queryKey: ['tax-customer', businessId],
    queryFn: ({ signal }) => call(taxDocumentRoutes.customer, undefined, { signal }),
  })

/** The form shows errors itself. */
export function useChangeCustomer(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: CustomerInput) => call(taxDocumentRoutes.changeCustomer, { body }),
    onSuccess: (data) => client.setQueryData(taxCustomerQuery(businessId).queryKey, data),
  })
}

/** Saves the file at a signed address. */
const save = ({ url }: { url: string }) =>
  void Object.assign(document.createElement('a'), { href: url, download: '' }).click()

export const useSavePdf = () =>
  useMutation({
    mutationFn: (id: string) => call(taxDocumentRoutes.pdf, { params: { id }, query: {} }),
    onSuccess: save,
  })

export const useSaveExport = () =>
  useMutation({
    mutationFn: (query: DocumentFilters) => call(taxDocumentRoutes.export, { query }),
    onSuccess: save,
  })

export const useSendDocument = () =>
  useMutation({ mutationFn: (id: string) => call(taxDocumentRoutes.send, { params: { id } }) })
