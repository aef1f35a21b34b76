import { ActionIcon, Button, Switch } from '@mantine/core'
import { IconCalendarCog, IconChevronLeft, IconChevronRight, IconClockEdit } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#contract/values/clock.ts'
import { holidaysOf } from '#contract/working-hours/holiday-list.ts'
import { HOLIDAY_YEARS, type Holiday, type Rest, type WorkingHours } from '#contract/working-hours/working-hours.ts'
import { formatTime, formatWeekday } from '../../lib/i18n/format.ts'
import { hebrewDateText } from '../../lib/i18n/hebrew-date.ts'
import { noonOf } from '../../lib/i18n/noon.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import { holidayName } from './holiday-text.ts'
import classes from './working-hours.module.css'

type Acts = { onCorrect: (holiday: Holiday) => void; onRest: (rest: Rest) => void }
type Props = { hours: WorkingHours; acts: Acts | null }
/** A Shabbat has no holiday. */
type Row = { day: string; holiday: Holiday | null; rest: Rest | null }

const HOUR_MS = 3_600_000
/** The day of a rest on which it ends. */
const endDayOf = ({ to }: Rest) => dayOf(to)

/** Holidays of a year with their rests; a rest stands at the last of its days. */
function rowsOf(hours: WorkingHours, year: number): Row[] {
  const { holidays, rests } = holidaysOf(hours, year)
  const ofDay = new Map(rests.map((rest) => [endDayOf(rest), rest]))
  const rows = holidays.map((holiday) => ({
    day: holiday.day,
    holiday,
    rest: holiday.rest ? (rests.find(({ to }) => to === holiday.rest?.to) ?? null) : null,
  }))
  const shown = new Set(rows.flatMap(({ rest }) => (rest ? [endDayOf(rest)] : [])))
  const shabbats = [...ofDay].flatMap(([day, rest]) => (shown.has(day) ? [] : [{ day, holiday: null, rest }]))
  return [...rows, ...shabbats].sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
}

/** The holidays of a year, so that they can be checked and single days corrected. */
export function HolidayYear({ hours, acts }: Props) {
  const { t } = useTranslation('working-hours')
  const today = dayOf(new Date())
  const thisYear = Number(today.slice(0, 4))
  const [year, setYear] = useState(thisYear)
  const [showsShabbat, showShabbat] = useState(false)
  const [showsPast, showPast] = useState(false)
  // A year takes a moment to compute, which must not hold up typing.
  const computed = useDeferredValue(hours)
  const rows = useMemo(() => rowsOf(computed, year), [computed, year])
  const wanted = rows.filter(({ holiday }) => holiday !== null || showsShabbat)
  const shown = wanted.filter(({ day }) => showsPast || year !== thisYear || day >= today)
  const past = wanted.length - shown.length
  return (
    <>
      <div className={classes.yearBar}>
        <div className={classes.year}>
          <ActionIcon aria-label={t('year.previous')} disabled={year < thisYear} onClick={() => setYear(year - 1)}>
            <IconChevronLeft size={18} stroke={1.75} data-mirror aria-hidden />
          </ActionIcon>
          <span className={classes.yearName} aria-live="polite">
            {year}
          </span>
          <ActionIcon
            aria-label={t('year.next')}
            disabled={year >= thisYear + HOLIDAY_YEARS}
            onClick={() => setYear(year + 1)}
          >
            <IconChevronRight size={18} stroke={1.75} data-mirror aria-hidden />
          </ActionIcon>
        </div>
        <Switch
          label={t('year.shabbat')}
          checked={showsShabbat}
          onChange={({ currentTarget }) => showShabbat(currentTarget.checked)}
        />
      </div>
      {past > 0 && (
        <Button variant="subtle" w="fit-content" onClick={() => showPast(true)}>
          {t('year.past', { count: past })}
        </Button>
      )}
      <ul className={classes.rows} aria-label={t('year.list', { year })}>
        {shown.map((row) => (
          <YearRow key={`${row.day} ${row.holiday?.holiday}`} row={row} acts={acts} />
        ))}
      </ul>
    </>
  )
}

function YearRow({ row: { day, holiday, rest }, acts }: { row: Row; acts: Acts | null }) {
  const { t } = useTranslation('working-hours')
  const name = holiday ? holidayName(holiday.holiday) : t('now.shabbat')
  const date = formatWeekday(noonOf(day))
  return (
    <li className={classes.holiday}>
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.second}>
          {date} <span className={classes.hebrewDate}>{hebrewDateText(day)}</span>
        </span>
      </div>
      <div className={classes.words}>
        {holiday && <Effect holiday={holiday} />}
        {rest && <RestText rest={rest} />}
      </div>
      {acts && (
        <span className={classes.acts}>
          {rest && (
            <ActionIcon
              aria-label={t('correct.of', { name, date })}
              title={t('correct.title')}
              onClick={() => acts.onRest(rest)}
            >
              <IconClockEdit size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
          {holiday && (
            <ActionIcon
              aria-label={t('year.correctOf', { name, date })}
              title={t('year.correct')}
              onClick={() => acts.onCorrect(holiday)}
            >
              <IconCalendarCog size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </span>
      )}
    </li>
  )
}

/** When it is open on the day. */
function Effect({ holiday: { open, correction } }: { holiday: Holiday }) {
  const { t } = useTranslation('working-hours')
  return (
    <span>
      {open.length === 0 && t('year.closed')}
      {open.map(({ from, to }) => (
        <bdi key={from} dir="ltr" className={classes.period}>
          {periodText(from, to)}
        </bdi>
      ))}
      {correction && (
        <span className={classes.mark}>
          <UserText cut>{correction.name}</UserText>
        </span>
      )}
    </span>
  )
}

/** 08:30–13:00; a whole day ends at 24:00. */
function periodText(from: string, to: string) {
  const isWholeDay = Date.parse(to) - Date.parse(from) >= 23 * HOUR_MS && formatTime(to) === '00:00'
  return `${formatTime(from)}–${isWholeDay ? '24:00' : formatTime(to)}`
}

function RestText({ rest }: { rest: Rest }) {
  const { t } = useTranslation('working-hours')
  const isCorrected = rest.from !== rest.computed.from || rest.to !== rest.computed.to
  return (
    <span className={classes.second}>
      {t('year.rest', {
        fromDay: formatWeekday(rest.from),
        from: formatTime(rest.from),
        toDay: formatWeekday(rest.to),
        to: formatTime(rest.to),
      })}
      {isCorrected && <span className={classes.mark}>{t('year.corrected')}</span>}
    </span>
  )
}
