import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { shiftTopics } from '../shifts.api.ts'
import classes from '../shifts.module.css'
import { SwapRow } from './swap-row.tsx'
import { swapsQuery } from './swaps.api.ts'

const AskSwap = lazily(() => import('./ask-swap.tsx'), 'AskSwap')

/** Requests to swap shifts that concern the person, and a new one. */
export function MySwaps() {
  const { t } = useTranslation('shifts')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(swapsQuery(businessId))
  useLiveInvalidate({ businessId, topics: shiftTopics }, [swapsQuery(businessId).queryKey])
  const asking = useModal('ask-swap')
  return (
    <FormSection title={t('swaps.title')} text={t('swaps.text')} id="swaps">
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} columns={2} />}
      {data?.swaps.length === 0 && <p className={classes.note}>{t('swaps.none')}</p>}
      {data && data.swaps.length > 0 && (
        <ul className={classes.rows} aria-label={t('swaps.title')}>
          {data.swaps.map((swap) => (
            <SwapRow key={swap.id} swap={swap} />
          ))}
        </ul>
      )}
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={16} stroke={1.75} aria-hidden />}
          onClick={asking.open}
        >
          {t('swaps.ask')}
        </Button>
      </div>
      {asking.opened && (
        <Suspense>
          <AskSwap onClose={asking.close} />
        </Suspense>
      )}
    </FormSection>
  )
}
