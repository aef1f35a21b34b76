import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { dayOf } from '#contract/values/clock.ts'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { formatDate, formatDay, formatWeekday } from '../../../lib/i18n/format.ts'
import { noonOf } from '../../../lib/i18n/noon.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useBusiness, useCan, useSession } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { useOpened } from '../../../lib/use-opened.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { isWaiting } from '../meeting-look.ts'
import { type MeetingsAsked, meetingKeys, meetingsQuery } from '../meetings.api.ts'
import classes from './calendar.module.css'
import { CalendarFilters, CalendarSteps } from './calendar-bar.tsx'
import { daysOf, stepped, stretchOf } from './calendar-days.ts'
import { CalendarSearch, type CalendarView, EVERYONE } from './calendar-search.ts'
import { ShownMeetings } from './shown-meetings.tsx'
import { WaitingPanel } from './waiting-panel.tsx'

const MeetingDrawer = lazily(() => import('../meeting/meeting-drawer.tsx'), 'MeetingDrawer')
const MoveDialog = lazily(() => import('../meeting/move-dialog.tsx'), 'MoveDialog')
const MeetingForm = lazily(() => import('../making/new-meeting.tsx'), 'NewMeeting')

type Asked = { move?: { meeting: Meeting; startsAt: string }; make?: { startsAt: string | undefined } }
const DAY_MS = 86_400_000

/** The calendar of meetings: day, week, month and list. */
export function MeetingsPage() {
  const { t } = useTranslation('meetings')
  const { businessId } = useBusiness()
  const { user } = useSession()
  const canMake = useCan('meetings.edit')
  const isNarrow = useNarrow()
  const [search, set] = useSearchState(CalendarSearch)
  const view = shownView(search.view, isNarrow)
  const day = search.day ?? dayOf(new Date())
  const days = daysOf(view, day, search.to)
  const userId = search.of === EVERYONE ? undefined : (search.of ?? user._id)
  const of = { userId, campaignId: search.campaign }
  const asked: MeetingsAsked = { ...stretchOf(days), ...of, status: search.status, outcome: search.outcome }
  const { data, error, refetch } = useQuery(meetingsQuery(businessId, asked))
  useLiveInvalidate({ businessId, topics: ['meeting', 'lead'] }, [meetingKeys.all(businessId)])
  const opened = useOpened('meeting', search.meeting)
  const [dialog, ask] = useState<Asked>({})
  const step = (direction: 1 | -1) => void set({ day: stepped(view, day, direction), to: undefined })
  // Left is forward in Hebrew.
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  useHotkeys({
    KeyT: () => void set({ day: undefined, to: undefined }),
    ArrowLeft: () => step(forward === 'ArrowLeft' ? 1 : -1),
    ArrowRight: () => step(forward === 'ArrowRight' ? 1 : -1),
    ...(canMake && { KeyN: () => ask({ make: { startsAt: undefined } }) }),
  })
  const meetings = (data?.meetings ?? []).filter((one) => isShown(one, search))
  const make = canMake && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask({ make: { startsAt: undefined } })}>
      {t('new')}
    </Button>
  )
  const acts = {
    onOpen: ({ _id }: Meeting) => opened.open(_id),
    onNew: canMake ? (startsAt: string) => ask({ make: { startsAt } }) : undefined,
    onMove: (meeting: Meeting, startsAt: string) => ask({ move: { meeting, startsAt } }),
    onDay: (chosen: string) => void set({ view: 'day', day: chosen, to: undefined }, { push: true }),
  }
  return (
    <Page
      title={t('title')}
      context={<Context {...{ view, days, meetings }} total={data && totalOf(data, meetings)} />}
      beside={<CalendarSteps {...{ view, day, isNarrow }} onSearch={set} />}
      toolbar={<CalendarFilters search={search} onSearch={set} />}
      actions={make}
      flush
    >
      {!data && !error && <SkeletonRows rows={10} columns={7} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className={classes.shown}>
          <ShownMeetings
            {...acts}
            {...{ view, day, days, meetings, isNarrow }}
            busy={search.status || search.outcome ? [] : data.busy}
            isComplete={data.isComplete}
          />
          <WaitingPanel of={of} onOpen={acts.onOpen} />
        </div>
      )}
      <Suspense>
        {search.meeting && <MeetingDrawer key={search.meeting} meetingId={search.meeting} onClose={opened.close} />}
      </Suspense>
      <Suspense>
        {dialog.move && <MoveDialog {...dialog.move} onClose={() => ask({})} />}
        {dialog.make && <MeetingForm startsAt={dialog.make.startsAt} onClose={() => ask({})} />}
      </Suspense>
    </Page>
  )
}

/** A phone has room for a day, or for the list. */
const shownView = (view: CalendarView | undefined, isNarrow: boolean): CalendarView =>
  isNarrow ? (view === 'list' ? 'list' : 'day') : (view ?? 'week')

/** As many as are shown, or of more than are listed at once all. */
const totalOf = ({ isComplete, total }: { isComplete: boolean; total: number }, shown: readonly Meeting[]) =>
  isComplete ? shown.length : total

/** What was cancelled is hidden after a day, unless it is asked for. */
const isShown = ({ status, endsAt }: Meeting, { status: asked }: CalendarSearch) =>
  status !== 'Meeting Canceled' || asked !== undefined || Date.parse(endsAt) > Date.now() - DAY_MS

type ContextProps = {
  view: CalendarView
  days: readonly string[]
  meetings: readonly Meeting[]
  /** How many there are; undefined: not known yet. */
  total: number | undefined
}
/** The days, how many meetings there are, and how many wait for an answer. */
function Context({ view, days, meetings, total }: ContextProps) {
  const { t } = useTranslation('meetings')
  const [first = '', last = first] = [days[0], days.at(-1)]
  const waiting = meetings.filter((one) => isWaiting(one) && Date.parse(one.startsAt) > Date.now()).length
  const stretch =
    view === 'day' ? formatWeekday(noonOf(first)) : `${formatDay(noonOf(first))}–${formatDate(noonOf(last))}`
  return (
    <>
      <bdi>{stretch}</bdi>
      {total !== undefined && ` · ${t('count', { count: total })}`}
      {total !== undefined && waiting > 0 && `, ${t('waitingCount', { count: waiting })}`}
    </>
  )
}
