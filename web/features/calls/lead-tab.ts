import { lazily } from '../../lib/lazy.ts'
import type { LeadTab } from '../../shared/lead-tab.ts'

export const callTab: LeadTab = {
  id: 'calls',
  label: 'history.calls',
  component: lazily(() => import('./call/lead-calls.tsx'), 'LeadCalls'),
}
