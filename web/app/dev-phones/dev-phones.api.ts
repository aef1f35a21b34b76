import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { DemoNumber, HandsetMessage } from '#contract/calls/dev-phones.ts'

/** No route of the contract: it is there on the developer's own machine only. */
async function ask<T>(path: string, body?: object): Promise<T> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`/dev/phones${path}`, body ? post : {})
  if (!response.ok) throw new Error(`${response.status}`)
  return await response.json()
}

/** An error: there are no such pages here, or the exchange does not run. */
export const demoNumbersQuery = queryOptions({
  queryKey: ['dev-phones', 'numbers'],
  queryFn: () => ask<{ numbers: DemoNumber[]; hasMessages: boolean }>('/numbers'),
  retry: false,
  meta: { silent: true },
})

/** What signs an outside phone of this number in. */
export const outsideDoor = async (from: string) => {
  const { token } = await ask<{ token: string }>('/token', { from })
  return { url: `${window.location.origin.replace(/^http/, 'ws')}/phone`, token }
}

const MESSAGES_MS = 2_000

export const messagesQuery = (phone: string) =>
  queryOptions({
    queryKey: ['dev-phones', 'messages', phone],
    queryFn: () => ask<{ messages: HandsetMessage[] }>('/messages/list', { phone }),
    refetchInterval: MESSAGES_MS,
    retry: false,
    meta: { silent: true },
  })

export function useSendMessage(phone: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: { to: string; text: string }) => ask('/messages', { from: phone, ...message }),
    meta: { silent: true },
    onSuccess: () => client.invalidateQueries({ queryKey: ['dev-phones', 'messages', phone] }),
  })
}
