import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './color-field.module.css'

type Props = {
  value: string
  onChange: (value: string) => void
  label: string
  description: string
  /** Label of the button that opens the browser's colour picker. */
  chooseLabel: string
  error?: ReactNode
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)
/** Colour that the browser's colour picker shows while none is set. */
const NONE = `#${'f'.repeat(6)}`

/** A colour, chosen or typed as six hexadecimal digits; may be empty. */
export function ColorField({ value, onChange, chooseLabel, ...field }: Props) {
  return (
    <TextInput
      {...field}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      dir="ltr"
      placeholder="#RRGGBB"
      autoComplete="off"
      spellCheck={false}
      leftSectionWidth="var(--target)"
      leftSection={
        <input
          type="color"
          className={classes.swatch}
          aria-label={chooseLabel}
          data-empty={!isColor(value) || undefined}
          value={isColor(value) ? value : NONE}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      }
    />
  )
}
