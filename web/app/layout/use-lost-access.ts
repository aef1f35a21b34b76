import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { pathInCampaign, paths } from '../../lib/paths.ts'
import {
  currentCampaignId,
  setCurrentBusinessId,
  setCurrentCampaignId,
  useCurrentCampaignId,
} from '../../lib/session/current-business.ts'
import { campaignNamesQuery, useMaybeSession } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/** Calls `leave` once for each id that is lost. */
function useLeaving(lost: string | undefined, leave: (lost: string) => Promise<void>) {
  const onLost = useEffectEvent(leave)
  useEffect(() => {
    if (lost) void onLost(lost)
  }, [lost])
}

/**
 * Whether the page belongs to a business that the user is no longer a member of: suspended, removed, or left in another
 * tab. Hides the page and redirects.
 */
export function useLostBusiness(): boolean {
  const { t } = useTranslation('shell')
  const session = useMaybeSession()
  const router = useRouter()
  const queryClient = useQueryClient()
  // From the displayed page: during navigation the URL is already the next one.
  const { businessId } = useMatches({ select: (matches): { businessId?: string } => matches.at(-1)?.params ?? {} })
  const isKnown = session?.businesses.some((one) => one.businessId === businessId)
  const lost = session && businessId && !isKnown ? businessId : undefined
  useLeaving(lost, async (left) => {
    setCurrentCampaignId(null)
    setCurrentBusinessId(null)
    await router.navigate({ href: paths.home, replace: true })
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(left) })
    toast.info(t('accessEnded'))
  })
  return lost !== undefined
}

/**
 * Selects all campaigns when the selected one is deleted, taken away from the user, or was never theirs (an id in a
 * link), and leaves the pages of that campaign.
 */
export function useLostCampaign() {
  const { t } = useTranslation('shell')
  const businessId = useMaybeSession()?.businessId
  const campaignId = useCurrentCampaignId()
  const router = useRouter()
  const queryClient = useQueryClient()
  const names = campaignNamesQuery(businessId ?? '')
  const { data } = useQuery({ ...names, enabled: businessId !== undefined })
  const isKnown = !data || !campaignId || data.campaigns.some(({ _id }) => _id === campaignId)
  useLeaving(isKnown ? undefined : campaignId, async (left) => {
    // A campaign created a moment ago may be missing from the cached names.
    const fresh = await queryClient.fetchQuery({ ...names, staleTime: 0 }).catch(() => undefined)
    if (!businessId || !fresh || fresh.campaigns.some(({ _id }) => _id === left) || currentCampaignId() !== left) return
    setCurrentCampaignId(null)
    toast.info(t('campaignGone'))
    const { pathname } = router.state.location
    if (!pathname.includes(`/c/${left}/`)) return
    const href = pathInCampaign(pathname, businessId, null) ?? paths.campaigns(businessId)
    await router.navigate({ href, replace: true })
  })
}
