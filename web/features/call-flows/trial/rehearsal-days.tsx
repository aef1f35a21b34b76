import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCalendarSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rehearsal } from '#contract/calls/flows/call-flows.ts'
import { beginningOf, dayOf, wallTimeOf } from '#contract/values/clock.ts'
import { formatPercent, formatWeekday } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { holeText } from './hole-text.ts'
import { daysOf, type Hole, holesOf, type RehearsalDay } from './rehearsal-days.ts'
import classes from './trial.module.css'

const HOLES_SHOWN = 3

type Props = {
  rehearsal: Rehearsal
  chosen: string | null
  /** Tries a day, and perhaps a time of it. */
  onChoose: (day: string, time?: string) => void
}

/** The next days as bars, and the times at which no phone would ring. */
export function RehearsalDays({ rehearsal, chosen, onChoose }: Props) {
  const { t } = useTranslation('call-flows')
  const days = daysOf(rehearsal)
  const holes = holesOf(rehearsal)
  return (
    <section aria-label={t('rehearsal.title')}>
      <h3 className={classes.head}>
        <IconCalendarSearch size={18} stroke={1.75} aria-hidden />
        {t('rehearsal.title')}
      </h3>
      <div className={classes.days}>
        {days.map((day) => (
          <DayBar key={day.day} {...day} isChosen={day.day === chosen} onChoose={() => onChoose(day.day)} />
        ))}
      </div>
      <ul className={classes.legend}>
        {(['answered', 'hole', 'closed'] as const).map((state) => (
          <li key={state} className={classes.mark} data-state={state}>
            {t(`rehearsal.states.${state}`)}
          </li>
        ))}
      </ul>
      {holes.length > 0 && <Holes holes={holes} onChoose={onChoose} />}
    </section>
  )
}

function DayBar({ day, shares, isChosen, onChoose }: RehearsalDay & { isChosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation('call-flows')
  const date = formatWeekday(beginningOf(day))
  const said = shares
    ? t('rehearsal.dayOpen', { day: date, share: formatPercent(shares.answered) })
    : t('rehearsal.dayClosed', { day: date })
  return (
    <UnstyledButton
      className={classes.day}
      aria-label={said}
      title={said}
      aria-pressed={isChosen}
      data-hole={shares !== null && shares.hole > 0 ? true : undefined}
      onClick={onChoose}
    >
      <span
        className={classes.bar}
        data-closed={shares === null ? true : undefined}
        style={{ '--hole': shares?.hole ?? 0 } as CSSProperties}
      />
      <span className={classes.date}>{Number(day.slice(8))}</span>
    </UnstyledButton>
  )
}

function Holes({ holes, onChoose }: { holes: readonly Hole[]; onChoose: Props['onChoose'] }) {
  const { t } = useTranslation('call-flows')
  const { businessId } = useBusiness()
  const seesShifts = useCan('shifts.see')
  const more = holes.length - HOLES_SHOWN
  return (
    <div className={classes.holes}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <ul>
        {holes.slice(0, HOLES_SHOWN).map(({ from, to }) => (
          <li key={from}>
            <UnstyledButton
              className={classes.hole}
              onClick={() => onChoose(dayOf(from), wallTimeOf(from).slice(11, 16))}
            >
              {holeText({ from, to }, t)}
            </UnstyledButton>
          </li>
        ))}
        {more > 0 && <li>{t('rehearsal.more', { count: more })}</li>}
      </ul>
      {seesShifts && <Link to={paths.shifts(businessId)}>{t('rehearsal.toShifts')}</Link>}
    </div>
  )
}
