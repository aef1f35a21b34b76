import { useTranslation } from 'react-i18next'
import type { NumberState } from '#contract/calls/numbers.ts'
import classes from './numbers-page.module.css'

const hues: Record<NumberState, string> = {
  active: 'green',
  paused: 'amber',
  releasing: 'slate',
  quarantined: 'slate',
  released: 'slate',
}

export function NumberStateMark({ state }: { state: NumberState }) {
  const { t } = useTranslation('numbers')
  return (
    <span className={classes.state} data-hue={hues[state]}>
      {t(`states.${state}`)}
    </span>
  )
}
