import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Form, type FormChanges, formRoutes, type NewForm } from '#contract/forms.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'
import { sendOnce } from '../../lib/http/idempotency-key.ts'
import { useLiveInvalidate } from '../../lib/live-list.ts'

type ListReply = RouteReply<typeof formRoutes.list>
type Preview = RouteInput<typeof formRoutes.preview>['body']
const formsKey = (businessId: string) => ['forms', businessId] as const
const listKey = (businessId: string, campaignId: string) => [...formsKey(businessId), 'list', campaignId] as const

const formsQuery = (businessId: string, campaignId: string) =>
  queryOptions({
    queryKey: listKey(businessId, campaignId),
    queryFn: () => call(formRoutes.list, { query: { campaignId } }),
  })

/** A page of the forms of all campaigns. */
export const allFormsQuery = (businessId: string, paging: { page: number; limit: number }) =>
  queryOptions({
    queryKey: [...formsKey(businessId), 'all', paging],
    queryFn: () => call(formRoutes.listAll, { query: paging }),
    placeholderData: keepPreviousData,
  })

/** A campaign's forms; their submissions are counted as they arrive. */
export function useForms(businessId: string, campaignId: string) {
  useLiveInvalidate({ businessId, campaignId, topics: ['lead'] }, [listKey(businessId, campaignId)])
  return useQuery(formsQuery(businessId, campaignId))
}

export const formQuery = (businessId: string, formId: string) =>
  queryOptions({
    queryKey: [...formsKey(businessId), 'one', formId],
    queryFn: () => call(formRoutes.get, { params: { id: formId } }),
    // Initial values of the editor, not refetched: other people's changes must not replace the user's edits.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Recent requests; always refetched, because a form under test is checked repeatedly. */
export const formPayloadsQuery = (businessId: string, formId: string) =>
  queryOptions({
    queryKey: [...formsKey(businessId), 'payloads', formId],
    queryFn: () => call(formRoutes.payloads, { params: { id: formId } }),
    refetchInterval: 3_000,
  })

/** The page as visitors would see it; the previous preview stays visible while it loads. */
export const previewQuery = (businessId: string, body: Preview) =>
  queryOptions({
    queryKey: [...formsKey(businessId), 'preview', body],
    queryFn: ({ signal }) => call(formRoutes.preview, { body }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
    retry: false,
  })

type SaveFormInput = { businessId: string; campaignId: string; formId?: string | undefined }
/** Creates a form, or changes the given one. The editor shows errors itself. */
export function useSaveForm({ businessId, campaignId, formId }: SaveFormInput) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: NewForm) =>
      formId
        ? call(formRoutes.change, { params: { id: formId }, body })
        : sendOnce(`form ${campaignId}`, body, (options) =>
            call(formRoutes.create, { body: { ...body, campaignId } }, options),
          ),
    onSuccess: () => client.invalidateQueries({ queryKey: formsKey(businessId) }),
  })
}

/** Optimistic: the switch moves at once and returns if the server refuses. */
export function useOpenForm(businessId: string, campaignId: string) {
  const client = useQueryClient()
  const queryKey = listKey(businessId, campaignId)
  type Changed = Pick<Form, '_id'> & Pick<FormChanges, 'isEnabled'>
  const patch = ({ _id, isEnabled = true }: Changed) =>
    client.setQueryData<ListReply>(
      queryKey,
      (list) =>
        list && { ...list, forms: list.forms.map((form) => (form._id === _id ? { ...form, isEnabled } : form)) },
    )
  return useMutation({
    mutationFn: ({ _id, isEnabled }: Changed) => call(formRoutes.change, { params: { id: _id }, body: { isEnabled } }),
    onMutate: async (changed) => {
      await client.cancelQueries({ queryKey })
      patch(changed)
    },
    onError: (_error, { _id, isEnabled }) => patch({ _id, isEnabled: !isEnabled }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

export function useRemoveForm(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(formRoutes.remove, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: formsKey(businessId) }),
  })
}
