import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#contract/values/clock.ts'
import { SPECIAL_DAYS_MAX, type SpecialDay } from '#contract/working-hours/working-hours.ts'
import { type ErrorsByPath, errorBelow } from '../../lib/http/error-below.ts'
import { formatDayHead } from '../../lib/i18n/format.ts'
import { noonOf } from '../../lib/i18n/noon.ts'
import { RangeTexts } from '../../shared/open-ranges/range-text.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import type { HoursPart } from './hours-part.ts'
import classes from './working-hours.module.css'

type Props = HoursPart & {
  /** Opens the dialog of a special day; undefined: a new one. */
  onAsk: (special: SpecialDay | undefined) => void
}

/** Days with hours of their own, the passed ones hidden. */
export function SpecialDays({ hours, errors, onChange, onAsk }: Props) {
  const { t } = useTranslation('working-hours')
  const [showsPast, showPast] = useState(false)
  const today = dayOf(new Date())
  const rows = hours.specialDays
    .map((special, at) => ({ special, at }))
    .sort((one, other) => (one.special.day < other.special.day ? -1 : 1))
  const past = rows.filter(({ special }) => special.day < today)
  const shown = showsPast ? rows : rows.filter(({ special }) => special.day >= today)
  const remove = (at: number) => onChange?.({ specialDays: hours.specialDays.filter((_one, index) => index !== at) })
  return (
    <>
      {rows.length === 0 && <p className={classes.note}>{t('special.none')}</p>}
      {shown.length > 0 && (
        <ul className={classes.rows}>
          {shown.map(({ special, at }) => (
            <Row
              key={special.day}
              special={special}
              error={errorOf(errors, at)}
              acts={onChange && { onEdit: () => onAsk(special), onRemove: () => remove(at) }}
            />
          ))}
        </ul>
      )}
      <div className={classes.buttons}>
        {onChange && hours.specialDays.length < SPECIAL_DAYS_MAX && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => onAsk(undefined)}
          >
            {t('special.add')}
          </Button>
        )}
        {past.length > 0 && !showsPast && (
          <Button variant="subtle" onClick={() => showPast(true)}>
            {t('special.past', { count: past.length })}
          </Button>
        )}
      </div>
    </>
  )
}

const errorOf = (errors: ErrorsByPath, at: number) => errorBelow(errors, `hours.specialDays.${at}`)

type RowProps = {
  special: SpecialDay
  error: string | undefined
  acts: { onEdit: () => void; onRemove: () => void } | null
}
function Row({ special: { day, name, ranges }, error, acts }: RowProps) {
  const { t } = useTranslation('working-hours')
  const date = formatDayHead(noonOf(day))
  return (
    <li className={classes.special}>
      <div className={classes.words}>
        <span className={classes.name}>
          <UserText cut>{name}</UserText>
        </span>
        <span className={classes.second}>{date}</span>
      </div>
      <RangeTexts ranges={ranges} />
      {acts && (
        <span className={classes.acts}>
          <ActionIcon aria-label={t('special.editOf', { name, date })} onClick={acts.onEdit}>
            <IconPencil size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t('special.removeOf', { name, date })} onClick={acts.onRemove}>
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </span>
      )}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </li>
  )
}
