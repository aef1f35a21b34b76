import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useSearchText } from '../../lib/search.ts'
import { useCan } from '../../lib/session/session.ts'
import { TabBar } from '../../ui/layout/tab-bar.tsx'
import { type DashboardTab, dashboardTabs } from './dashboard-search.ts'

/** The tabs that the member may see; their links keep the period. */
export function useDashboardTabs(asked: DashboardTab) {
  const hears = useCan('calls.hear')
  const tabs = dashboardTabs.filter((tab) => tab !== 'calls' || hears)
  return { tabs, tab: tabs.find((one) => one === asked) ?? 'general' }
}

export function DashboardTabs({ tabs, tab: shown }: ReturnType<typeof useDashboardTabs>) {
  const { t } = useTranslation('dashboard')
  const search = useSearchText()
  return (
    <TabBar
      label={t('title')}
      tabs={tabs.map((tab) => ({
        key: tab,
        label: t(`tabs.${tab}`),
        to: paths.dashboard,
        search: { ...search, tab: tab === 'general' ? undefined : tab },
        isActive: tab === shown,
      }))}
    />
  )
}
