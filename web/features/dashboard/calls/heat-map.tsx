import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardHours } from '#contract/dashboard.ts'
import { weekdays } from '#contract/values/week-hours.ts'
import { formatHour, formatNumber, formatWeekdayName } from '../../../lib/i18n/format.ts'
import { link, type SearchText, useSearchState } from '../../../lib/search.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import segments from '../../../ui/layout/segments.module.css'
import bars from '../bar-list.module.css'
import { hoursQuery } from '../dashboard.api.ts'
import { DashboardSearch, type HourKind, hourKinds, queryOf } from '../dashboard-search.ts'
import classes from './heat-map.module.css'
import { ALWAYS, cellAfter, hoursShown, listOfCell, stepOf } from './hours.ts'

type Props = { businessId: string; campaignId: string | null; period: SearchText }

/** When calls and leads of the period arrive, by weekday and hour; each cell opens its list. */
export function HeatMap({ businessId, campaignId, period }: Props) {
  const { t } = useTranslation('dashboard')
  const [search, setSearch] = useSearchState(DashboardSearch)
  const { unit: _, ...query } = queryOf(search, campaignId)
  const { data, error, refetch, isPlaceholderData } = useQuery(hoursQuery(businessId, query))
  const ofPerson = query.rang !== undefined
  // Leads ring at no person's phones.
  const kinds = hourKinds.filter((one) => !ofPerson || one !== 'leads')
  const kind = kinds.find((one) => one === search.hours) ?? 'calls'
  const counts = data?.hours[kind] ?? []
  const all = counts.reduce((sum, total) => sum + total, 0)
  return (
    <section className={bars.list} aria-label={t('hours.title')} aria-busy={isPlaceholderData}>
      <header className={classes.head}>
        <h2 className={classes.title}>{t('hours.title')}</h2>
        <span className={classes.about}>
          {data && t(`hours.total.${kind}`, { count: all, total: formatNumber(all) })}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
        <div className={segments.bar} role="group" aria-label={t('hours.what')}>
          {kinds.map((one) => (
            <UnstyledButton
              key={one}
              className={segments.choice}
              data-small
              aria-pressed={one === kind}
              onClick={() => void setSearch({ hours: one === 'calls' ? undefined : one })}
            >
              {t(`hours.kinds.${one}`)}
            </UnstyledButton>
          ))}
        </div>
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={7} columns={6} />}
      {data && <Grid kind={kind} counts={counts} hours={data.hours} place={{ businessId, campaignId, period }} />}
    </section>
  )
}

/** Where hours do not fit, the map begins with those of the day instead of the night. */
function scrollTo(head: HTMLElement | null) {
  const [scroller, first] = [head?.closest<HTMLElement>('[data-day]'), head?.parentElement?.firstElementChild]
  if (!head || !scroller) return
  // The column of days stays in its place, over the hours.
  const over = scroller.dataset.day === 'start' && first instanceof HTMLElement ? first.offsetWidth : 0
  scroller.scrollLeft = head.offsetLeft - over
}

type GridProps = { kind: HourKind; counts: readonly number[]; hours: DashboardHours; place: Props }
function Grid({ kind, counts, hours, place }: GridProps) {
  const { t, i18n } = useTranslation('dashboard')
  const columns = hoursShown(hours)
  const [focused, setFocused] = useState({ weekday: 0, hour: columns[0] ?? 0 })
  const table = useRef<HTMLTableElement>(null)
  const most = Math.max(1, ...counts)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = cellAfter(event.key, focused, columns)
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setFocused(next)
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.weekday} ${next.hour}"]`)?.focus()
  }
  // The one cell that Tab reaches must be shown.
  const reached = columns.includes(focused.hour) ? focused.hour : columns[0]
  const days = (weekday: number) => (
    <th key="day" scope="row" className={classes.day}>
      <span aria-hidden>{formatWeekdayName(weekday, true)}</span>
      <span className={classes.hidden}>{formatWeekdayName(weekday)}</span>
    </th>
  )
  const corner = <td key="day" className={classes.day} />
  // Hours run from left to right, and the day stands where a line of the language begins.
  const isRtl = i18n.dir() === 'rtl'
  return (
    <div className={classes.scroll} dir="ltr" data-day={isRtl ? 'end' : 'start'}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of links in which arrow keys move. */}
      <table ref={table} role="grid" className={classes.grid} aria-label={t('hours.title')} onKeyDown={onKeyDown}>
        <tbody>
          {weekdays.map((_, weekday) => {
            const cells = columns.map((hour) => (
              <HourCell
                key={hour}
                {...{ kind, weekday, hour, place, most }}
                total={counts[weekday * 24 + hour] ?? 0}
                isReached={weekday === focused.weekday && hour === reached}
                onFocus={() => setFocused({ weekday, hour })}
              />
            ))
            // biome-ignore lint/suspicious/noArrayIndexKey: weekdays have a fixed order.
            return <tr key={weekday}>{isRtl ? [...cells, days(weekday)] : [days(weekday), ...cells]}</tr>
          })}
          <tr>
            {!isRtl && corner}
            {columns.map((hour) => (
              <th key={hour} ref={hour === ALWAYS.from ? scrollTo : null} scope="col" className={classes.hour}>
                {String(hour).padStart(2, '0')}
              </th>
            ))}
            {isRtl && corner}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

type CellProps = {
  kind: HourKind
  weekday: number
  hour: number
  total: number
  most: number
  place: Props
  isReached: boolean
  onFocus: () => void
}
function HourCell({ kind, weekday, hour, total, most, place, isReached, onFocus }: CellProps) {
  const { t } = useTranslation('dashboard')
  const { to, search } = listOfCell(kind, { weekday, hour }, place)
  const when = { day: formatWeekdayName(weekday), hour: formatHour(hour) }
  return (
    <td>
      <Link
        {...link(to, search)}
        className={classes.cell}
        data-step={stepOf(total, most)}
        data-cell={`${weekday} ${hour}`}
        data-figure={`hour.${weekday}.${hour}`}
        tabIndex={isReached ? 0 : -1}
        aria-label={t(`hours.cell.${kind}`, { ...when, count: total, total: formatNumber(total) })}
        onFocus={onFocus}
      >
        {total > 0 && formatNumber(total)}
      </Link>
    </td>
  )
}
