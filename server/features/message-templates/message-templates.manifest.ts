import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { starterProjection } from './message-templates.jobs.ts'
import { mountMessageTemplates } from './message-templates.routes.ts'
import { findTemplateValues } from './template-values.queries.ts'

export const messageTemplates: Feature = {
  mount: [mountMessageTemplates],
  projections: [starterProjection],
  templateValues: findTemplateValues,
  retained: [{ table: 'lead_templates', period: fixedPeriods.deletedTemplates, column: 'deleted_at' }],
}
