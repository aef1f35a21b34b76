import { MultiSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type AnyProps<T extends string> = {
  label: string
  /** What an empty choice means. */
  any: string
  options: readonly { value: T; label: string }[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

/** Some of a list; none means any. */
export const AnyOf = <T extends string>({ label, any, options, chosen, onChange }: AnyProps<T>) => (
  <MultiSelect
    data-autofocus
    label={label}
    description={any}
    comboboxProps={{ withinPortal: false }}
    data={[...options]}
    value={[...chosen]}
    onChange={(values) => onChange(options.map(({ value }) => value).filter((value) => values.includes(value)))}
  />
)

type NumberProps = {
  label: string
  description?: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** Only numbers that are possible are taken. */
export function BoundNumber({ label, description, value, min, max, onChange }: NumberProps) {
  const { t } = useTranslation('automations')
  const [typed, setTyped] = useState<number | string>(value)
  const isPossible = (one: number | string): one is number => typeof one === 'number' && one >= min && one <= max
  return (
    <NumberInput
      data-autofocus
      label={label}
      description={description}
      value={typed}
      min={min}
      max={max}
      clampBehavior="blur"
      allowDecimal={false}
      allowNegative={false}
      error={isPossible(typed) ? undefined : t('between', { min, max })}
      onChange={(next) => {
        setTyped(next)
        if (isPossible(next)) onChange(next)
      }}
    />
  )
}
