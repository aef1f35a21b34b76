import { Button, UnstyledButton } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClockPause, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type Delivery, deliveryStates, type Webhook } from '#contract/webhooks/webhooks.ts'
import { formatDateTime, formatRecent } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { StateLabel } from '../../../shared/state-label.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import segments from '../../../ui/layout/segments.module.css'
import { useAnswerText } from '../webhook-state.tsx'
import { deliveriesQuery } from '../webhooks.api.ts'
import classes from './log.module.css'

const DeliveryDrawer = lazily(() => import('./delivery-drawer.tsx'), 'DeliveryDrawer')

const looks = {
  waiting: { Icon: IconClockPause, hue: 'amber' },
  delivered: { Icon: IconCircleCheck, hue: 'green' },
  failed: { Icon: IconCircleX, hue: 'red' },
  dropped: { Icon: IconTrash, hue: 'slate' },
} as const
const Search = z.object({ state: z.enum(deliveryStates).optional() })

/** The log of a webhook, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { businessId } = useBusiness()
  const [{ state }, setSearch] = useSearchState(Search)
  const [opened, setOpened] = useState<string>()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(businessId, webhook._id, state),
  )
  const deliveries = data?.pages.flatMap((page) => page.deliveries)
  return (
    <section className={classes.log} aria-labelledby="log-title">
      <div className={classes.head}>
        <h2 className={classes.title} id="log-title">
          {t('log.title')}
        </h2>
        <div className={segments.bar}>
          {[undefined, ...deliveryStates].map((value) => (
            <UnstyledButton
              key={value ?? 'all'}
              className={segments.choice}
              data-small
              aria-pressed={state === value}
              onClick={() => setSearch({ state: value })}
            >
              {t(value ? `deliveryStates.${value}` : 'log.all')}
            </UnstyledButton>
          ))}
        </div>
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={6} columns={3} />}
      {deliveries?.length === 0 && <p className={classes.none}>{t(state ? 'log.noneOf' : 'log.none')}</p>}
      <ul className={classes.list}>
        {deliveries?.map((delivery) => (
          <DeliveryRow key={delivery._id} delivery={delivery} onOpen={() => setOpened(delivery._id)} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('log.more')}
        </Button>
      )}
      <Suspense>
        {opened && <DeliveryDrawer webhookId={webhook._id} eventId={opened} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </section>
  )
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { t } = useTranslation('webhooks')
  const answerText = useAnswerText()
  const { type, state, happenedAt, lastTry, tries, nextTryAt } = delivery
  const name = t(`types.${type.replace('.', '_')}`)
  const result = [
    ...(lastTry ? [answerText(lastTry)] : []),
    ...(tries > 1 ? [t('log.tries', { count: tries })] : []),
    ...(lastTry && nextTryAt ? [t('log.next', { time: formatRecent(nextTryAt) })] : []),
  ]
  return (
    <li>
      <UnstyledButton className={classes.row} onClick={onOpen}>
        <span className={classes.type}>{name}</span>
        <StateLabel look={looks[state]}>{t(`deliveryStates.${state}`)}</StateLabel>
        <span className={classes.result}>{result.join(' · ')}</span>
        <time className={classes.time} dateTime={happenedAt} title={formatDateTime(happenedAt)}>
          {formatRecent(happenedAt)}
        </time>
      </UnstyledButton>
    </li>
  )
}
