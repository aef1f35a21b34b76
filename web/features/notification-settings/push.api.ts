import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { PushSubscription, pushRoutes as routes } from '#contract/notifications/push.ts'
import { call } from '../../lib/http/call.ts'
import { forgetPush, subscribePush } from '../../lib/session/device/push.ts'

/** The person's devices are those of all their businesses. */
export const pushDevicesQuery = queryOptions({
  queryKey: ['notifications', 'push-devices'] as const,
  queryFn: () => call(routes.list),
})

/** Turns the notifications of this device on; false: the person did not allow them. */
export function useTurnPushOn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (publicKey: string) => {
      const subscription = await subscribePush(publicKey)
      if (!subscription) return false
      await call(routes.add, { body: PushSubscription.parse(subscription.toJSON()) })
      return true
    },
    onSettled: () => client.invalidateQueries({ queryKey: pushDevicesQuery.queryKey }),
  })
}

export function useRemovePushDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, isCurrent }: { id: string; isCurrent: boolean }) => {
      await call(routes.remove, { params: { id } })
      if (isCurrent) await forgetPush()
    },
    onSettled: () => client.invalidateQueries({ queryKey: pushDevicesQuery.queryKey }),
  })
}
