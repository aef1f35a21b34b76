import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { googleRoutes } from '#contract/auth/google-sign-in.ts'
import { call } from '../../lib/http/call.ts'
import { confirmed } from '../../lib/session/identity.ts'

const googleKey = ['profile', 'google']
export const googleQuery = queryOptions({ queryKey: googleKey, queryFn: () => call(googleRoutes.own) })

/** The form shows errors itself. */
export function useUnlinkGoogle() {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: { password: string }) =>
      confirmed(({ code }) => call(googleRoutes.unlink, { body: { ...body, code } }), body),
    onSuccess: () => void client.invalidateQueries({ queryKey: googleKey }),
  })
}
