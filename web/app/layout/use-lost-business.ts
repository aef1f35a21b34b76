import { useQueryClient } from '@tanstack/react-query'
import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { setCurrentBusinessId, setCurrentCampaignId } from '../../lib/session/current-business.ts'
import { useMaybeSession } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'

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
  const leave = useEffectEvent(async (left: string) => {
    setCurrentCampaignId(null)
    setCurrentBusinessId(null)
    await router.navigate({ href: paths.home, replace: true })
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(left) })
    toast.info(t('accessEnded'))
  })
  useEffect(() => {
    if (lost) void leave(lost)
  }, [lost])
  return lost !== undefined
}
