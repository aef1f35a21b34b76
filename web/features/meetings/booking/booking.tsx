import { Button, SegmentedControl, Stack } from '@mantine/core'
import { IconCalendarOff, IconCheck, IconLinkOff, IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenBookingPage } from '#contract/leads/meetings/booking/guest-booking.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { formatTime, formatWeekday } from '../../../lib/i18n/format.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { BusinessIntro } from '../../../shared/business-intro.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { attributionOf } from './attribution.ts'
import { bookingQuery, useBook } from './booking.api.ts'
import classes from './booking.module.css'
import { emptyGuest, GuestFields, type GuestValues, issuesOfPhone, missingIn } from './guest-fields.tsx'
import { Slots } from './slots.tsx'

/** A booking page, without an account: a time, who comes, and the meeting is set. */
export function BookingFlow({ slug }: { slug: string }) {
  const { t } = useTranslation('booking')
  const { data, error, refetch } = useQuery(bookingQuery(slug))
  const isDead = error instanceof ApiError && (error.status === 404 || error.status === 422)
  if (isDead) return <EmptyState asPage icon={<IconLinkOff />} title={t('dead.title')} text={t('dead.text')} />
  if (data?.state === 'closed')
    return (
      <EmptyState
        asPage
        icon={<IconCalendarOff />}
        title={t('off.title')}
        text={t('off.text', { business: data.business.name })}
      />
    )
  if (data) return <Choosing slug={slug} page={data} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <SkeletonRows rows={8} columns={1} />
}

function Choosing({ slug, page }: { slug: string; page: OpenBookingPage }) {
  const { t } = useTranslation('booking')
  const language = currentLanguage()
  const [minutes, setMinutes] = useState(page.durations[0] ?? 0)
  const [chosen, choose] = useState<string>()
  const [guest, setGuest] = useState<GuestValues>(emptyGuest)
  const { send, isPending, taken, issues, failure } = useSending(slug, () => choose(undefined))
  const missing = missingIn(page, guest)
  /** The phone that was sent though it cannot be one: its field is marked until it is changed. */
  const [refusedPhone, refusePhone] = useState<string>()
  const phoneIssues = refusedPhone === guest.phone ? issuesOfPhone(guest.phone) : []
  const submit = () => {
    if (!chosen || missing.length > 0) return
    if (issuesOfPhone(guest.phone).length > 0) refusePhone(guest.phone)
    else send({ ...guest, startsAt: chosen, minutes, language })
  }
  return (
    <form
      className={classes.flow}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Heading slug={slug} page={page} />
      {page.durations.length > 1 && (
        <SegmentedControl
          fullWidth
          withItemsBorders={false}
          aria-label={t('length')}
          value={String(minutes)}
          data={page.durations.map((one) => ({ value: String(one), label: t('minutes', { count: one }) }))}
          onChange={(value) => {
            setMinutes(Number(value))
            choose(undefined)
          }}
        />
      )}
      <Slots slug={slug} page={page} minutes={minutes} taken={taken} chosen={chosen} onChoose={choose} />
      {chosen && <GuestFields page={page} value={guest} issues={[...phoneIssues, ...issues]} onChange={setGuest} />}
      <div className={classes.foot}>
        {failure && (
          <p className={classes.failed} role="alert">
            {failure}
          </p>
        )}
        <Button
          type="submit"
          size="lg"
          fullWidth
          loading={isPending}
          disabled={!chosen || missing.length > 0}
          leftSection={chosen && <IconCheck size={18} aria-hidden />}
        >
          {chosen ? t('book', { day: formatWeekday(chosen), time: formatTime(chosen) }) : t('chooseFirst')}
        </Button>
        {chosen && missing.length > 0 && <p className={classes.small}>{t('missing')}</p>}
      </div>
    </form>
  )
}

function Heading({ slug, page }: { slug: string; page: OpenBookingPage }) {
  const language = currentLanguage()
  const { t } = useTranslation('booking')
  const { business, title, intro, kind, place } = page
  return (
    <Stack gap="sm">
      <BusinessIntro business={{ ...business, _id: slug }} title={(marks) => t('title', marks)} asPage />
      <section className={classes.card} aria-label={t('about')}>
        <h2 className={classes.name} dir="auto">
          {title[language]}
        </h2>
        <p className={classes.faint}>{t(`kinds.${kind}`)}</p>
        {place && (
          <p className={classes.place}>
            <IconMapPin size={18} aria-hidden />
            <bdi>{place}</bdi>
          </p>
        )}
        {intro[language] && (
          <p className={classes.intro} dir="auto">
            {intro[language]}
          </p>
        )}
      </section>
    </Stack>
  )
}

type Chosen = GuestValues & { startsAt: string; minutes: number; language: 'he' | 'en' }
/** Sends the booking; what was just taken by another guest is kept, so that nothing else is lost. */
function useSending(slug: string, onTaken: () => void) {
  const navigate = useNavigate()
  const { book, isPending, error } = useBook(slug)
  const [taken, setTaken] = useState<readonly string[]>([])
  const send = (chosen: Chosen) =>
    book(
      { ...chosen, ...attributionOf(window.location.href, document.referrer) },
      {
        // The guest's own page shows the meeting, with calendars, moving and cancelling.
        onSuccess: ({ url }) => void navigate({ to: new URL(url).pathname, replace: true }),
        onError: (refused) => {
          // Taken by another guest; the times are read again.
          if (!(refused instanceof ApiError) || refused.status !== 409) return
          setTaken((known) => [...known, chosen.startsAt])
          onTaken()
        },
      },
    )
  const issues = error instanceof ApiError ? error.issues : []
  return { send, isPending, taken, issues, failure: error && issues.length === 0 ? error.message : undefined }
}
