import { queryOptions, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { googleRoutes, type NewByGoogle } from '#contract/auth/google-sign-in.ts'
import type { CurrentUser } from '#contract/team/users.ts'
import { call } from '../../lib/http/call.ts'
import { storage } from '../../lib/storage.ts'
import { type Owed, useEnter } from './login.api.ts'

/** Redirects to Google. The ticket for the way back stays in this tab's session storage. */
export async function goToGoogle({ remember, next }: { remember: boolean; next: string | undefined }) {
  const { url, ticket } = await call(googleRoutes.start, { body: { remember } })
  storage.googleTrip.set(JSON.stringify({ ticket, next }))
  window.location.assign(url)
}

/** The sign-in that this tab started, with the page requested before it. */
export function ownTrip(): { ticket: string; next?: string } | undefined {
  try {
    return JSON.parse(storage.googleTrip.get() ?? '')
  } catch {
    return undefined
  }
}

/** The outcome of the sign-in. Requested once, because Google's code works once. */
export const cameBackQuery = (query: string, ticket: string) =>
  queryOptions({
    queryKey: ['google', query],
    queryFn: () => call(googleRoutes.finish, { body: { ticket, query } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

type Then = { onEntered: (user: CurrentUser) => void; onOwed: (owed: Owed) => void }

/** The form shows errors itself. */
export function useLinkGoogle({ onEntered, onOwed }: Then) {
  const enter = useEnter()
  return useMutation({
    meta: { silent: true },
    mutationFn: async (body: { token: string; password: string }) => {
      const reply = await call(googleRoutes.link, { body })
      return 'accessToken' in reply ? enter(reply) : reply.secondStep
    },
    onSuccess: (entered) => ('token' in entered ? onOwed(entered) : onEntered(entered)),
  })
}

/** The form shows errors itself. */
export function useRegisterByGoogle(onEntered: (user: CurrentUser) => void) {
  const enter = useEnter()
  return useMutation({
    meta: { silent: true },
    mutationFn: async (body: z.input<typeof NewByGoogle>) => enter(await call(googleRoutes.register, { body })),
    onSuccess: onEntered,
  })
}
