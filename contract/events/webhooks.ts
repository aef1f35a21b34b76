import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfBusiness } from './events.ts'

const ofWebhook = {
  /** `name`: after the change; in a deletion, the last one. */
  payload: OfBusiness.extend({ webhookId: id, name: z.string() }),
  audience: 'audit',
  kind: 'keys',
  subject: { kind: 'webhook', id: 'webhookId', names: ['name'] },
} as const

export const webhookEvents = {
  /** The address in `changes` is without its path, which may be a secret. */
  'webhook.created': { ...ofWebhook, payload: ofWebhook.payload.extend({ changes: Changes }), isCreation: true },
  'webhook.changed': { ...ofWebhook, payload: ofWebhook.payload.extend({ changes: Changes }) },
  'webhook.deleted': ofWebhook,
  'webhook.secret_rotated': ofWebhook,
  /** A person did it. */
  'webhook.paused': ofWebhook,
  'webhook.resumed': ofWebhook,
  'webhook.replayed': {
    ...ofWebhook,
    payload: ofWebhook.payload.extend({ deliveries: z.number().int() }),
    facts: ['deliveries'],
  },
  /** It took nothing for days, or said that it is gone. The name is in `personal`, too, for the notification. */
  'webhook.gave_up': { ...ofWebhook, notification: 'webhook_paused' },
} as const satisfies EventEntries
