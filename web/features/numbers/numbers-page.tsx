import { Button, Switch } from '@mantine/core'
import { IconPhonePlus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { campaignNamesQuery, useBusiness, useCan } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { NEW_NUMBER_MODAL } from './new-number-modal.ts'
import { NumberRow } from './number-row.tsx'
import { numbersQuery } from './numbers.api.ts'
import classes from './numbers-page.module.css'

const Budget = lazily(() => import('./budget/budget.tsx'), 'Budget')
const Connection = lazily(() => import('./connection.tsx'), 'Connection')
const NumberSetup = lazily(() => import('./setup/number-setup.tsx'), 'NumberSetup')

/** The business's virtual numbers and the telephony account they come from. */
export function NumbersPage() {
  const { t } = useTranslation('numbers')
  const canSee = useCan('campaigns.edit')
  if (canSee) return <Numbers />
  return (
    <Page title={t('title')}>
      <NoPermission />
    </Page>
  )
}

function Numbers() {
  const { t } = useTranslation('numbers')
  const { businessId } = useBusiness()
  const canOrder = useCan('numbers.order')
  const isOwner = useCan('business.settings')
  const setup = useModal(NEW_NUMBER_MODAL)
  const [withReleased, setReleased] = useState(false)
  const { data, error, refetch } = useQuery(numbersQuery(businessId, undefined, withReleased))
  const { data: names } = useQuery(campaignNamesQuery(businessId))
  /** With several campaigns the choice is made on the number's page. */
  const [campaign, second] = names?.campaigns ?? []
  const campaignId = campaign && !second ? campaign._id : null
  const numbers = data?.numbers ?? []
  const isFirst = data !== undefined && numbers.length === 0
  const take = canOrder && (
    <Button leftSection={<IconPlus stroke={2} />} onClick={setup.open}>
      {t('take')}
    </Button>
  )
  return (
    <Page title={t('title')} context={t('text')} actions={data && !isFirst && take}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={4} columns={4} />}
      {isFirst && (
        <EmptyState
          icon={<IconPhonePlus />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={take || undefined}
        />
      )}
      {numbers.length > 0 && (
        <ul className={classes.numbers}>
          {numbers.map((number) => (
            <NumberRow key={number._id} number={number} />
          ))}
        </ul>
      )}
      {data && (
        <Switch
          className={classes.released ?? ''}
          label={t('withReleased')}
          checked={withReleased}
          onChange={({ currentTarget }) => setReleased(currentTarget.checked)}
        />
      )}
      <Suspense>{isOwner && <Connection isEarly={!data && !error} />}</Suspense>
      <Suspense>{isOwner && data && <Budget />}</Suspense>
      <Suspense>
        {canOrder && setup.opened && <NumberSetup opened campaignId={campaignId} onClose={setup.close} />}
      </Suspense>
    </Page>
  )
}
