import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { CampaignPart, NothingHere } from '../../shared/tabs/campaign-part.tsx'
import type { CampaignDetails } from '../../shared/tabs/campaign-tab.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { NumberRow } from './number-row.tsx'
import { numbersQuery } from './numbers.api.ts'
import classes from './numbers-page.module.css'

const NumberSetup = lazily(() => import('./setup/number-setup.tsx'), 'NumberSetup')

/** The campaign's virtual numbers; each row opens its number. */
export function CampaignNumbers({ campaign: { _id } }: { campaign: CampaignDetails }) {
  const { t } = useTranslation(['numbers', 'call-voice'])
  const { businessId } = useBusiness()
  const canOrder = useCan('numbers.order')
  const setup = useModal('new-number')
  const { data, error, refetch } = useQuery(numbersQuery(businessId, _id))
  const take = canOrder && (
    <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={setup.open}>
      {t('take')}
    </Button>
  )
  return (
    <CampaignPart title={t('title')} action={take}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={2} columns={4} />}
      {data?.numbers.length === 0 && <NothingHere>{t('empty.text')}</NothingHere>}
      {data && data.numbers.length > 0 && (
        <ul className={classes.numbers}>
          {data.numbers.map((number) => (
            <NumberRow key={number._id} number={number} />
          ))}
        </ul>
      )}
      <Suspense>{setup.opened && <NumberSetup opened campaignId={_id} onClose={setup.close} />}</Suspense>
    </CampaignPart>
  )
}
