import type { MouseEvent } from 'react'
import classes from './row-checkbox.module.css'

type Props = {
  label: string
  isChecked: boolean
  isIndeterminate?: boolean
  /** `isRange` (Shift): from the last toggled row to this one. */
  onToggle: (isRange: boolean) => void
}

/** Selects a row. A bare input, because a page has up to 100 rows; the whole cell is the hit area. */
export const RowCheckbox = ({ label, isChecked, isIndeterminate = false, onToggle }: Props) => (
  <label className={classes.cell}>
    <input
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={isChecked}
      ref={(box) => {
        if (box) box.indeterminate = isIndeterminate
      }}
      onChange={({ nativeEvent }) => onToggle((nativeEvent as unknown as MouseEvent).shiftKey)}
    />
  </label>
)
