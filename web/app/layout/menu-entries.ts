import {
  type Icon,
  IconBan,
  IconBuildingStore,
  IconHash,
  IconKey,
  IconLayoutDashboard,
  IconPhone,
  IconSpeakerphone,
  IconStack2,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isAtLeast } from '#contract/roles.ts'
import { useCurrentCampaignId } from '../../lib/current.ts'
import { paths } from '../../lib/paths.ts'
import { useCampaignRole, useCan, useSession } from '../../lib/session.ts'

export type MenuEntry = { key: string; label: string; to: string; Icon: Icon; isActive: boolean }

const leadsPath = /^\/b\/[^/]+\/(c\/[^/]+\/)?(leads|cards)(\/|$)/
const callsPath = /^\/b\/[^/]+\/(calls\/all|c\/[^/]+\/calls)$/
const campaignsPath = /^\/b\/[^/]+\/(campaigns|create-campaign|c\/[^/]+\/(edit|forms(\/[^/]+)?))$/

/** What this person may go to (specification, section 2). An entry appears together with its page. */
export function useMenuEntries() {
  const { t } = useTranslation('shell')
  const { businessId, user, role } = useSession()
  const campaignId = useCurrentCampaignId()
  const campaignRole = useCampaignRole()
  const canManage = useCan('business.settings')
  const hasNumbers = useCan('campaigns.edit')
  const mayBlock = useCan('blacklist.edit')
  const hearsCalls = useCan('calls.hear')
  const pathname = useLocation({ select: (location) => location.pathname })

  const dashboard: MenuEntry[] = [
    {
      key: 'overview',
      label: t('overview'),
      to: paths.dashboard,
      Icon: IconLayoutDashboard,
      isActive: pathname === paths.dashboard,
    },
  ]
  const me: MenuEntry[] = [
    {
      key: 'profile',
      label: t('myProfile'),
      to: paths.profile,
      Icon: IconUserCircle,
      isActive: pathname === paths.profile,
    },
  ]
  const business: MenuEntry[] = []
  if (businessId && isAtLeast(campaignRole, 'Reader')) {
    const to = paths.leads(businessId, campaignId, user.leadView)
    dashboard.push({ key: 'leads', label: t('leads'), to, Icon: IconUsers, isActive: leadsPath.test(pathname) })
    if (hearsCalls)
      dashboard.push({
        key: 'calls',
        label: t('calls'),
        to: paths.calls(businessId, campaignId),
        Icon: IconPhone,
        isActive: callsPath.test(pathname),
      })
    const all = paths.campaigns(businessId)
    const isActive = campaignsPath.test(pathname)
    // The page asks for the role in the business, too.
    if (isAtLeast(role, 'Reader'))
      dashboard.push({ key: 'campaigns', label: t('campaigns'), to: all, Icon: IconSpeakerphone, isActive })
  }
  if (businessId && canManage) {
    const settings = [
      { key: 'operations', label: t('operations'), to: paths.operations(businessId), Icon: IconStack2 },
      { key: 'businessInfo', label: t('businessInfo'), to: paths.businessInfo(businessId), Icon: IconBuildingStore },
      { key: 'apiKeys', label: t('apiKeys'), to: paths.apiKeys(businessId), Icon: IconKey },
    ]
    business.push(...settings.map((entry) => ({ ...entry, isActive: pathname === entry.to })))
  }
  if (businessId && hasNumbers) {
    const to = paths.numbers(businessId)
    business.push({ key: 'numbers', label: t('numbers'), to, Icon: IconHash, isActive: pathname.startsWith(to) })
  }
  if (businessId && mayBlock) {
    const to = paths.blacklist(businessId)
    business.push({ key: 'blacklist', label: t('blacklist'), to, Icon: IconBan, isActive: pathname === to })
  }
  return { dashboard, business, me }
}
