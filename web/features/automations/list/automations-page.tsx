import { Button } from '@mantine/core'
import { IconBolt, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { automationsQuery } from '../automations.api.ts'
import { AutomationRow } from './automation-row.tsx'
import classes from './list.module.css'

const NewAutomation = lazily(() => import('./new-automation.tsx'), 'NewAutomation')

/** The automations of the business in the order in which they run. */
export function AutomationsPage() {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(automationsQuery(businessId))
  const making = useModal('new-automation')
  const all = data?.automations ?? []
  const isFirst = data !== undefined && all.length === 0
  const add = (
    <Button leftSection={<IconPlus stroke={2} aria-hidden />} onClick={making.open}>
      {t('new')}
    </Button>
  )
  return (
    <Page title={t('title')} context={t('about')} actions={data && !isFirst && add}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={5} columns={3} />}
      {isFirst && <EmptyState icon={<IconBolt />} title={t('empty.title')} text={t('empty.text')} action={add} />}
      {all.length > 0 && (
        <ul className={classes.rows}>
          {all.map((automation, at) => (
            <AutomationRow
              key={automation._id}
              automation={automation}
              // Where it stands after a move up, and after a move down.
              above={all[at - 1]?._id}
              below={at < all.length - 1 ? (all[at + 2]?._id ?? null) : undefined}
            />
          ))}
        </ul>
      )}
      <Suspense>{making.opened && <NewAutomation onClose={making.close} />}</Suspense>
    </Page>
  )
}
