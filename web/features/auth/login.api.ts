import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { authRoutes as AuthRoutes, SecondStep, SignedIn } from '#contract/auth/auth.ts'
import type { RouteInput } from '#contract/route.ts'
import type { CurrentUser } from '#contract/team/users.ts'
import { call } from '../../lib/http/call.ts'
import { authRoutes } from '../../lib/http/lazy-routes.ts'
import { changeLanguage } from '../../lib/i18n/i18n.ts'
import { sessionQuery } from '../../lib/session/session.ts'
import { storage } from '../../lib/storage.ts'

type Body = RouteInput<typeof AuthRoutes.login>['body']
/** The first step succeeded; this holds the token for the second. */
export type Owed = SecondStep['secondStep']

/** Starts the new session: clears all data of the previous one and applies the person's language. */
export function useEnter() {
  const client = useQueryClient()
  return async ({ accessToken, user }: SignedIn) => {
    client.removeQueries()
    storage.token.set(accessToken)
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    await changeLanguage(user.userLanguage)
    return user
  }
}

const owedKey = ['secondStep']
/** State between the two steps of sign-in; survives a change of language. */
export function useOwed() {
  const client = useQueryClient()
  const { data } = useQuery<Owed | null>({ queryKey: owedKey, queryFn: () => null, enabled: false })
  return { owed: data ?? null, owe: (owed: Owed | null) => void client.setQueryData(owedKey, owed) }
}

type Then = {
  /** Called when the page knows the signed-in user, even if the view was rebuilt meanwhile. */
  onEntered: (user: CurrentUser) => void
  onOwed: (owed: Owed) => void
}

export function useLogin({ onEntered, onOwed }: Then) {
  const enter = useEnter()
  return useMutation({
    mutationFn: async (body: Body) => {
      const reply = await call((await authRoutes()).login, { body })
      return 'accessToken' in reply ? enter(reply) : reply.secondStep
    },
    onSuccess: (entered) => ('token' in entered ? onOwed(entered) : onEntered(entered)),
  })
}
