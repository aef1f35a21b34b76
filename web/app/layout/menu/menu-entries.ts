import {
  type Icon,
  IconBan,
  IconBell,
  IconBellCog,
  IconBuildingStore,
  IconHash,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconPhone,
  IconProgress,
  IconShieldLock,
  IconSpeakerphone,
  IconStack2,
  IconUserCircle,
  IconUserQuestion,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isAtLeast } from '#contract/roles.ts'
import { paths } from '../../../lib/paths.ts'
import { useCurrentCampaignId } from '../../../lib/session/current.ts'
import { useCampaignRole, useCan, useSession } from '../../../lib/session/session.ts'
import { useWaitingCount } from '../../../lib/waiting-count.ts'

export type MenuEntry = {
  key: string
  label: string
  to: string
  Icon: Icon
  isActive: boolean
  /** How many entries wait there. */
  count?: number | undefined
}

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
  const waiting = useWaitingCount()
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
  const me = useOwnEntries(pathname)
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
      { key: 'users', label: t('users'), to: paths.users(businessId), Icon: IconUsersGroup },
      {
        key: 'waitingList',
        label: t('waitingList'),
        to: paths.waitingList(businessId),
        Icon: IconUserQuestion,
        count: waiting,
      },
      { key: 'operations', label: t('operations'), to: paths.operations(businessId), Icon: IconStack2 },
      { key: 'businessInfo', label: t('businessInfo'), to: paths.businessInfo(businessId), Icon: IconBuildingStore },
      { key: 'leadStatuses', label: t('leadStatuses'), to: paths.leadStatuses(businessId), Icon: IconProgress },
      {
        key: 'notifications',
        label: t('notifications'),
        to: paths.notificationSettings(businessId),
        Icon: IconBell,
      },
      {
        key: 'privacySettings',
        label: t('privacySettings'),
        to: paths.privacySettings(businessId),
        Icon: IconShieldLock,
      },
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
  if (businessId && canManage) {
    const to = paths.audit(businessId)
    business.push({ key: 'audit', label: t('audit'), to, Icon: IconHistory, isActive: pathname === to })
  }
  return { dashboard, business, me }
}

/** What concerns the person alone. */
function useOwnEntries(pathname: string): MenuEntry[] {
  const { t } = useTranslation('shell')
  return [
    {
      key: 'profile',
      label: t('myProfile'),
      to: paths.profile,
      Icon: IconUserCircle,
      isActive: pathname === paths.profile,
    },
    {
      key: 'ownNotifications',
      label: t('notificationSettings'),
      to: paths.ownNotifications,
      Icon: IconBellCog,
      isActive: pathname === paths.ownNotifications,
    },
  ]
}
