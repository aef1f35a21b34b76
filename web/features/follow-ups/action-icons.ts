import { type Icon, IconChecklist, IconMail, IconMessage, IconPhoneCall } from '@tabler/icons-react'
import type { FollowUpAction } from '#contract/leads/follow-ups/follow-up-shapes.ts'

export const actionIcons: Record<FollowUpAction, Icon> = {
  'Send Email': IconMail,
  'Send SMS': IconMessage,
  'Call Back': IconPhoneCall,
  None: IconChecklist,
}
