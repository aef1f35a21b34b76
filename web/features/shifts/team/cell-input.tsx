import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shift } from '#contract/shifts/shift-shapes.ts'
import { readShifts } from './read-shifts.ts'
import classes from './team-grid.module.css'

type Props = { text: string; label: string; onDone: (shifts: Shift[]) => void; onLeave: () => void }

/** Times typed into a cell, as 8-16. Enter sets them, Escape leaves them. */
export function CellInput({ text, label, onDone, onLeave }: Props) {
  const { t } = useTranslation('shifts')
  const [typed, setTyped] = useState(text)
  const [isWrong, setWrong] = useState(false)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onLeave()
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const shifts = readShifts(typed)
    if (shifts) onDone(shifts)
    else setWrong(true)
  }
  return (
    <>
      <input
        // The cell that had the focus is replaced by the field.
        ref={(input) => input?.focus()}
        className={classes.typed}
        dir="ltr"
        aria-label={label}
        aria-invalid={isWrong}
        placeholder="8-16"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setWrong(false)
        }}
        onBlur={onLeave}
        onKeyDown={press}
      />
      {isWrong && (
        <span className={classes.wrong} role="alert">
          {t('grid.wrongTimes')}
        </span>
      )}
    </>
  )
}
