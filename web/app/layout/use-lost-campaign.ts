import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { pathInCampaign, paths } from '../../lib/paths.ts'
import { currentCampaignId, setCurrentCampaignId, useCurrentCampaignId } from '../../lib/session/current-business.ts'
import { campaignNamesQuery, useMaybeSession } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'

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
  const lost = isKnown ? undefined : campaignId
  const leave = useEffectEvent(async (left: string) => {
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
  useEffect(() => {
    if (lost) void leave(lost)
  }, [lost])
}
