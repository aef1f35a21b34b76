import { lazily } from '../../lib/lazy.ts'
import type { LeadTab } from '../../shared/tabs/lead-tab.ts'

export const fileTab: LeadTab = {
  id: 'files',
  label: 'history.files',
  component: lazily(() => import('./lead-files.tsx'), 'LeadFiles'),
}
