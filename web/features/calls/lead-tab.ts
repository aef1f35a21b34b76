import { lazily } from '../../lib/lazy.ts'
import type { LeadTab } from '../../shared/tabs/lead-tab.ts'

/** Others see the calls, without recordings, in the history. */
export const callTab: LeadTab = {
  id: 'calls',
  label: 'history.calls',
  needs: 'calls.hear',
  component: lazily(() => import('./call/lead-calls.tsx'), 'LeadCalls'),
}
