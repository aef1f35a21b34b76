import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import type { BusyTime } from '#contract/leads/meetings/meetings.ts'
import { weekdayOf } from '#contract/values/clock.ts'
import { formatWeekday, formatWeekdayName } from '../../../lib/i18n/format.ts'
import { noonOf } from '../../../lib/i18n/noon.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import classes from './calendar.module.css'
import { daysOf } from './calendar-days.ts'
import type { CalendarView } from './calendar-search.ts'
import { useClosedTimes } from './closed-times.ts'
import type { GridActs } from './day-column.tsx'
import { MeetingList } from './meeting-list.tsx'
import { MonthGrid } from './month-grid.tsx'
import { TimeGrid } from './time-grid.tsx'

type Props = GridActs & {
  view: CalendarView
  day: string
  days: readonly string[]
  meetings: readonly Meeting[]
  busy: readonly BusyTime[]
  /** False: there are more meetings than are listed at once. */
  isComplete: boolean
  isNarrow: boolean
}

export function ShownMeetings({ view, day, days, meetings, busy, isComplete, isNarrow, ...acts }: Props) {
  const { t } = useTranslation('meetings')
  const { businessId } = useBusiness()
  // A list draws none, and may be of years.
  const closed = useClosedTimes(businessId, view === 'list' ? [] : days)
  return (
    <div className={classes.view}>
      {!isComplete && <p className={classes.note}>{t('incomplete')}</p>}
      {isNarrow && view === 'day' && <DayStrip day={day} onDay={acts.onDay} />}
      {view === 'list' && <MeetingList meetings={meetings} onOpen={acts.onOpen} none={t('none')} />}
      {view === 'month' && <MonthGrid {...{ day, days, meetings, closed }} onOpen={acts.onOpen} onDay={acts.onDay} />}
      {(view === 'day' || view === 'week') && <TimeGrid {...{ days, meetings, busy, closed }} {...acts} />}
    </div>
  )
}

/** The days of the week, on a phone. */
function DayStrip({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const { t } = useTranslation('meetings')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={classes.strip} role="group" aria-label={t('days')}>
      {daysOf('week', day).map((one) => (
        <UnstyledButton key={one} className={classes.stripDay} aria-pressed={one === day} onClick={() => onDay(one)}>
          <VisuallyHidden>{formatWeekday(noonOf(one))}</VisuallyHidden>
          <span aria-hidden>{formatWeekdayName(weekdayOf(one), true)}</span>
          <span aria-hidden>{Number(one.slice(8))}</span>
        </UnstyledButton>
      ))}
    </div>
  )
}
