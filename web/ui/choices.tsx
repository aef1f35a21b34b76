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

/** What a filter offers, any of which may be chosen. */
export const Choices = ({ label, choices, chosen, onChange }: ChoicesProps) => (
  // Mantine names its own group by a visible label only, and what has no role may have no name.
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
