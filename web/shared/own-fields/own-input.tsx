import { type ComboboxProps, MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OwnField, YES_NO_KEYS } from '#contract/lead-fields/own-fields.ts'
import { DayInput } from '../../ui/forms/day-input.tsx'
import { choicesOf } from './own-fields.ts'
import { typedOf, valueOfTyped } from './own-problems.ts'

type Field = Pick<OwnField, 'type' | 'options' | 'unit' | 'isDecimal'>
type Props = {
  field: Field
  value: unknown
  /** The value as the form holds it: null for none, and a text that is no number as it was typed. */
  onChange: (value: unknown) => void
  label?: string | undefined
  'aria-label'?: string | undefined
  description?: ReactNode
  withAsterisk?: boolean
  error?: ReactNode
  comboboxProps?: ComboboxProps
}

/** A longer list is searchable. */
const SEARCHABLE_FROM = 8

/** The input of an own field, by its type. */
export function OwnInput({ field, value, onChange, ...common }: Props) {
  const { t } = useTranslation()
  const shared = { ...common, error: common.error ?? false }
  const { type, options } = field
  if (type === 'choice')
    return (
      <Select
        {...shared}
        data={choicesOf(options, typeof value === 'string' ? [value] : [])}
        value={typeof value === 'string' ? value : null}
        clearable={!common.withAsterisk}
        searchable={options.length > SEARCHABLE_FROM}
        onChange={onChange}
      />
    )
  if (type === 'choices') {
    const chosen = Array.isArray(value) ? value.map(String) : []
    return (
      <MultiSelect
        {...shared}
        data={choicesOf(options, chosen)}
        value={chosen}
        searchable={options.length > SEARCHABLE_FROM}
        hidePickedOptions
        onChange={(keys) => onChange(keys.length > 0 ? keys : null)}
      />
    )
  }
  if (type === 'yes_no')
    return (
      <Select
        {...shared}
        data={YES_NO_KEYS.map((key) => ({ value: key, label: t(key) }))}
        value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
        clearable={!common.withAsterisk}
        onChange={(key) => onChange(key === null ? null : key === 'yes')}
      />
    )
  if (type === 'date')
    return (
      <DayInput
        {...shared}
        value={typeof value === 'string' ? value : null}
        clearable={!common.withAsterisk}
        onChange={onChange}
      />
    )
  return <TypedInput {...{ field, value, onChange }} {...shared} />
}

/** Texts, numbers, amounts and links. */
function TypedInput({ field, value, onChange, comboboxProps: _, ...input }: Props) {
  const { type, unit } = field
  const [typed, setTyped] = useState(() => typedOf(field, value))
  const change = (text: string) => {
    setTyped(text)
    onChange(valueOfTyped(field, text))
  }
  const props = {
    ...input,
    value: typed,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change(currentTarget.value),
  }
  if (type === 'long_text') return <Textarea {...props} dir="auto" autosize minRows={2} maxRows={8} />
  if (type === 'text') return <TextInput {...props} dir="auto" />
  if (type === 'link') return <TextInput {...props} dir="ltr" type="url" inputMode="url" placeholder="https://" />
  return (
    <TextInput
      {...props}
      styles={{ input: { direction: 'ltr' } }}
      inputMode="decimal"
      {...(type === 'money'
        ? { leftSection: '₪' }
        : unit
          ? { rightSection: <bdi>{unit}</bdi>, rightSectionWidth: '4rem' }
          : {})}
    />
  )
}
