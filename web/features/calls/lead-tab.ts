import { lazily } from '../../lib/lazy.ts'
import type { LeadTab } from '../../shared/tabs/lead-tab.ts'

/** Requires the right to hear calls. Other members see the calls in the history, without recordings. */
export const callTab: LeadTab = {
  id: 'calls',
  label: 'history.calls',
  needs: 'calls.hear',
  component: lazily(() => import('./call/lead-calls.tsx'), 'LeadCalls'),
}
