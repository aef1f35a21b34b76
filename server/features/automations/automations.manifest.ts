import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { eraseRuns, listRunsOfPerson } from './automations.queries.ts'
import { mountAutomationRuns, mountAutomations } from './automations.routes.ts'
import { automationProjection, startAutomating } from './engine/automating.ts'
import { startWatching } from './engine/watching.ts'

export const automations: Feature = {
  mount: [mountAutomations, mountAutomationRuns],
  projections: [automationProjection],
  loops: [startAutomating, startWatching],
  retained: [{ table: 'automation_runs', period: fixedPeriods.automationRuns, column: 'ended_at' }],
  person: { erase: eraseRuns, export: { automations: listRunsOfPerson } },
}
