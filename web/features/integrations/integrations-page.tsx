import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { IntegrationCard } from './integration-card.tsx'
import { integrationsQuery } from './integrations.api.ts'
import classes from './integrations-page.module.css'

/** What the business is connected with; what needs attention stands first. */
export function IntegrationsPage() {
  const { t } = useTranslation('integrations')
  const { businessId } = useBusiness()
  const canManage = useCan('business.settings')
  const { data, error, refetch } = useQuery({ ...integrationsQuery(businessId), enabled: canManage })
  const connected = data?.filter(({ state }) => state !== 'none').length ?? 0
  const attention = data?.filter(({ state }) => state === 'attention').length ?? 0
  const counts = [
    t('connectedCount', { count: connected }),
    ...(attention ? [t('attentionCount', { count: attention })] : []),
  ]
  return (
    <Page title={t('title')} context={data ? [t('text'), ...counts].join(' · ') : t('text')}>
      {!canManage && <NoPermission />}
      {canManage && !data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {canManage && !data && !error && <SkeletonRows rows={6} columns={2} />}
      {data && (
        <ul className={classes.cards}>
          {data.map((integration) => (
            <IntegrationCard key={integration.key} integration={integration} />
          ))}
        </ul>
      )}
    </Page>
  )
}
