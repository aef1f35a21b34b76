import { IconPhoneX, IconRepeat, IconUserPlus } from '@tabler/icons-react'

/** Icon and hue of each kind of notification. */
export const notificationLooks = {
  receiving_a_lead: { Icon: IconUserPlus, hue: 'sky' },
  repeat_enquiry: { Icon: IconRepeat, hue: 'violet' },
  missed_call: { Icon: IconPhoneX, hue: 'red' },
} as const
