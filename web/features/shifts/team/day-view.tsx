import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { daysOfWeek } from '#contract/shifts/person-shifts.ts'
import type { GridWeek } from '#contract/shifts/shifts.ts'
import type { ShiftSwap } from '#contract/shifts/swaps.ts'
import { weekdayOf } from '#contract/values/clock.ts'
import { formatDay, formatWeekday } from '../../../lib/i18n/format.ts'
import { noonOf } from '../../../lib/i18n/noon.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import coverageClasses from '../coverage/coverage.module.css'
import { CoverageName, type CoverageProps, useShownCoverage } from '../coverage/coverage-rows.tsx'
import { CoverageStrip, hoursOf, StripScale } from '../coverage/coverage-strip.tsx'
import { CellShifts, useCellText } from './cell-shifts.tsx'
import { ClosedDayName } from './closed-day.tsx'
import classes from './day-view.module.css'
import type { CellAt } from './edit/use-edit-week.ts'
import { swappedOn } from './swapped.ts'
import { isOpenDay, type PersonRow, plannedOn } from './week-rules.ts'

type Props = CoverageProps & {
  day: string
  onDay: (day: string) => void
  rows: readonly PersonRow[]
  closedDays: GridWeek['closedDays']
  swaps: readonly ShiftSwap[]
  onOpen?: ((at: CellAt) => void) | undefined
}

/** One day of the week, for narrow screens: its coverage, then the people. */
export function DayView({ day, onDay, rows, closedDays, swaps, onOpen, ...coverage }: Props) {
  const { t } = useTranslation(['shifts', 'open-ranges'])
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div className={classes.days} role="group" aria-label={t('grid.days')}>
        {daysOfWeek(coverage.week).map((one) => (
          <UnstyledButton
            key={one}
            className={classes.choice}
            aria-pressed={one === day}
            data-hole={coverage.holes.some((hole) => hole.day === one) || undefined}
            onClick={() => onDay(one)}
          >
            <VisuallyHidden>{formatWeekday(noonOf(one))}</VisuallyHidden>
            <span aria-hidden>{t(`letters.${weekdayOf(one)}`)}</span>
            <span className={classes.date} aria-hidden>
              {formatDay(noonOf(one)).split(/[.\s]/)[0]}
            </span>
          </UnstyledButton>
        ))}
      </div>
      <h2 className={classes.title}>
        {formatWeekday(noonOf(day))}{' '}
        <span className={classes.closed}>
          <ClosedDayName {...{ day, closedDays }} />
        </span>
      </h2>
      <DayCoverage day={day} {...coverage} />
      <ul className={classes.people} aria-label={t('grid.title')}>
        {rows.map((row) => (
          <Person key={row.userId} {...{ row, day, swaps }} week={coverage.week} onOpen={onOpen} />
        ))}
      </ul>
    </>
  )
}

function DayCoverage({ day, coverage, people, holes, nameOf, onHole }: CoverageProps & { day: string }) {
  const { t } = useTranslation('shifts')
  const { shown, more, showAll } = useShownCoverage(coverage, {
    least: 1,
    holes: holes.filter((hole) => hole.day === day),
  })
  const hours = hoursOf(coverage)
  return (
    <ul className={coverageClasses.list} aria-label={t('coverage.title')}>
      {shown.map((one, at) => (
        <li key={one.campaignId ?? 'business'}>
          <CoverageName one={one} nameOf={nameOf} />
          <CoverageStrip {...{ people, day, hours, holes, onHole }} coverage={one} />
          {at === shown.length - 1 && <StripScale hours={hours} />}
        </li>
      ))}
      {more > 0 && (
        <li>
          <UnstyledButton className={coverageClasses.more} onClick={showAll}>
            {t('coverage.more', { count: more })}
          </UnstyledButton>
        </li>
      )}
    </ul>
  )
}

type PersonProps = Pick<Props, 'day' | 'week' | 'swaps' | 'onOpen'> & { row: PersonRow }
function Person({ row, day, week, swaps, onOpen }: PersonProps) {
  const { t } = useTranslation()
  const { t: own } = useTranslation('shifts')
  const textOf = useCellText()
  const at = row.days.findIndex((one) => one.day === day)
  const ofDay = row.days[at]
  if (!ofDay) return null
  const { person } = row
  const before = row.days[at - 1]
  const content = (
    <>
      <PersonAvatar id={person._id} name={person.name} image={person.image} size="md" />
      <span className={classes.words}>
        <span className={classes.name}>
          <UserText cut>{person.name}</UserText>
        </span>
        <span className={classes.role}>{t(`roles.${person.role}`)}</span>
      </span>
      <span className={classes.shifts}>
        <CellShifts
          day={ofDay}
          before={before && !before.absence ? plannedOn(before) : []}
          swapped={swappedOn(swaps, row.userId, day)}
        />
      </span>
    </>
  )
  return (
    <li>
      {onOpen && isOpenDay(day, row, week) ? (
        <UnstyledButton className={classes.person} onClick={() => onOpen({ userId: row.userId, day })}>
          <VisuallyHidden>
            {own('grid.cell', { name: person.name, date: formatWeekday(noonOf(day)), text: textOf(ofDay) })}
          </VisuallyHidden>
          <span className={classes.shown} aria-hidden>
            {content}
          </span>
        </UnstyledButton>
      ) : (
        <div className={classes.person}>{content}</div>
      )}
    </li>
  )
}
