import type { Rest, SpecialDay, WorkingHours } from '#contract/working-hours/working-hours.ts'
import { RestTimeDialog } from './rest-time-dialog.tsx'
import { SpecialDayDialog } from './special-day-dialog.tsx'

/** What is asked for in a dialog. `special`: the day to begin with; undefined: an empty one. */
export type Asked = { kind: 'special'; special: SpecialDay | undefined } | { kind: 'rest'; rest: Rest }

type Props = {
  asked: Asked
  hours: WorkingHours
  onChange: (changes: Partial<WorkingHours>) => void
  onClose: () => void
}

/** The open dialog of the hours. It stands outside their form, because a form within a form is sent with it. */
export function HoursDialog({ asked, hours, onChange, onClose }: Props) {
  const put = (changes: Partial<WorkingHours>) => {
    onChange(changes)
    onClose()
  }
  if (asked.kind === 'rest')
    return (
      <RestTimeDialog
        rest={asked.rest}
        onClose={onClose}
        onDone={(corrections, days) =>
          put({ restTimes: [...hours.restTimes.filter(({ day }) => !days.includes(day)), ...corrections] })
        }
      />
    )
  const { special } = asked
  const others = hours.specialDays.filter(({ day }) => day !== special?.day)
  return (
    <SpecialDayDialog
      draft={special ?? { day: '', name: '', ranges: [] }}
      taken={others.map(({ day }) => day)}
      isNew={others.length === hours.specialDays.length}
      onClose={onClose}
      onDone={(done) => put({ specialDays: [...others, done] })}
    />
  )
}
