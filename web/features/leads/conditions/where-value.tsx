import { MultiSelect, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MAX } from '#contract/common.ts'
import { isOwnFieldName, type OwnField, YES_NO_KEYS } from '#contract/lead-fields/own-fields.ts'
import { unitOf } from '#contract/leads/lead-fields.ts'
import { WHERE_DAYS_MAX, type WhereKind, type WhereRule, wherePresets } from '#contract/leads/lead-where.ts'
import { choicesOf } from '../../../shared/own-fields/own-fields.ts'
import { DayInput } from '../../../ui/forms/day-input.tsx'
import { type ChoiceField, useChoiceName, useChoices } from '../fields/use-choices.ts'
import { NumberValue } from './number-value.tsx'
import classes from './where.module.css'
import type { DraftRule } from './where-draft.ts'

type Value = WhereRule['value']
type Props = {
  businessId: string
  rule: DraftRule
  kind: WhereKind
  /** The definition, if the field is one of the business's own. */
  own: OwnField | undefined
  onChange: (value: Value) => void
}

const numberOf = ({ rule: { field }, own }: Pick<Props, 'rule' | 'own'>) => ({
  own,
  unit: isOwnFieldName(field) ? undefined : unitOf(field),
})

/** Input for the value of a condition; empty for operators without a value. */
export function WhereValue(props: Props) {
  const { rule, kind, own, onChange } = props
  if (rule.op === 'empty' || rule.op === 'notEmpty') return <span className={classes.value} />
  if (kind === 'choice') return own ? <OwnChoiceValue {...props} own={own} /> : <ChoiceValue {...props} />
  if (kind === 'flag') return <FlagValue {...props} />
  if (rule.op === 'between') return <RangeValue {...props} />
  if (kind === 'number') return <NumberValue {...numberOf(props)} value={rule.value} onChange={onChange} />
  if (kind === 'date') return <DateValue {...props} />
  return <TextValue {...props} />
}

function TextValue({ rule, onChange }: Props) {
  const { t } = useTranslation('leads')
  return (
    <TextInput
      className={classes.value}
      aria-label={t('where.value')}
      data-autofocus
      value={String(rule.value ?? '')}
      maxLength={SEARCH_MAX}
      dir="auto"
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}

function ChoiceValue({ businessId, rule, onChange }: Props) {
  const { t } = useTranslation('leads')
  const chosen = Array.isArray(rule.value) ? rule.value.map(String) : []
  const field = rule.field as ChoiceField
  const known = useChoices(businessId, field)
  const nameOf = useChoiceName(businessId, [field])
  // A value from the address is listed even if it no longer exists.
  const values = [...new Set([...known, ...chosen])]
  return (
    <MultiSelect
      className={classes.value}
      aria-label={t('where.value')}
      data-autofocus
      data={values.map((value) => ({ value, label: nameOf(field, value) }))}
      value={chosen}
      searchable
      hidePickedOptions
      onChange={(values) => onChange(values.length > 0 ? values : undefined)}
    />
  )
}

function FlagValue({ rule, onChange }: Props) {
  const { t } = useTranslation('leads')
  return (
    <Select
      className={classes.value}
      aria-label={t('where.value')}
      data-autofocus
      data={[
        { value: 'true', label: t('where.yes') },
        { value: 'false', label: t('where.no') },
      ]}
      value={String(rule.value)}
      allowDeselect={false}
      onChange={(value) => onChange(value === 'true')}
    />
  )
}

/** Options of a choice field, yes and no. */
function OwnChoiceValue({ rule, own, onChange }: Props & { own: OwnField }) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const chosen = Array.isArray(rule.value) ? rule.value.map(String) : []
  const known =
    own.type === 'yes_no'
      ? YES_NO_KEYS.map((key) => ({ value: key as string, label: common(key) }))
      : choicesOf(own.options, chosen)
  // A value from the address is listed even if it no longer exists.
  const gone = chosen.filter((key) => known.every(({ value }) => value !== key))
  return (
    <MultiSelect
      className={classes.value}
      aria-label={t('where.value')}
      data-autofocus
      data={[...known, ...gone.map((key) => ({ value: key, label: key }))]}
      value={chosen}
      searchable
      hidePickedOptions
      onChange={(values) => onChange(values.length > 0 ? values : undefined)}
    />
  )
}

function DateValue({ rule, onChange }: Props) {
  const { t } = useTranslation('leads')
  const { t: tLists } = useTranslation('lists')
  if (rule.op === 'preset')
    return (
      <Select
        className={classes.value}
        aria-label={t('where.value')}
        data-autofocus
        data={wherePresets.map((preset) => ({ value: preset, label: tLists(`dates.${preset}`) }))}
        value={typeof rule.value === 'string' ? rule.value : null}
        allowDeselect={false}
        onChange={(preset) => preset && onChange(preset)}
      />
    )
  if (rule.op === 'withinDays' || rule.op === 'olderThanDays')
    return (
      <TextInput
        className={classes.value}
        aria-label={t('where.days')}
        data-autofocus
        inputMode="numeric"
        value={String(rule.value ?? '')}
        rightSectionWidth="4rem"
        rightSection={<span className={classes.unit}>{t('where.days')}</span>}
        onChange={({ currentTarget }) => {
          const days = Number(currentTarget.value.replace(/\D/g, ''))
          onChange(days > 0 ? Math.min(days, WHERE_DAYS_MAX) : undefined)
        }}
      />
    )
  return (
    <DayInput
      className={classes.value}
      aria-label={t('where.value')}
      data-autofocus
      value={typeof rule.value === 'string' ? rule.value : null}
      onChange={(day) => onChange(day ?? undefined)}
    />
  )
}

/** From and to, both inclusive; swapped if in the wrong order. */
function RangeValue({ rule, kind, own, onChange }: Props) {
  const of = numberOf({ rule, own })
  const { t } = useTranslation('leads')
  const initial = Array.isArray(rule.value) ? rule.value : []
  const [pair, setPair] = useState<(string | number | undefined)[]>([initial[0], initial[1]])
  const set = (at: 0 | 1, value: string | number | undefined) => {
    const next = at === 0 ? [value, pair[1]] : [pair[0], value]
    setPair(next)
    const [from, to] = next
    onChange(from === undefined || to === undefined ? undefined : from <= to ? [from, to] : [to, from])
  }
  return (
    <div className={classes.pair}>
      {([0, 1] as const).map((at) => {
        const label = at === 0 ? t('where.from') : t('where.to')
        return kind === 'number' ? (
          <NumberValue key={at} {...of} label={label} value={pair[at]} onChange={(value) => set(at, value)} />
        ) : (
          <DayInput
            key={at}
            aria-label={label}
            value={typeof pair[at] === 'string' ? pair[at] : null}
            onChange={(day) => set(at, day ?? undefined)}
          />
        )
      })}
    </div>
  )
}
