import { IconArrowRight } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldValue as OwnFieldValue } from '#contract/lead-fields/own-fields.ts'
import type { HistoryItem } from '#contract/leads/history/lead-history.ts'
import { labelOf, leadFields, leadFieldsWith } from '#contract/leads/lead-fields.ts'
import { lazily } from '../../../lib/lazy.ts'
import { OwnValue } from '../../../shared/own-fields/own-value.tsx'
import { StatusGlyph } from '../../../shared/status-glyph.tsx'
import { InterpolatedText } from '../../../ui/display/interpolated-text.tsx'
import { Money } from '../../../ui/display/money.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import type { LocalizedStatus } from '../status/use-statuses.ts'
import classes from './lead-history.module.css'

const GenderName = lazily(() => import('../fields/lead-gender.tsx'), 'GenderName')

const changed = leadFieldsWith('property')
/** The field’s name in text keys, by its name in changes; undefined: not known any more. */
export const labelOfChange = (property: string) => {
  const field = changed.find((one) => leadFields[one].property === property)
  return field && labelOf(field)
}

type Props = {
  field: string
  values: readonly [unknown, unknown]
  statuses: readonly LocalizedStatus[]
  /** Of an own field. */
  own?: OwnFieldLook | undefined
}
export type OwnFieldLook = NonNullable<HistoryItem['ownFields']>[string]

export function FieldChange({ field, values: [before, after], statuses, own }: Props) {
  const { t } = useTranslation('leads')
  if (own)
    return (
      <span className={classes.change}>
        <span>
          <InterpolatedText text={(marks) => t('history.changed.own', marks)} parts={{ name: <bdi>{own.name}</bdi> }} />
        </span>
        <OwnChangeValue type={own.type} value={before} />
        <IconArrowRight className={classes.arrow} size={14} stroke={1.75} data-mirror aria-label={t('history.to')} />
        <OwnChangeValue type={own.type} value={after} />
      </span>
    )
  const label = labelOfChange(field)
  const name = label ?? field
  return (
    <span className={classes.change}>
      <span>{label ? t(`history.changed.${label}`) : field}</span>
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
  if (name === 'gender' && typeof value === 'string')
    return (
      <span className={classes.value}>
        <Suspense>
          <GenderName value={value} />
        </Suspense>
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

/** A value of an own field as the history holds it: names of options instead of keys. */
export function OwnChangeValue({ type, value }: { type: OwnFieldLook['type']; value: unknown }) {
  const given = OwnFieldValue.safeParse(value).data
  if (given === undefined) return <span className={classes.value}>—</span>
  return (
    <span className={classes.value}>
      <OwnValue field={{ type, options: [], unit: null }} value={given} cut={type === 'link'} />
    </span>
  )
}
