import { ActionIcon, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenBookingPage } from '#contract/leads/meetings/booking/guest-booking.ts'
import { dayOf, momentOf, plusDays } from '#contract/values/clock.ts'
import { formatDay } from '../../../lib/i18n/format.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { slotsQuery } from './booking.api.ts'
import classes from './booking.module.css'
import { TimePicker } from './time-picker.tsx'

/** Two weeks at a time. */
const DAYS = 14
const NOON = 720

type Props = {
  slug: string
  page: OpenBookingPage
  minutes: number
  taken: readonly string[]
  chosen: string | undefined
  onChoose: (startsAt: string) => void
}
export function Slots({ slug, page, minutes, taken, chosen, onChoose }: Props) {
  const { t } = useTranslation('booking')
  const today = dayOf(new Date())
  const [from, setFrom] = useState(today)
  const last = plusDays(from, DAYS - 1)
  const isLast = last >= page.lastDay
  const to = isLast ? page.lastDay : last
  const { data: days, error, refetch } = useQuery(slotsQuery(slug, { from, to, minutes }))
  const isEmpty = days?.every(({ times }) => times.length === 0)
  const [first, end] = [formatDay(momentOf(from, NOON)), formatDay(momentOf(to, NOON))]
  return (
    <section className={classes.slots} aria-label={t('choose')}>
      <header className={classes.range}>
        <h2 className={classes.name}>{t('choose')}</h2>
        <span className={classes.pager}>
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('earlier')}
            disabled={from <= today}
            onClick={() => setFrom(plusDays(from, -DAYS))}
          >
            <IconChevronRight className={classes.arrow} size={18} aria-hidden />
          </ActionIcon>
          <bdi>{t('range', { from: first, to: end })}</bdi>
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('later')}
            disabled={isLast}
            onClick={() => setFrom(plusDays(from, DAYS))}
          >
            <IconChevronLeft className={classes.arrow} size={18} aria-hidden />
          </ActionIcon>
        </span>
      </header>
      {!days && !error && <Skeleton height={220} />}
      {!days && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {days && <TimePicker days={days} taken={taken} chosen={chosen} onChoose={onChoose} />}
      {isEmpty && (
        <p className={classes.faint} role="status">
          {t('none')}
        </p>
      )}
      <p className={classes.small}>{t('zone')}</p>
    </section>
  )
}
