import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useIds } from '../../../lib/search.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { flowQuery } from '../call-flows.api.ts'
import { FlowEditor } from './flow-editor.tsx'

/** One call flow: its steps, numbers and versions. */
export function CallFlowPage() {
  const { flowId } = useIds(paths.callFlow)
  // Also loads the namespaces of what is shown first: loading them later would suspend the whole screen again.
  const { t } = useTranslation(['call-flows', 'open-ranges', 'unsaved'])
  const mayEdit = useCan('call_flows.edit')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery({ ...flowQuery(businessId, flowId), enabled: mayEdit })
  if (mayEdit && data) return <FlowEditor key={flowId} stored={data.flow} />
  return (
    <Page title={t('title')} before={<BackLink to={paths.callFlows(businessId)} label={t('toList')} />}>
      {!mayEdit && <NoPermission />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {mayEdit && !error && <SkeletonRows rows={8} columns={2} />}
    </Page>
  )
}
