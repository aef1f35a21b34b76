import { Checkbox, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './filters.module.css'

type Choice = { value: string; label: ReactNode }
type ChoicesProps = {
  label: string
  choices: Choice[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Choices of a filter; several can be selected. */
export const Choices = ({ label, choices, chosen, onChange }: ChoicesProps) => (
  // Mantine's group takes a visible label only, and an element without a role cannot have a name.
  <Checkbox.Group value={[...chosen]} onChange={onChange} aria-label={label} role="group">
    <Stack gap={0} className={classes.choices}>
      {choices.map((choice) => (
        <Checkbox
          key={choice.value}
          value={choice.value}
          label={choice.label}
          classNames={{ body: classes.choice ?? '', labelWrapper: classes.words ?? '' }}
        />
      ))}
    </Stack>
  </Checkbox.Group>
)
