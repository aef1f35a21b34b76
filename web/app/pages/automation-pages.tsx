import { AutomationPage } from '../../features/automations/editor/automation-page.tsx'
import { lazily } from '../../lib/lazy.ts'
import { type LeadConditions, LeadConditionsProvider } from '../../ui/sentences/lead-conditions.ts'

const conditions: LeadConditions = {
  Sentence: lazily(() => import('../../features/leads/conditions/where-sentence.tsx'), 'WhereSentence'),
  Builder: lazily(() => import('../../features/leads/conditions/where-builder.tsx'), 'WhereBuilder', { soon: true }),
}

/** The editor of an automation with the filter builder of leads. */
export const AutomationWithConditions = () => (
  <LeadConditionsProvider value={conditions}>
    <AutomationPage />
  </LeadConditionsProvider>
)
