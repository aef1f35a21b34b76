import {
  IconArrowsSplit2,
  IconBell,
  IconCalendarClock,
  IconCash,
  IconClockPause,
  IconDoorEnter,
  IconFlag3,
  IconForms,
  IconHourglassEmpty,
  IconMessage,
  IconMessage2,
  IconPencil,
  IconPhoneCall,
  IconPhoneEnd,
  IconPlayerStop,
  IconRepeat,
  IconSend,
  IconTag,
  IconUserPlus,
  IconUserShare,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { Step, Trigger } from '#contract/leads/automations/automation-shapes.ts'

export const stepIcons = {
  assign: IconUserShare,
  assign_by_rule: IconUsersGroup,
  set_status: IconFlag3,
  set_value: IconCash,
  set_field: IconForms,
  tag: IconTag,
  follow_up: IconPhoneCall,
  send: IconSend,
  notify: IconBell,
  wait: IconClockPause,
  wait_open: IconDoorEnter,
  branch: IconArrowsSplit2,
  stop: IconPlayerStop,
} as const satisfies Record<Step['kind'], unknown>
/** In the order in which they are offered. */
export const stepKinds = [
  'send',
  'follow_up',
  'assign',
  'assign_by_rule',
  'set_status',
  'set_value',
  'set_field',
  'tag',
  'notify',
  'wait',
  'wait_open',
  'branch',
  'stop',
] as const satisfies readonly Step['kind'][]

export const triggerIcons = {
  lead_created: IconUserPlus,
  lead_repeated: IconRepeat,
  status_changed: IconFlag3,
  field_changed: IconPencil,
  call_ended: IconPhoneEnd,
  message_received: IconMessage2,
  meeting_answered: IconMessage,
  inactive: IconHourglassEmpty,
  date_reached: IconCalendarClock,
} as const satisfies Record<Trigger['kind'], unknown>
export const triggerKinds = Object.keys(triggerIcons) as Trigger['kind'][]
