import { MultiSelect, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MAX } from '#contract/common.ts'
import { leadFields } from '#contract/leads/lead-fields.ts'
import { WHERE_DAYS_MAX, type WhereRule, wherePresets } from '#contract/leads/lead-where.ts'
import { DayInput } from '../../../ui/forms/day-input.tsx'
import { formatAmount, isAmount, parseAmount } from '../fields/amount.ts'
import { type ChoiceField, useChoiceName, useChoices } from '../fields/use-choices.ts'
import classes from './where.module.css'
import type { DraftRule } from './where-draft.ts'

type Value = WhereRule['value']
type Props = { businessId: string; rule: DraftRule; onChange: (value: Value) => void }

/** Input for the value of a condition; empty for operators without a value. */
export function WhereValue(props: Props) {
  const { rule, onChange } = props
  const kind = leadFields[rule.field].kind
  if (rule.op === 'empty' || rule.op === 'notEmpty') return <span className={classes.value} />
  if (kind === 'choice') return <ChoiceValue {...props} />
  if (kind === 'flag') return <FlagValue {...props} />
  if (rule.op === 'between') return <RangeValue {...props} />
  if (kind === 'number') return <AmountInput value={rule.value} onChange={onChange} />
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

type AmountProps = { value: unknown; label?: string; onChange: (value: number | undefined) => void }

/** Typed in shekels; the rule holds agorot. */
function AmountInput({ value, label, onChange }: AmountProps) {
  const { t } = useTranslation('leads')
  const [typed, setTyped] = useState(formatAmount(typeof value === 'number' ? value : null))
  return (
    <div dir="ltr" className={classes.value}>
      <TextInput
        aria-label={label ?? t('where.value')}
        data-autofocus
        inputMode="decimal"
        leftSection="₪"
        value={typed}
        error={!isAmount(typed)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(isAmount(currentTarget.value) ? (parseAmount(currentTarget.value) ?? undefined) : undefined)
        }}
      />
    </div>
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
function RangeValue({ rule, onChange }: Props) {
  const { t } = useTranslation('leads')
  const initial = Array.isArray(rule.value) ? rule.value : []
  const [pair, setPair] = useState<(string | number | undefined)[]>([initial[0], initial[1]])
  const set = (at: 0 | 1, value: string | number | undefined) => {
    const next = at === 0 ? [value, pair[1]] : [pair[0], value]
    setPair(next)
    const [from, to] = next
    onChange(from === undefined || to === undefined ? undefined : from <= to ? [from, to] : [to, from])
  }
  const isMoney = leadFields[rule.field].kind === 'number'
  return (
    <div className={classes.pair}>
      {([0, 1] as const).map((at) => {
        const label = at === 0 ? t('where.from') : t('where.to')
        return isMoney ? (
          <AmountInput key={at} label={label} value={pair[at]} onChange={(value) => set(at, value)} />
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
