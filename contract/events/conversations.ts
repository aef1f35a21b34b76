import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfBusiness, OfCampaign } from './events.ts'
import { CounterDelta } from './leads.ts'

/** Sent to the responsible person when a lead writes. */
export const conversationNotifications = ['message_received'] as const

/** The texts are not in events. Enumerations are plain texts here, because every page of the web app loads this. */
const Message = OfCampaign.extend({ leadId: id, messageId: id })
const ofMessage = {
  audience: 'broadcast',
  topic: 'message',
  subject: { kind: 'lead', id: 'leadId' },
  facts: ['channel'],
} as const
const inChannel = { channel: z.string() }

export const conversationEvents = {
  /** `assignedTo`: the responsible person, who is notified. `isWithdrawal`: the text withdrew consent. */
  'message.received': {
    ...ofMessage,
    payload: Message.extend({
      ...inChannel,
      assignedTo: id.nullable(),
      isWithdrawal: z.literal(true).optional(),
    }),
    kind: 'leads',
    notification: 'message_received',
  },
  /** A member or the system wrote a message, which is sent when it may be. */
  'message.written': {
    ...ofMessage,
    payload: Message.extend({ ...inChannel, purpose: z.string() }),
    kind: 'leads',
  },
  /** The provider took a message. `counts`: of the lead, if it was the first response. */
  'message.sent': {
    ...ofMessage,
    payload: Message.extend({
      ...inChannel,
      authorId: id.nullable(),
      counts: z.array(CounterDelta),
    }),
    kind: null,
  },
  /** Any other state of a message: it waits, failed, arrived, was canceled. */
  'message.moved': {
    ...ofMessage,
    payload: Message.extend({ ...inChannel, state: z.string() }),
    kind: null,
  },
  /** Members read the messages of a lead. */
  'messages.read': {
    audience: 'broadcast',
    topic: 'message',
    payload: OfCampaign.extend({ leadId: id }),
    kind: null,
  },
  'consent.changed': {
    audience: 'broadcast',
    topic: 'message',
    payload: OfCampaign.extend({
      leadId: id,
      ...inChannel,
      purpose: z.string(),
      consentAct: z.string(),
      consentSource: z.string(),
    }),
    kind: 'leads',
    subject: { kind: 'lead', id: 'leadId' },
    facts: ['channel', 'purpose', 'consentAct', 'consentSource'],
  },
  'lead_quiet.changed': {
    audience: 'audit',
    payload: OfBusiness.extend({ changes: Changes }),
    kind: 'settings',
  },
} as const satisfies EventEntries
