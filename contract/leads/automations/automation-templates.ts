import type { Trigger } from './automation-shapes.ts'

/** Rules to start from, each with its trigger. Their names are texts of the web, their steps are made on the server. */
export const automationTemplates = {
  thanks: 'lead_created',
  assign_and_call: 'lead_created',
  call_at_opening: 'lead_created',
  missed_call: 'call_ended',
  repeat_enquiry: 'lead_repeated',
  untouched: 'inactive',
  long_silence: 'inactive',
  after_offer: 'field_changed',
  large_deal: 'field_changed',
  won_thanks: 'status_changed',
  referral: 'status_changed',
  win_back: 'status_changed',
  answer_message: 'message_received',
  meeting_declined: 'meeting_answered',
  handed_over: 'field_changed',
} as const satisfies Record<string, Trigger['kind']>
export type AutomationTemplate = keyof typeof automationTemplates
