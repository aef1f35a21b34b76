import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useIds } from '../../../lib/search.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { automationQuery } from '../automations.api.ts'
import { AutomationEditor } from './automation-editor.tsx'

/** One automation: its sentences, a trial and its runs. */
export function AutomationPage() {
  const { automationId } = useIds(paths.automation)
  // Also loads the namespaces of what is shown first: loading them later would suspend the whole screen again.
  const { t } = useTranslation(['automations', 'leads', 'calls', 'unsaved'])
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(automationQuery(businessId, automationId))
  if (data) return <AutomationEditor key={automationId} stored={data} />
  return (
    <Page title={t('title')} before={<BackLink to={paths.automations(businessId)} label={t('toList')} />}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={8} columns={2} />}
    </Page>
  )
}
