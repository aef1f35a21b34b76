import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { authRoutes as AuthRoutes } from '#contract/auth.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import type { CurrentUser } from '#contract/users.ts'
import { call } from '../../lib/call.ts'
import { changeLanguage } from '../../lib/i18n.ts'
import { authRoutes } from '../../lib/routes.ts'
import { sessionQuery } from '../../lib/session.ts'
import { storage } from '../../lib/storage.ts'

type Body = RouteInput<typeof AuthRoutes.login>['body']
type SignedIn = RouteReply<typeof AuthRoutes.login>

/** Takes over the new session: nothing of the one before stays, and the person's own language wins (decisions 19). */
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

/** `onEntered` hears who has signed in, once the page knows it; it is called even where the view was rebuilt meanwhile. */
export function useLogin(onEntered: (user: CurrentUser) => void) {
  const enter = useEnter()
  return useMutation({
    mutationFn: async (body: Body) => enter(await call((await authRoutes()).login, { body })),
    onSuccess: onEntered,
  })
}
