import { type InfiniteData, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import type { HistoryItem, HistoryPage } from '#contract/leads/history/lead-history.ts'
import type { User } from '#contract/team/users.ts'
import { call } from '../../../lib/http/call.ts'
import { dropIdempotencyKey, idempotencyKey } from '../../../lib/http/idempotency-key.ts'
import { useSession } from '../../../lib/session/session.ts'
// Not loaded on demand: the text leaves its field at once, so the code that stores it must be here.
import { sendSafely } from '../../../lib/session/unsent/sending.ts'
import { type HistoryView, viewOfKey } from '../history/history.api.ts'
import { leadKeys } from '../lead-keys.ts'
import { invalidateLeads } from '../leads.api.ts'
import { type CommentDraft, sentText } from './mention-draft.ts'

/** An item of the history that is a comment. */
export type Comment = HistoryItem & Required<Pick<HistoryItem, 'commented'>>
/** What the reader may do with comments of the lead. */
export type CommentRights = { canEdit: boolean; canModerate: boolean }

/** Colleagues whom a comment on the lead may mention. */
export const mentionableQuery = (businessId: string, leadId: string) =>
  queryOptions({
    queryKey: [...leadKeys.one(businessId, leadId), 'mentionable'],
    queryFn: () => call(commentRoutes.mentionable, { params: { id: leadId } }),
    staleTime: 60_000,
  })

type Which = { leadId: string; commentId: string }
/** The earlier texts of a comment at this revision. */
export const versionsQuery = (businessId: string, { leadId, commentId }: Which, revision: number) =>
  queryOptions({
    queryKey: [...leadKeys.one(businessId, leadId), 'versions', commentId, revision],
    queryFn: () => call(commentRoutes.versions, { params: { id: leadId, commentId } }),
  })

type History = InfiniteData<HistoryPage>
/** The history with a new item, where its end is shown. */
function withNewItem(data: History, item: HistoryItem, { kind, order }: HistoryView): History {
  const end = order === 'newest' ? 0 : data.pages.length - 1
  if ((kind !== 'all' && kind !== 'comments') || data.pages[end]?.hasNewer) return data
  const pages = data.pages.map((page, index) => {
    if (index !== end) return page
    return { ...page, history: order === 'newest' ? [item, ...page.history] : [...page.history, item] }
  })
  return { ...data, pages }
}

/** Adds a comment. Optimistic. */
function useComment(businessId: string, leadId: string, author: User) {
  const client = useQueryClient()
  const queryKey = leadKeys.history(businessId, leadId)
  // One that waits for a network is shown as such above the history.
  const takeBack = (shown: { before: [QueryKey, History | undefined][] } | undefined) => {
    for (const [key, data] of shown?.before ?? []) client.setQueryData(key, data)
  }
  return useMutation({
    mutationFn: ({ text, key, shown }: { text: string; mentions: readonly User[]; key: string; shown: string }) =>
      sendSafely({ id: key, businessId, leadId, kind: 'comment', body: { text }, shown }),
    onMutate: async ({ text, key, mentions }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueriesData<History>({ queryKey })
      const commented = { _id: key, revision: 0, editedAt: null, deleted: null, mentions: [...mentions] }
      const item: HistoryItem = {
        _id: key,
        at: new Date().toISOString(),
        event: 'lead.commented',
        by: author,
        keyName: null,
        formName: null,
        comment: text,
        commented,
      }
      for (const [shown, data] of before)
        if (data) client.setQueryData<History>(shown, withNewItem(data, item, viewOfKey(shown)))
      return { before }
    },
    onSuccess: ({ isKept }, _comment, shown) => isKept && takeBack(shown),
    onError: (_error, _comment, shown) => takeBack(shown),
    onSettled: () => invalidateLeads(client, businessId),
  })
}

/**
 * Sends a comment; `draftId`: where it was typed. Resending the same text repeats its idempotency key until it arrived.
 */
export function useSendComment(businessId: string, leadId: string) {
  const { user } = useSession()
  const { mutateAsync } = useComment(businessId, leadId, { _id: user._id, name: user.name, image: user.image })
  return async (draft: CommentDraft, draftId: string) => {
    const text = sentText(draft)
    const mentions = draft.mentions.map(({ userId, name }) => ({ _id: userId, name, image: null }))
    await mutateAsync({ text, mentions, key: idempotencyKey(draftId, text), shown: draft.text })
    dropIdempotencyKey(draftId, text)
  }
}

/** Edits, deletes and restores comments of a lead; the answer is shown at once. */
export function useChangeComment(businessId: string, leadId: string) {
  const client = useQueryClient()
  const queryKey = leadKeys.history(businessId, leadId)
  const show = (item: HistoryItem) =>
    client.setQueriesData<History>(
      { queryKey },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            history: page.history.map((one) => (one._id === item._id ? item : one)),
          })),
        },
    )
  const options = {
    onSuccess: ({ item }: { item: HistoryItem }) => show(item),
    onSettled: () => client.invalidateQueries({ queryKey }),
  }
  const edit = useMutation({
    ...options,
    meta: { silent: true },
    mutationFn: ({ commentId, ...body }: { commentId: string; text: string; revision: number | undefined }) =>
      call(commentRoutes.change, { params: { id: leadId, commentId }, body }),
  })
  const remove = useMutation({
    ...options,
    mutationFn: (commentId: string) => call(commentRoutes.remove, { params: { id: leadId, commentId } }),
  })
  const restore = useMutation({
    ...options,
    mutationFn: (commentId: string) => call(commentRoutes.restore, { params: { id: leadId, commentId } }),
  })
  return { edit, remove, restore }
}
