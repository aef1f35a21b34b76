import { Button } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { storage } from '../../../lib/storage.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import classes from '../profile.module.css'
import { ProfileSection } from '../profile-section.tsx'
import { CalendarConnected } from './calendar-connected.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { cameBackQuery, ownCalendarQuery, useConnect } from './calendars.api.ts'

/** The person's calendar: at Google where the installation offers it, and by an address for calendars of any kind. */
export function CalendarSections() {
  const { t } = useTranslation('calendars')
  const { data, error, refetch } = useQuery(ownCalendarQuery)
  if (!data)
    return (
      <ProfileSection title={t('google.title')}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={2} columns={2} />}
      </ProfileSection>
    )
  const { isOffered, connection, feed } = data
  return (
    <>
      {(isOffered || connection) && (
        <GoogleCalendar>{connection && <CalendarConnected connection={connection} />}</GoogleCalendar>
      )}
      <ProfileSection title={t('feed.title')} text={t('feed.text')}>
        <CalendarFeed feed={feed} />
      </ProfileSection>
    </>
  )
}

/** `children`: the connected account. */
function GoogleCalendar({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation('calendars')
  const connect = useConnect()
  const { isComing, error, ref } = useReturn()
  const failure = error ?? connect.error
  return (
    <ProfileSection title={t('google.title')} text={t('google.text')}>
      <div ref={ref} className={classes.content}>
        {isComing && <SkeletonRows rows={2} columns={2} />}
        {!isComing && (children || <p className={classes.said}>{t('google.none')}</p>)}
        {failure && (
          <p className={classes.error} role="alert">
            {failure.message}
          </p>
        )}
        {!isComing && !children && (
          <div className={classes.actions}>
            <Button
              leftSection={<IconBrandGoogle size={16} stroke={1.75} aria-hidden />}
              loading={connect.isPending || connect.isSuccess}
              onClick={() => connect.mutate()}
            >
              {t('google.connect')}
            </Button>
          </div>
        )}
      </div>
    </ProfileSection>
  )
}

/** Finishes the way back from Google, which this tab began, and shows the section. */
function useReturn() {
  const { t } = useTranslation('calendars')
  const router = useRouter()
  const client = useQueryClient()
  const ref = useRef<HTMLDivElement>(null)
  // Read once when the page opens, because the address is cleared afterwards.
  const [{ query, ticket }] = useState(() => ({
    query: window.location.search.slice(1),
    ticket: storage.calendarTrip.get(),
  }))
  const isBack = ticket !== null && new URLSearchParams(query).has('state')
  const { data, error } = useQuery({ ...cameBackQuery(query, ticket ?? ''), enabled: isBack })
  const isOver = isBack && (data !== undefined || error !== null)
  useEffect(() => {
    if (isBack || window.location.hash === '#calendar') ref.current?.scrollIntoView?.({ block: 'center' })
  }, [isBack])
  useEffect(() => {
    if (!isOver || storage.calendarTrip.get() === null) return
    storage.calendarTrip.set(null)
    router.history.replace(paths.profile)
    if (!data) return
    toast.success(t('google.connected'))
    void client.invalidateQueries({ queryKey: ownCalendarQuery.queryKey, exact: true })
  }, [isOver, data, router, client, t])
  return { isComing: isBack && !isOver, error, ref }
}
