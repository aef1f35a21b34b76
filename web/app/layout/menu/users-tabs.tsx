import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useWaitingCount } from '../../../lib/counts/waiting-count.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { TabBar } from '../../../ui/layout/tab-bar.tsx'

/** The team, its shifts, those who were invited and those who ask to join. */
export function UsersTabs() {
  const { t } = useTranslation('shell')
  const { businessId } = useBusiness()
  const waiting = useWaitingCount()
  const at = useLocation({ select: ({ pathname }) => pathname })
  const tabs = [
    { key: 'team', to: paths.users(businessId) },
    { key: 'shifts', to: paths.shifts(businessId) },
    { key: 'invited', to: paths.invited(businessId) },
    { key: 'waitingList', to: paths.waitingList(businessId), count: waiting },
  ]
  return (
    <TabBar label={t('users')} tabs={tabs.map((tab) => ({ ...tab, label: t(tab.key), isActive: tab.to === at }))} />
  )
}
