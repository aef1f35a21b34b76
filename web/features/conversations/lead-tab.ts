import { lazily } from '../../lib/lazy.ts'
import type { LeadTab } from '../../shared/tabs/lead-tab.ts'

export const conversationTab: LeadTab = {
  id: 'conversation',
  label: 'history.conversation',
  hasComposer: true,
  component: lazily(() => import('./lead/lead-conversation.tsx'), 'LeadConversation'),
}
