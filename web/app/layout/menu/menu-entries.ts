import type { Icon } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { isAtLeast } from '#contract/roles.ts'
import { useTodayCount } from '../../../lib/counts/today-count.ts'
import { useWaitingCount } from '../../../lib/counts/waiting-count.ts'
import { BUSINESS, fillIds } from '../../../lib/paths.ts'
import { hasBilling } from '../../../lib/session/billing.ts'
import { useCurrentCampaignId } from '../../../lib/session/current-business.ts'
import { isOwnMachine } from '../../../lib/session/own-machine.ts'
import { useCampaignRole, useCanIn, useSession } from '../../../lib/session/session.ts'
import { storage } from '../../../lib/storage.ts'
import { pageIcons } from '../../../shared/page-icons.ts'
import {
  type MenuGroup,
  menuKeyAt,
  pathsOf,
  type SettingsSection,
  settingsKeyAt,
  settingsSections,
  usePages,
} from '../../../shared/pages.ts'
import { mayOpen } from '../../may-open.ts'

export type MenuEntry = {
  key: string
  label: string
  /** Text key of the label in `shell.json`. */
  name: string
  to: string
  Icon: Icon
  isActive: boolean
  /** The group in the menu of the settings. */
  section?: SettingsSection | undefined
  State?: ComponentType | undefined
  /** Number of waiting items. */
  count?: number | undefined
  keys?: string | undefined
  bottomBar?: number | undefined
}

const AT_THE_BOTTOM = 4

/** Menu entries that the user may open (specification, section 2), from the table of pages. */
export function useMenuEntries(): Record<MenuGroup, MenuEntry[]> {
  const { t } = useTranslation('shell')
  const reachable = useReachable()
  const pages = usePages()
  const counts = { waiting: useWaitingCount(), today: useTodayCount() }
  const openKey = useLocation({ select: ({ pathname }) => menuKeyAt(pages, pathname) })
  const isInSettings = useLocation({ select: ({ pathname }) => settingsKeyAt(pages, pathname) !== undefined })
  const of = (wanted: MenuGroup) =>
    reachable
      .filter(({ group }) => group === wanted)
      .map(({ key, label = key, icon, section, state, ofSettings, tabOf, count, keys, bottomBar, to }) => ({
        key,
        name: label,
        label: t(label),
        to,
        Icon: pageIcons[icon],
        section,
        State: state,
        isActive:
          key === openKey || (tabOf !== undefined && tabOf === openKey) || (ofSettings === true && isInSettings),
        count: count && counts[count],
        keys,
        bottomBar,
      }))
  const settings = of('settings').toSorted((one, other) => rankOf(one) - rankOf(other))
  return { dashboard: of('dashboard'), business: of('business'), settings, me: of('me'), palette: of('palette') }
}

const rankOf = ({ section }: MenuEntry) => (section ? settingsSections.indexOf(section) : -1)

/** Entries of the phone's bottom bar, by their rank. */
export function useBottomEntries(): MenuEntry[] {
  const { dashboard, business } = useMenuEntries()
  return [...dashboard, ...business]
    .flatMap((entry) => (entry.bottomBar === undefined ? [] : [{ ...entry, bottomBar: entry.bottomBar }]))
    .toSorted((one, other) => one.bottomBar - other.bottomBar)
    .slice(0, AT_THE_BOTTOM)
}

/** The page that the settings of a business open with: the last visited one on this device, else the first. */
export function startOfSettings(businessId: string, settings: MenuEntry[]) {
  const last = storage.settingsPage(businessId).get()
  return (settings.find(({ key }) => key === last) ?? settings[0])?.to
}

/** Keyboard shortcuts of pages, with their paths. */
export const usePageKeys = () => useReachable().flatMap(({ keys, to }) => (keys ? [[keys, to] as const] : []))

function useReachable() {
  const { businessId = '', businesses, user } = useSession()
  const pages = usePages()
  const campaignId = useCurrentCampaignId()
  const campaignRole = useCampaignRole()
  const can = useCanIn()
  const membership = businesses.find((one) => one.businessId === businessId)
  const at = { businessId, campaignId, look: user.leadView }
  const reachable = pages.flatMap((page) => {
    const { menu } = page
    const [first] = pathsOf(page)
    const isReachable =
      (membership || !first.startsWith(BUSINESS)) &&
      mayOpen(page, membership) &&
      (!menu?.needs || can(menu.needs)) &&
      (!menu?.ofCampaigns || isAtLeast(campaignRole, 'Reader')) &&
      (!menu?.ofOwnMachine || isOwnMachine()) &&
      (!menu?.ofBilling || hasBilling())
    return menu && isReachable ? [{ ...menu, to: menu.to?.(at) ?? fillIds(first, at) }] : []
  })
  const hasSettings = reachable.some(({ group }) => group === 'settings')
  const isTab = ({ tabOf }: { tabOf?: string }) => reachable.some(({ key }) => key === tabOf)
  return reachable
    .filter(({ ofSettings }) => !ofSettings || hasSettings)
    .map((entry) => (isTab(entry) ? { ...entry, group: 'palette' as const } : entry))
}
