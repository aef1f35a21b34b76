import { Button } from '@mantine/core'
import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { flowsQuery } from '../call-flows.api.ts'
import classes from './call-flows-page.module.css'
import { FlowRow } from './flow-row.tsx'

// biome-ignore lint/performance/noBarrelFile: loaded with its page, because a file of its own would split those that other pages share.
export { FlowsState } from './flows-state.tsx'

const NewFlow = lazily(() => import('./new-flow.tsx'), 'NewFlow')

/** The call flows of the business, by name. */
export function CallFlowsPage() {
  const { t } = useTranslation('call-flows')
  const mayEdit = useCan('call_flows.edit')
  if (mayEdit) return <CallFlows />
  return (
    <Page title={t('title')}>
      <NoPermission />
    </Page>
  )
}

function CallFlows() {
  const { t } = useTranslation('call-flows')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(flowsQuery(businessId))
  const making = useModal('new-call-flow')
  const flows = data?.flows ?? []
  const isFirst = data !== undefined && flows.length === 0
  const add = (
    <Button leftSection={<IconPlus stroke={2} aria-hidden />} onClick={making.open}>
      {t('new')}
    </Button>
  )
  return (
    <Page title={t('title')} context={t('text')} actions={data && !isFirst && add}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={4} columns={3} />}
      {isFirst && <EmptyState icon={<IconListCheck />} title={t('empty.title')} text={t('empty.text')} action={add} />}
      {flows.length > 0 && (
        <ul className={classes.flows}>
          {flows.map((flow) => (
            <FlowRow key={flow._id} flow={flow} />
          ))}
        </ul>
      )}
      <Suspense>{making.opened && <NewFlow flows={flows} onClose={making.close} />}</Suspense>
    </Page>
  )
}
