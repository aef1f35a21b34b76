import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Absence, EXCEPTIONS_MAX, type ShiftException } from '#contract/shifts/shift-shapes.ts'
import { dayOf } from '#contract/values/clock.ts'
import { errorBelow } from '../../../lib/http/error-below.ts'
import { formatDayHead } from '../../../lib/i18n/format.ts'
import { noonOf } from '../../../lib/i18n/noon.ts'
import { exceptionIcons } from '../exception-icons.ts'
import { shiftText } from '../shift-text.ts'
import classes from '../shifts.module.css'
import type { PlanPart } from './plan-part.ts'

type Props = PlanPart & {
  /** Opens the dialog of the exception at a position; undefined: a new one. */
  onAsk: (at: number | undefined) => void
  /** What stands below an absence that is saved. */
  below?: ((absence: Absence) => ReactNode) | undefined
}

const firstDayOf = (one: ShiftException) => ('day' in one ? one.day : one.from)
const lastDayOf = (one: ShiftException) => ('day' in one ? one.day : one.to)

/** Absences and changed days, the passed ones hidden. */
export function ExceptionList({ plan, errors, onChange, onAsk, below }: Props) {
  const { t } = useTranslation('shifts')
  const [showsPast, showPast] = useState(false)
  const today = dayOf(new Date())
  const rows = plan.exceptions
    .map((exception, at) => ({ exception, at }))
    .sort((one, other) => (firstDayOf(one.exception) < firstDayOf(other.exception) ? -1 : 1))
  const isPast = (one: ShiftException) => lastDayOf(one) < today
  const past = rows.filter(({ exception }) => isPast(exception))
  const shown = showsPast ? rows : rows.filter(({ exception }) => !isPast(exception))
  return (
    <>
      {shown.length === 0 && <p className={classes.note}>{t('exceptions.none')}</p>}
      {shown.length > 0 && (
        <ul className={classes.rows} aria-label={t('exceptions.title')}>
          {shown.map(({ exception, at }) => (
            <Row
              key={at}
              exception={exception}
              error={errorBelow(errors, `exceptions.${at}`)}
              below={'to' in exception && !isPast(exception) && below?.(exception)}
              onEdit={() => onAsk(at)}
              onRemove={() => onChange({ exceptions: plan.exceptions.filter((_one, index) => index !== at) })}
            />
          ))}
        </ul>
      )}
      <div className={classes.buttons}>
        {plan.exceptions.length < EXCEPTIONS_MAX && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => onAsk(undefined)}
          >
            {t('exceptions.add')}
          </Button>
        )}
        {past.length > 0 && !showsPast && (
          <Button variant="subtle" onClick={() => showPast(true)}>
            {t('exceptions.past', { count: past.length })}
          </Button>
        )}
      </div>
    </>
  )
}

type RowProps = {
  exception: ShiftException
  error: string | undefined
  below: ReactNode
  onEdit: () => void
  onRemove: () => void
}
function Row({ exception, error, below, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation('shifts')
  const Icon = exceptionIcons[exception.kind]
  const name = t(`kinds.${exception.kind}`)
  const days = [...new Set([firstDayOf(exception), lastDayOf(exception)])].map((day) => formatDayHead(noonOf(day)))
  const date = days.join(' – ')
  return (
    <li className={classes.row}>
      <Icon size={20} stroke={1.75} className={classes.rowIcon} aria-hidden />
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.second}>
          <bdi>{date}</bdi>
          {'day' in exception &&
            exception.shifts.map((shift) => (
              <bdi key={shift.from} dir="ltr">
                {shiftText(shift)}
              </bdi>
            ))}
        </span>
        {below}
      </span>
      <span className={classes.acts}>
        <ActionIcon aria-label={t('exceptions.editOf', { name, date })} onClick={onEdit}>
          <IconPencil size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={t('exceptions.removeOf', { name, date })} onClick={onRemove}>
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </span>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </li>
  )
}
