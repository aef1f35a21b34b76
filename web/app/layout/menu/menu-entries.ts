import type { Icon } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isAtLeast } from '#contract/roles.ts'
import { BUSINESS, fillIds } from '../../../lib/paths.ts'
import { useCurrentCampaignId } from '../../../lib/session/current-business.ts'
import { isOwnMachine } from '../../../lib/session/own-machine.ts'
import { useCampaignRole, useCanIn, useSession } from '../../../lib/session/session.ts'
import { useWaitingCount } from '../../../lib/waiting-count.ts'
import { pageIcons } from '../../../shared/page-icons.ts'
import { type MenuGroup, pathsOf } from '../../../shared/pages.ts'
import { mayOpen } from '../../guard.ts'
import { pageAt, pages } from '../../page-table.ts'

export type MenuEntry = {
  key: string
  label: string
  to: string
  Icon: Icon
  isActive: boolean
  /** Number of waiting items. */
  count?: number | undefined
  keys?: string | undefined
}

/** Menu entries that the user may open (specification, section 2), from the table of pages. */
export function useMenuEntries(): Record<MenuGroup, MenuEntry[]> {
  const { t } = useTranslation('shell')
  const reachable = useReachable()
  const waiting = useWaitingCount()
  const open = useLocation({ select: ({ pathname }) => pageAt(pathname) })
  const openKey = open?.under ?? open?.menu?.key
  const of = (wanted: MenuGroup) =>
    reachable
      .filter(({ group }) => group === wanted)
      .map(({ key, label = key, icon, count, keys, to }) => ({
        key,
        label: t(label),
        to,
        Icon: pageIcons[icon],
        isActive: key === openKey,
        count: count && waiting,
        keys,
      }))
  return { dashboard: of('dashboard'), business: of('business'), me: of('me'), palette: of('palette') }
}

/** Keyboard shortcuts of pages, with their paths. */
export const usePageKeys = () => useReachable().flatMap(({ keys, to }) => (keys ? [[keys, to] as const] : []))

function useReachable() {
  const { businessId = '', businesses, user } = useSession()
  const campaignId = useCurrentCampaignId()
  const campaignRole = useCampaignRole()
  const can = useCanIn()
  const membership = businesses.find((one) => one.businessId === businessId)
  const at = { businessId, campaignId, look: user.leadView }
  return pages.flatMap((page) => {
    const { menu } = page
    const [first] = pathsOf(page)
    const isReachable =
      (membership || !first.startsWith(BUSINESS)) &&
      mayOpen(page, membership) &&
      (!menu?.needs || can(menu.needs)) &&
      (!menu?.ofCampaigns || isAtLeast(campaignRole, 'Reader')) &&
      (!menu?.ofOwnMachine || isOwnMachine())
    return menu && isReachable ? [{ ...menu, to: menu.to?.(at) ?? fillIds(first, at) }] : []
  })
}
