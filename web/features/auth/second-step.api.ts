import { useMutation } from '@tanstack/react-query'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import type { CurrentUser } from '#contract/team/users.ts'
import { call } from '../../lib/http/call.ts'
import { useEnter } from './login.api.ts'

/** The screen shows errors itself. */
export function useSecondStep(token: string, onEntered: (user: CurrentUser) => void) {
  const enter = useEnter()
  return useMutation({
    meta: { silent: true },
    mutationFn: async (code: string) => enter(await call(twoFactorRoutes.signIn, { body: { token, code } })),
    onSuccess: onEntered,
  })
}
