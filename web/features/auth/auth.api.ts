import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { authRoutes } from '#contract/auth/auth.ts'
import type { WayInRemoval } from '#contract/auth/ways-in.ts'
import { profileRoutes } from '#contract/profile.ts'
import type { RouteInput } from '#contract/route.ts'
import type { CurrentUser } from '#contract/team/users.ts'
import { call } from '../../lib/http/call.ts'
import { sessionQuery } from '../../lib/session/session.ts'
import { storage } from '../../lib/storage.ts'
import { useEnter } from './login.api.ts'

type Body<R extends keyof typeof authRoutes> = RouteInput<(typeof authRoutes)[R]> extends { body: infer B } ? B : never

/** Mails a registration code. The form shows errors itself. */
export const useSendEmailCode = () =>
  useMutation({
    meta: { silent: true },
    mutationFn: (email: string) => call(authRoutes.sendEmailCode, { body: { email } }),
  })

/** The form shows errors itself. */
export function useRegister(onEntered: (user: CurrentUser) => void) {
  const enter = useEnter()
  return useMutation({
    meta: { silent: true },
    mutationFn: async (body: Body<'register'>) => enter(await call(authRoutes.register, { body })),
    onSuccess: onEntered,
  })
}

/** Sends the phone code again, or to another phone. */
export function useSendPhoneCode() {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: Body<'sendPhoneCode'>) => call(authRoutes.sendPhoneCode, { body }),
    onSuccess: () => client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  })
}

export function useVerifyPhone() {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (code: string) => call(authRoutes.verifyPhone, { body: { code } }),
    onSuccess: () => client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  })
}

export const useRecover = () =>
  useMutation({ mutationFn: (body: Body<'recover'>) => call(authRoutes.recover, { body }) })

/** Fails with 404 where the link has expired or was used. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['resetLink', token],
    queryFn: () => call(authRoutes.checkReset, { query: { token } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useReset = () =>
  useMutation({
    meta: { silent: true },
    mutationFn: (body: Body<'reset'>) => call(authRoutes.reset, { body }),
  })

/** A way to sign in that may be removed after a recovery, without the review's secret. */
export type Removal = WayInRemoval extends infer W ? (W extends WayInRemoval ? Omit<W, 'review'> : never) : never

/** The page shows errors itself. */
export const useRemoveWayIn = (review: string) =>
  useMutation({
    meta: { silent: true },
    mutationFn: (removal: Removal) => call(authRoutes.removeWayIn, { body: { ...removal, review } as WayInRemoval }),
  })

/**
 * Signs out a person whose phone is not verified and who has no menu yet. Ending the session leads to the sign-in page.
 */
export const useSignOut = () =>
  useMutation({
    meta: { silent: true },
    mutationFn: () => call(authRoutes.logout),
    onSuccess: () => storage.token.set(null),
  })

/**
 * Confirms an address by a mailed link. If the account is signed in here, its session is refreshed. The page shows
 * errors.
 */
export function useConfirmEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call(profileRoutes.confirmEmail, { body: { token } }),
    onSuccess: () => storage.token.get() && client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  })
}
