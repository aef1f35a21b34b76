import {
  IconBellCheck,
  IconMailQuestion,
  IconPhoneOff,
  IconPhoneX,
  IconRepeat,
  IconUserCheck,
  IconUserExclamation,
  IconUserPlus,
  IconUserQuestion,
} from '@tabler/icons-react'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { LeadsLook } from '#contract/team/users.ts'
import { paths } from '../../lib/paths.ts'

/** Icon and hue of each kind of notification. */
export const notificationLooks = {
  receiving_a_lead: { Icon: IconUserPlus, hue: 'sky' },
  repeat_enquiry: { Icon: IconRepeat, hue: 'violet' },
  missed_call: { Icon: IconPhoneX, hue: 'red' },
  invitation_accepted: { Icon: IconUserCheck, hue: 'green' },
  invitation_asked: { Icon: IconMailQuestion, hue: 'amber' },
  join_asked: { Icon: IconUserQuestion, hue: 'amber' },
  member_limited: { Icon: IconUserExclamation, hue: 'red' },
  number_silent: { Icon: IconPhoneOff, hue: 'red' },
  test: { Icon: IconBellCheck, hue: 'green' },
} as const

/**
 * The page that a notification opens: the campaign's leads (specification, section 2), waiting list, team or settings.
 */
export function placeOf({ action, content }: Notification, leadView: LeadsLook): string {
  if ('leadId' in content) return paths.leads(content.businessId, content.campaignId, leadView)
  if (action === 'test') return paths.ownNotifications
  if (action === 'number_silent') return paths.numbers(content.businessId)
  return action === 'join_asked' ? paths.waitingList(content.businessId) : paths.users(content.businessId)
}
