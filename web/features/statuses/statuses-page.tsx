import { Button, Progress } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { STATUSES_MAX } from '#contract/leads/statuses.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { StarterSets } from './starter-sets.tsx'
import { StatusList } from './status-list.tsx'
import { nameOf } from './status-parts.tsx'
import { type StatusSettings, settingsQuery, useMakeDefault } from './statuses.api.ts'
import classes from './statuses-page.module.css'

const StatusForm = lazily(() => import('./status-form.tsx'), 'StatusForm', { soon: true })
const DeleteStatus = lazily(() => import('./delete-status.tsx'), 'DeleteStatus')

/** The business's lead statuses: names, colours, order and rules. */
export function StatusesPage() {
  const { t } = useTranslation('statuses')
  const canManage = useCan('business.settings')
  if (canManage) return <Statuses />
  return (
    <Page title={t('title')}>
      <NoPermission />
    </Page>
  )
}

function Statuses() {
  const { t } = useTranslation('statuses')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(settingsQuery(businessId))
  const form = useModal('status')
  const deletion = useModal('delete-status')
  // The modal's status; kept while the modal fades out.
  const [chosen, choose] = useState<string>()
  const makeDefault = useMakeDefault(businessId)
  const status = data?.statuses.find(({ _id }) => _id === chosen)
  const isFull = (data?.statuses.length ?? 0) >= STATUSES_MAX
  const add = (
    <Button
      leftSection={<IconPlus stroke={2} aria-hidden />}
      disabled={isFull}
      title={isFull ? t('full', { max: STATUSES_MAX }) : undefined}
      onClick={() => {
        choose(undefined)
        form.open()
      }}
    >
      {t('add')}
    </Button>
  )
  return (
    <Page title={t('title')} context={t('text')} actions={data && add}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={8} columns={3} />}
      {data && (
        <>
          <p className={classes.line}>
            {t('whoIsNotified')}{' '}
            <Link to={paths.businessNotifications(businessId)} className={classes.link}>
              {t('toNotifications')}
            </Link>
          </p>
          <Removals {...data} />
          {data.sets.length > 0 && <StarterSets sets={data.sets} />}
          <StatusList
            statuses={data.statuses}
            onEdit={({ _id }) => {
              choose(_id)
              form.open()
            }}
            onDelete={({ _id }) => {
              choose(_id)
              deletion.open()
            }}
            onDefault={(one) =>
              makeDefault.mutate(one._id, {
                onSuccess: () => toast.success(t('madeDefault', { name: nameOf(one) })),
              })
            }
          />
          <Suspense>
            {form.opened && (!chosen || status) && <StatusForm status={status} onClose={form.close} />}
            {deletion.opened && status && (
              <DeleteStatus status={status} statuses={data.statuses} onClose={deletion.close} />
            )}
          </Suspense>
        </>
      )}
    </Page>
  )
}

/** Deleted statuses whose leads are still being moved. */
function Removals({ removals, statuses }: Pick<StatusSettings, 'removals' | 'statuses'>) {
  const { t } = useTranslation('statuses')
  return removals.map((removal) => {
    const { operationId, to, done, total } = removal
    const target = statuses.find(({ _id }) => _id === to)
    const words = t('moving', { from: nameOf(removal), to: target ? nameOf(target) : '…' })
    return (
      <div key={operationId} className={classes.removal} role="status">
        <div className={classes.removalWords}>
          <strong>{words}</strong>
          <span className="tabular">{t('progress', { done: formatNumber(done), total: formatNumber(total) })}</span>
        </div>
        <Progress value={total === 0 ? 0 : (100 * done) / total} size="xs" aria-label={words} />
      </div>
    )
  })
}
