import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import type { unitOf } from '#contract/leads/lead-fields.ts'
import { typedOf, valueOfTyped } from '../../../shared/own-fields/own-problems.ts'
import { formatAmount, isAmount, parseAmount } from '../../../ui/display/amount.ts'
import classes from './where.module.css'

type Props = {
  /** The definition, if the field is one of the business's own. */
  own: OwnField | undefined
  /** Of a built-in field; undefined: agorot. */
  unit: ReturnType<typeof unitOf>
  value: unknown
  label?: string
  onChange: (value: number | undefined) => void
}

/** Input for a number: an amount, a duration or a count. */
export function NumberValue(props: Props) {
  if (props.unit === 'seconds') return <DurationInput {...props} />
  if (props.unit === 'times') return <CountInput {...props} />
  return <AmountInput {...props} />
}

/** Typed in shekels; the rule holds agorot. Numbers of own fields may have decimal places. */
function AmountInput({ own, value, label, onChange }: Props) {
  const { t } = useTranslation('leads')
  const isNumber = own?.type === 'number'
  const [typed, setTyped] = useState(() =>
    isNumber ? typedOf(own, value) : formatAmount(typeof value === 'number' ? value : null),
  )
  const read = (text: string) => {
    const number = isNumber ? valueOfTyped(own, text) : isAmount(text) ? parseAmount(text) : text
    return typeof number === 'number' ? number : undefined
  }
  return (
    <div dir="ltr" className={classes.value}>
      <TextInput
        aria-label={label ?? t('where.value')}
        data-autofocus
        inputMode="decimal"
        {...(isNumber ? { rightSection: own.unit && <bdi>{own.unit}</bdi> } : { leftSection: '₪' })}
        value={typed}
        error={typed.trim() !== '' && read(typed) === undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(read(currentTarget.value))
        }}
      />
    </div>
  )
}

const MINUTE = 60
const COUNT_DIGITS_MAX = 6
/** Digits as a whole number; undefined: none. */
const wholeOf = (text: string) => {
  const digits = text.replace(/\D/g, '').slice(0, COUNT_DIGITS_MAX)
  return digits === '' ? undefined : Number(digits)
}

function CountInput({ value, label, onChange }: Props) {
  const { t } = useTranslation('leads')
  return (
    <TextInput
      className={classes.value}
      aria-label={label ?? t('where.value')}
      data-autofocus
      inputMode="numeric"
      value={String(value ?? '')}
      onChange={({ currentTarget }) => onChange(wholeOf(currentTarget.value))}
    />
  )
}

/** Typed in minutes or seconds; the rule holds seconds. */
function DurationInput({ value, label, onChange }: Props) {
  const { t } = useTranslation('leads')
  const seconds = typeof value === 'number' ? value : undefined
  const [unit, setUnit] = useState(seconds !== undefined && seconds % MINUTE !== 0 ? 1 : MINUTE)
  const name = label ?? t('where.value')
  return (
    <div className={classes.value}>
      <TextInput
        aria-label={name}
        data-autofocus
        inputMode="numeric"
        value={seconds === undefined ? '' : String(seconds / unit)}
        onChange={({ currentTarget }) => {
          const typed = wholeOf(currentTarget.value)
          onChange(typed === undefined ? undefined : typed * unit)
        }}
        rightSectionWidth="6.5rem"
        rightSection={
          <NativeSelect
            variant="unstyled"
            aria-label={t('where.unitOf', { name })}
            data={[
              { value: String(MINUTE), label: t('where.minutes') },
              { value: '1', label: t('where.seconds') },
            ]}
            value={String(unit)}
            onChange={({ currentTarget }) => {
              const chosen = Number(currentTarget.value)
              setUnit(chosen)
              // The typed number stays when the unit changes: 2 minutes become 2 seconds.
              if (seconds !== undefined) onChange((seconds / unit) * chosen)
            }}
          />
        }
      />
    </div>
  )
}
