import { Button } from '@mantine/core'
import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallDetails } from '#contract/calls/calls.ts'
import { actsEverywhere } from '#contract/roles.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { loadCode } from '../../lib/code/load-code.ts'
import { call } from '../../lib/http/call.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useCanIn, useSession } from '../../lib/session/session.ts'
import { BlockCallerProvider, type Blocked, useBlockCaller } from '../../shared/block-caller.ts'
import { toast } from '../../ui/feedback/toast.tsx'

// Routes and texts are loaded on first use: screens offer blocking in a menu, where it is rarely used.
const routesOfBlacklist = async () => (await loadCode(() => import('#contract/blacklist/blacklist.ts'))).blacklistRoutes

const say = (key: 'blocked' | 'blockedInCampaign' | 'blockedByRule' | 'unblocked', phone: string) =>
  i18n.t(key, { ns: 'blacklist', phone: formatPhone(phone) })

/**
 * Provides blocking of numbers to the screens in it: for the business, or for the campaign where the role allows no
 * more.
 */
export function Provider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const { businessId = '', role } = useSession()
  const canIn = useCanIn()
  const scope = actsEverywhere(role) ? ('business' as const) : ('campaign' as const)
  const changed = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['blacklist', businessId] }),
      client.invalidateQueries({ queryKey: queryKeys.callDetails(businessId) }),
    ])

  const unblocking = useMutation({
    mutationFn: async (phone: string) => {
      await i18n.loadNamespaces('blacklist')
      const routes = await routesOfBlacklist()
      const { entries } = await call(routes.list, { query: { search: phone, limit: 100 } })
      const entry = entries.find((one) => one.kind === 'number' && one.phone === phone)
      if (entry) await call(routes.remove, { params: { id: entry._id } })
      return entry !== undefined
    },
    onSuccess: (isDone, phone) =>
      void (isDone ? toast.success(say('unblocked', phone)) : toast.info(say('blockedByRule', phone))),
    onSettled: changed,
  })
  const blocking = useMutation({
    mutationFn: async (blocked: Blocked) => {
      await i18n.loadNamespaces('blacklist')
      const routes = await routesOfBlacklist()
      return 'callId' in blocked
        ? call(routes.ofCall, { params: { id: blocked.callId }, body: { scope } })
        : call(routes.ofLead, { params: { id: blocked.leadId }, body: { scope } })
    },
    onSuccess: (_done, { phone }) =>
      void toast.success(say(scope === 'business' ? 'blocked' : 'blockedInCampaign', phone), {
        // Uses `mutateAsync` rather than a callback of `mutate`, because Undo may be pressed after this screen
        // unmounted.
        undo: () => void unblocking.mutateAsync(phone).catch(() => undefined),
      }),
    onSettled: changed,
  })
  const blocker = useMemo(
    () => ({
      can: (campaignId: string | null) => canIn('blacklist.edit', campaignId),
      block: blocking.mutate,
      unblock: unblocking.mutate,
      isBusy: blocking.isPending || unblocking.isPending,
      CallAction,
    }),
    [canIn, blocking.mutate, unblocking.mutate, blocking.isPending, unblocking.isPending],
  )
  return <BlockCallerProvider value={blocker}>{children}</BlockCallerProvider>
}

/** Blocks the caller of a call, or lifts the block. */
function CallAction({ call, phone }: { call: CallDetails; phone: string }) {
  const { t } = useTranslation('blacklist')
  const blocker = useBlockCaller(call.campaignId)
  const [Icon, key] = call.isBlacklisted
    ? ([IconCircleCheck, 'fromBlacklist'] as const)
    : ([IconBan, 'toBlacklist'] as const)
  const act = () => (call.isBlacklisted ? blocker?.unblock(phone) : blocker?.block({ callId: call._id, phone }))
  return (
    <Button
      variant="default"
      leftSection={<Icon stroke={1.75} aria-hidden />}
      loading={blocker?.isBusy ?? false}
      onClick={act}
    >
      {t(key)}
    </Button>
  )
}
