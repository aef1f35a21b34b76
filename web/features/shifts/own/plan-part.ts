import type { ShiftPlan } from '#contract/shifts/shift-shapes.ts'
import type { ShiftTemplate } from '#contract/shifts/shifts.ts'
import type { ErrorsByPath } from '../../../lib/http/error-below.ts'

/** Props of a part of the plan. Errors stand at `weekly.…` and `exceptions.…`. */
export type PlanPart = {
  plan: ShiftPlan
  templates: readonly ShiftTemplate[]
  errors: ErrorsByPath
  onChange: (changes: Partial<ShiftPlan>) => void
}
