import { useQueryClient } from '@tanstack/react-query'
import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { setCurrentBusinessId, setCurrentCampaignId } from '../../lib/session/current.ts'
import { useMaybeSession } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/**
 * Whether the page is of a business that the person no longer belongs to: suspended, removed, or gone by themselves in
 * another tab. Then its page is not shown any more, and they are led to what is left to them.
 */
export function useLostBusiness(): boolean {
  const { t } = useTranslation('shell')
  const session = useMaybeSession()
  const router = useRouter()
  const queryClient = useQueryClient()
  // Of the page that is shown: on the way out the address is already another.
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
