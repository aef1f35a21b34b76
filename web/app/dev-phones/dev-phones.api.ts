import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { DemoNumber, HandsetMessage } from '#contract/calls/dev-phones.ts'

/** Not a route of the contract: it exists only in development. */
async function ask<T>(path: string, body?: object): Promise<T> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`/dev/phones${path}`, body ? post : {})
  if (!response.ok) throw new Error(`${response.status}`)
  return await response.json()
}

/** Fails if these pages are not served here, or the exchange does not run. */
export const demoNumbersQuery = queryOptions({
  queryKey: ['dev-phones', 'numbers'],
  queryFn: () => ask<{ numbers: DemoNumber[]; hasMessages: boolean }>('/numbers'),
  retry: false,
  meta: { silent: true },
})

/** Credentials that register an outside phone with this number. */
export const outsideDoor = async (from: string) => {
  const { token } = await ask<{ token: string }>('/token', { from })
  return { url: `${window.location.origin.replace(/^http/, 'ws')}/phone`, token }
}

/** Loses a part of the sound on the connections of browsers that answer this phone. */
export const setPoorLine = (from: string, isPoor: boolean) => ask('/loss', { from, isPoor })

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
