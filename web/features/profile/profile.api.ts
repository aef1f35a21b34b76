import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { authRoutes } from '#contract/auth/auth.ts'
import { avatarRoutes } from '#contract/files/avatars.ts'
import { type EmailChange, type PasswordChange, profileRoutes } from '#contract/profile.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import { type CurrentUser, userRoutes } from '#contract/team/users.ts'
import { call } from '../../lib/http/call.ts'
import { confirmed } from '../../lib/session/identity.ts'
import { sessionQuery } from '../../lib/session/session.ts'

/** Updates the cached session after a change of the person. */
function useSetUser() {
  const client = useQueryClient()
  return (changes: Partial<CurrentUser>) =>
    client.setQueryData(sessionQuery.queryKey, (session) =>
      session ? { ...session, user: { ...session.user, ...changes } } : session,
    )
}

/** Errors are only logged: the form stays as it is. */
export function useSaveUser() {
  const setUser = useSetUser()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: RouteInput<typeof userRoutes.update>['body']) => call(userRoutes.update, { body }),
    onSuccess: ({ updatedUser }) => setUser(updatedUser),
  })
}

/** The dialog shows errors itself. */
export function useUploadOwnImage() {
  const setUser = useSetUser()
  return useMutation({
    meta: { silent: true },
    mutationFn: (file: Blob) => call(avatarRoutes.user, { file }),
    onSuccess: ({ image }) => setUser({ image }),
  })
}

export const useSendCode = () =>
  useMutation({
    meta: { silent: true },
    mutationFn: (phone: string) =>
      confirmed((identity) => call(authRoutes.sendPhoneCode, { body: { phone, ...identity } })),
  })

export function useBringCode() {
  const setUser = useSetUser()
  return useMutation({
    meta: { silent: true },
    mutationFn: (code: string) => call(authRoutes.verifyPhone, { body: { code } }),
    onSuccess: ({ user }) => setUser(user),
  })
}

const pendingEmailKey = ['profile', 'email']
/** Refetched on focus: its links are opened elsewhere, which may have changed the address. */
export const pendingEmailQuery = queryOptions({
  queryKey: pendingEmailKey,
  queryFn: async ({ client }) => {
    const before = client.getQueryData<RouteReply<typeof profileRoutes.pendingEmail>>(pendingEmailKey)?.pending
    const reply = await call(profileRoutes.pendingEmail)
    if (before && !reply.pending) await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    return reply
  },
  staleTime: 0,
})

export function useChangeEmail() {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: EmailChange) =>
      confirmed(({ code }) => call(profileRoutes.changeEmail, { body: { ...body, code } }), {
        password: body.password,
      }),
    onSuccess: (reply) => client.setQueryData(pendingEmailKey, reply),
  })
}

export function useKeepEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(profileRoutes.keepEmail),
    onSuccess: () => client.setQueryData(pendingEmailKey, { success: true, pending: null }),
  })
}

const sessionsKey = ['profile', 'sessions']
export const sessionsQuery = queryOptions({ queryKey: sessionsKey, queryFn: () => call(profileRoutes.sessions) })

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: PasswordChange) =>
      confirmed(({ code }) => call(profileRoutes.changePassword, { body: { ...body, code } }), {
        password: body.current,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

/** Ends one session by its id; without one all except this. */
export function useSignOutElsewhere() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? call(profileRoutes.revokeOthers) : call(profileRoutes.revokeSession, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}
