import type { WorkingHours } from '#contract/working-hours/working-hours.ts'
import type { ErrorsByPath } from '../../lib/http/error-below.ts'

/** Props of a part of the hours: with `onChange` it is edited, without it read. Errors stand at `hours.…`. */
export type HoursPart = {
  hours: WorkingHours
  errors: ErrorsByPath
  onChange: ((changes: Partial<WorkingHours>) => void) | null
}
