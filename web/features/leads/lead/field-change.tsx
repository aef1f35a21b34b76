import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusGlyph } from '../../../shared/status-glyph.tsx'
import { Money } from '../../../ui/display/money.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import type { LocalizedStatus } from '../status/use-statuses.ts'
import classes from './lead-history.module.css'

const textKeys: Record<string, string> = { statusId: 'status', campaignId: 'campaign' }
/** The field's name in text keys. */
export const fieldOf = (field: string) => textKeys[field] ?? field

const translatedFields = new Set([
  'status',
  'campaign',
  'name',
  'phone',
  'email',
  'value',
  'assignedTo',
  'tags',
  'lostReason',
])

type Props = { field: string; values: readonly [unknown, unknown]; statuses: readonly LocalizedStatus[] }

export function FieldChange({ field, values: [before, after], statuses }: Props) {
  const { t } = useTranslation('leads')
  const name = fieldOf(field)
  return (
    <span className={classes.change}>
      <span>{translatedFields.has(name) ? t(`history.changed.${name}`) : field}</span>
      <FieldValue name={name} value={before} statuses={statuses} />
      <IconArrowRight className={classes.arrow} size={14} stroke={1.75} data-mirror aria-label={t('history.to')} />
      <FieldValue name={name} value={after} statuses={statuses} />
    </span>
  )
}

type ValueProps = { name: string; value: unknown; statuses: readonly LocalizedStatus[] }

/** Formats a field's value; money is in agorot, a status is an id or a name. */
export function FieldValue({ name, value, statuses }: ValueProps) {
  const { t } = useTranslation('leads')
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length))
    return <span className={classes.value}>{name === 'assignedTo' ? t('unassigned') : '—'}</span>
  if (name === 'value' && typeof value === 'number')
    return (
      <span className={classes.value}>
        <Money agorot={value} />
      </span>
    )
  if (Array.isArray(value))
    return value.map((item) => (
      <span key={String(item)} className={classes.value}>
        <bdi>{String(item)}</bdi>
      </span>
    ))
  const text = String(value)
  if (name === 'phone')
    return (
      <span className={classes.value}>
        <Phone number={text} />
      </span>
    )
  const status = name === 'status' && statuses.find(({ _id, nameHe, nameEn }) => [_id, nameHe, nameEn].includes(text))
  if (status)
    return (
      <span className={classes.value}>
        <span className={classes.glyph} data-hue={status.hue}>
          <StatusGlyph type={status.type} part={status.part} />
        </span>
        <bdi>{status.name}</bdi>
      </span>
    )
  return (
    <span className={classes.value}>
      <bdi dir={name === 'email' ? 'ltr' : 'auto'}>{text}</bdi>
    </span>
  )
}
