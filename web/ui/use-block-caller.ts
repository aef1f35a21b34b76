import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { actsEverywhere } from '#contract/roles.ts'
import { call } from '../lib/call.ts'
import { formatPhone } from '../lib/format.ts'
import { useBusiness } from '../lib/session.ts'
import { toast } from './toast.tsx'

/** Whose number: of a call or of a lead. */
type Blocked = { callId: string; phone: string } | { leadId: string; phone: string }

// Fetched with the first use: lists of leads offer it in a menu and mostly do without.
const routesOfBlacklist = async () => (await import('#contract/blacklist.ts')).blacklistRoutes
const routesOfCalls = async () => (await import('#contract/calls.ts')).callRoutes

/** Puts a number on the blacklist in one touch, of the business or, for whom that is too much, of the campaign; with an undo. */
export function useBlockCaller() {
  const { t } = useTranslation('blacklist')
  const client = useQueryClient()
  const { businessId, role } = useBusiness()
  const scope = actsEverywhere(role) ? ('business' as const) : ('campaign' as const)
  const changed = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['blacklist', businessId] }),
      client.invalidateQueries({ queryKey: ['calls', businessId, 'one'] }),
    ])

  const unblocking = useMutation({
    mutationFn: async (phone: string) => {
      const routes = await routesOfBlacklist()
      const { entries } = await call(routes.list, { query: { search: phone, limit: 100 } })
      const entry = entries.find((one) => one.kind === 'number' && one.phone === phone)
      if (entry) await call(routes.remove, { params: { id: entry._id } })
      return entry !== undefined
    },
    onSuccess: (isDone, phone) =>
      void (isDone ? toast.success(t('unblocked', { phone: formatPhone(phone) })) : toast.info(t('blockedByRule'))),
    onSettled: changed,
  })
  const blocking = useMutation({
    mutationFn: async (blocked: Blocked) =>
      'callId' in blocked
        ? call((await routesOfCalls()).blacklist, { params: { id: blocked.callId }, body: { scope } })
        : call((await routesOfBlacklist()).ofLead, { params: { id: blocked.leadId }, body: { scope } }),
    onSuccess: (_done, { phone }) =>
      void toast.success(t(scope === 'business' ? 'blocked' : 'blockedInCampaign', { phone: formatPhone(phone) }), {
        // A promise rather than a callback of `mutate`: Undo may be pressed when this screen is gone.
        undo: () => void unblocking.mutateAsync(phone).catch(() => undefined),
      }),
    onSettled: changed,
  })
  return {
    block: (blocked: Blocked) => blocking.mutate(blocked),
    unblock: (phone: string) => unblocking.mutate(phone),
    isBusy: blocking.isPending || unblocking.isPending,
  }
}
