import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { daysOfWeek } from '#contract/shifts/person-shifts.ts'
import type { Shift } from '#contract/shifts/shift-shapes.ts'
import type { GridWeek } from '#contract/shifts/shifts.ts'
import type { ShiftSwap } from '#contract/shifts/swaps.ts'
import { dayOf, weekdayOf } from '#contract/values/clock.ts'
import { formatDay, formatWeekday } from '../../../lib/i18n/format.ts'
import { noonOf } from '../../../lib/i18n/noon.ts'
import { paths } from '../../../lib/paths.ts'
import { link } from '../../../lib/search.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { CellInput } from './cell-input.tsx'
import { CellShifts, useCellText } from './cell-shifts.tsx'
import { ClosedDayName } from './closed-day.tsx'
import { useDragShifts } from './edit/use-drag-shifts.ts'
import type { CellAt, Move } from './edit/use-edit-week.ts'
import { useGridKeys } from './edit/use-grid-keys.ts'
import { swappedOn } from './swapped.ts'
import classes from './team-grid.module.css'
import { isOpenDay, type PersonRow, plannedOn } from './week-rules.ts'

type Props = {
  week: string
  rows: readonly PersonRow[]
  closedDays: GridWeek['closedDays']
  /** Days on which nothing is open. */
  restDays: readonly string[]
  swaps: readonly ShiftSwap[]
  /** Absent: the reader changes nothing. */
  acts?:
    | { onOpen: (at: CellAt) => void; onSet: (at: CellAt, shifts: Shift[]) => void; onMove: (move: Move) => void }
    | undefined
  /** Rows below those of the people, in the same columns. */
  children?: ReactNode
}

const nothing = () => undefined

/** People and days of a week. */
export function TeamGrid({ week, rows, closedDays, restDays, swaps, acts, children }: Props) {
  const { t } = useTranslation('shifts')
  const isOpen = (row: PersonRow, day: string) => acts !== undefined && isOpenDay(day, row, week)
  const { onOpen = nothing, onSet = nothing, onMove = nothing } = acts ?? {}
  const keys = useGridKeys({ rows, isOpen, onOpen, onSet, onMove })
  const drag = useDragShifts({ rows, isOpen, onMove })
  return (
    <table
      className={classes.grid}
      role={acts && 'grid'}
      aria-label={t('grid.title')}
      onKeyDown={keys.onKeyDown}
      {...drag.handlers}
    >
      <thead>
        <tr>
          <th scope="col" className={classes.corner}>
            {t('grid.people', { count: rows.length })}
          </th>
          {daysOfWeek(week).map((day) => (
            <DayHead key={day} day={day} closedDays={closedDays} isRest={restDays.includes(day)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.userId}>
            <PersonHead row={row} isLinked={acts !== undefined} />
            {row.days.map((day, i) => (
              <td
                key={day.day}
                role={acts && 'gridcell'}
                data-closed={restDays.includes(day.day) || undefined}
                data-drop={drag.over === `${at} ${i}` || undefined}
                data-cut={(keys.cut?.userId === row.userId && keys.cut.day === day.day) || undefined}
              >
                <Cell
                  {...{ row, day, swaps }}
                  before={plannedBefore(row, i)}
                  place={`${at} ${i}`}
                  isHere={keys.at.row === at && keys.at.day === i}
                  typing={keys.typing}
                  isOpen={isOpen(row, day.day)}
                  isGrid={acts !== undefined}
                  onFocus={() => keys.onFocusCell({ row: at, day: i })}
                  onOpen={() => onOpen({ userId: row.userId, day: day.day })}
                  onTyped={(shifts) => {
                    keys.stopTyping()
                    onSet({ userId: row.userId, day: day.day }, shifts)
                  }}
                  onLeave={keys.stopTyping}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {children}
    </table>
  )
}

const plannedBefore = ({ days }: PersonRow, at: number) => {
  const before = days[at - 1]
  return before && !before.absence ? plannedOn(before) : []
}

type DayHeadProps = Pick<Props, 'closedDays'> & { day: string; isRest: boolean }

function DayHead({ day, closedDays, isRest }: DayHeadProps) {
  const { t } = useTranslation('open-ranges')
  const isClosed = closedDays.some((one) => one.day === day)
  const isToday = dayOf(new Date()) === day
  return (
    <th
      scope="col"
      className={classes.day}
      data-today={isToday || undefined}
      data-closed={isClosed || isRest || undefined}
      {...(isToday && { 'aria-current': 'date' as const })}
    >
      <span>{t(`short.${weekdayOf(day)}`)}</span> <bdi className={classes.date}>{formatDay(noonOf(day))}</bdi>
      {isClosed && (
        <span className={classes.closed}>
          <ClosedDayName {...{ day, closedDays }} />
        </span>
      )}
    </th>
  )
}

function PersonHead({ row, isLinked }: { row: PersonRow; isLinked: boolean }) {
  const { t } = useTranslation()
  const { businessId } = useBusiness()
  const { person } = row
  const name = <UserText cut>{person.name}</UserText>
  return (
    <th scope="row" className={classes.person}>
      <span className={classes.who}>
        <PersonAvatar id={person._id} name={person.name} image={person.image} size="md" />
        <span className={classes.words}>
          {isLinked ? (
            <Link className={classes.name} {...link(paths.shifts(businessId), { person: person._id })}>
              {name}
            </Link>
          ) : (
            <span className={classes.name}>{name}</span>
          )}
          <span className={classes.role}>{t(`roles.${person.role}`)}</span>
        </span>
      </span>
    </th>
  )
}

type CellProps = {
  row: PersonRow
  day: PersonRow['days'][number]
  before: readonly Shift[]
  swaps: readonly ShiftSwap[]
  place: string
  isHere: boolean
  typing: { text: string } | null
  isOpen: boolean
  isGrid: boolean
  onFocus: () => void
  onOpen: () => void
  onTyped: (shifts: Shift[]) => void
  onLeave: () => void
}
function Cell({ row, day, before, swaps, isHere, typing, ...cell }: CellProps) {
  const { t } = useTranslation('shifts')
  const textOf = useCellText()
  const shifts = <CellShifts {...{ day, before }} swapped={swappedOn(swaps, row.userId, day.day)} />
  if (!cell.isGrid) return <div className={classes.cell}>{shifts}</div>
  const date = formatWeekday(noonOf(day.day))
  const label = t('grid.cell', { name: row.person.name, date, text: textOf(day) })
  if (isHere && typing && cell.isOpen)
    return (
      <div className={classes.cell}>
        <CellInput text={typing.text} label={label} onDone={cell.onTyped} onLeave={cell.onLeave} />
      </div>
    )
  return (
    <button
      type="button"
      className={classes.cell}
      data-cell={cell.place}
      aria-disabled={!cell.isOpen}
      tabIndex={isHere ? 0 : -1}
      onFocus={cell.onFocus}
      onClick={() => cell.isOpen && cell.onOpen()}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      <span className={classes.shown} aria-hidden>
        {shifts}
      </span>
    </button>
  )
}
