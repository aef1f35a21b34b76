import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type PasswordAndCode, twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { call } from '../../lib/http/call.ts'
import { sessionQuery } from '../../lib/session/session.ts'

const twoFactorKey = ['profile', 'two-factor']
export const twoFactorQuery = queryOptions({ queryKey: twoFactorKey, queryFn: () => call(twoFactorRoutes.get) })

/**
 * Businesses that require a second factor open or close with it, and other devices were signed out. Not awaited:
 * refreshing removes the form, which has to report its result first.
 */
const refresh = (client: QueryClient) =>
  void Promise.all([
    client.invalidateQueries({ queryKey: ['profile'] }),
    client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  ]).catch(() => undefined)

// The forms show errors themselves.

export const useStartTwoFactor = () =>
  useMutation({
    meta: { silent: true },
    mutationFn: (password: string) => call(twoFactorRoutes.start, { body: { password } }),
  })

export function useConfirmTwoFactor() {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (code: string) => call(twoFactorRoutes.confirm, { body: { code } }),
    onSuccess: () => refresh(client),
  })
}

export function useTurnOffTwoFactor() {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: PasswordAndCode) => call(twoFactorRoutes.turnOff, { body }),
    onSuccess: () => refresh(client),
  })
}

export function useRenewRecoveryCodes() {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: PasswordAndCode) => call(twoFactorRoutes.renewCodes, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: twoFactorKey }),
  })
}
