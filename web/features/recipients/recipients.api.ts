import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { recipientRoutes } from '#contract/notifications/recipients.ts'
import { call } from '../../lib/http/call.ts'
import { changeLanguage } from '../../lib/i18n/i18n.ts'
import { storage } from '../../lib/storage.ts'

/** Fails with 404 if the link is unknown. Without an account the page uses the recipient's language. */
export const recipientQuery = (token: string) =>
  queryOptions({
    queryKey: ['recipient', token],
    queryFn: async () => {
      const { recipient } = await call(recipientRoutes.open, { params: { token } })
      if (!storage.token.get()) await changeLanguage(recipient.language)
      return recipient
    },
    // Fetched only once, so that a later change of language is kept.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export function useDecide(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (wants: boolean) =>
      (await call(recipientRoutes.decide, { params: { token }, body: { wants } })).recipient,
    onSuccess: (recipient) => client.setQueryData(recipientQuery(token).queryKey, recipient),
  })
}
