import type { Scope } from '../auth/scopes.ts'

/** What a webhook can be sent, by type, with the scope that a key needs to ask for it. */
export const webhookTypes = {
  'lead.created': 'leads:read',
  'lead.repeated': 'leads:read',
  'lead.updated': 'leads:read',
  'lead.deleted': 'leads:read',
  'lead.restored': 'leads:read',
  'lead.merged': 'leads:read',
  'lead.unmerged': 'leads:read',
  'call.completed': 'calls:read',
  'message.received': 'messages:read',
  'message.sent': 'messages:read',
  'message.updated': 'messages:read',
  'meeting.created': 'meetings:read',
  'meeting.updated': 'meetings:read',
  'meeting.cancelled': 'meetings:read',
} as const satisfies Record<string, Scope>
export type WebhookType = keyof typeof webhookTypes
export const webhookTypeNames = Object.keys(webhookTypes) as [WebhookType, ...WebhookType[]]
/** A test is sent without being chosen. */
export type DeliveryType = WebhookType | 'webhook.test'
export const deliveryTypes = [...webhookTypeNames, 'webhook.test'] as [DeliveryType, ...DeliveryType[]]
