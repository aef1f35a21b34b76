import type { MouseEvent } from 'react'
import classes from './row-checkbox.module.css'

type Props = {
  label: string
  isChecked: boolean
  isPartly?: boolean
  /** With `isRange` from the last one touched to this one (Shift). */
  onToggle: (isRange: boolean) => void
}

/** The box that chooses a row: a bare input, because a hundred of them are shown at once. The whole cell can be hit. */
export const RowCheck = ({ label, isChecked, isPartly = false, onToggle }: Props) => (
  <label className={classes.cell}>
    <input
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={isChecked}
      ref={(box) => {
        if (box) box.indeterminate = isPartly
      }}
      onChange={({ nativeEvent }) => onToggle((nativeEvent as unknown as MouseEvent).shiftKey)}
    />
  </label>
)
