import type { WebhookData } from '#contract/webhooks/webhook-payloads.ts'
import type { DeliveryType } from '#contract/webhooks/webhook-types.ts'

const leadId = '01981c3e-7a51-7c3e-9b6a-2f4d8e1a5c70'
const campaignId = '01981c3e-8b62-7d4f-8c7b-3a5e9f2b6d81'
const otherId = '01981c3e-9c73-7e5a-9d8c-4b6f0a3c7e92'
const at = '2026-11-25T10:00:00.000Z'
const person = { _id: '01981c3e-ad84-7f6b-8e9d-5c7a1b4d8fa3', name: 'Yossi Cohen', image: null }

const lead: WebhookData<'lead.deleted'>['lead'] = {
  ...{ _id: leadId, name: 'Dana Levi', phone: '+972541234567', email: 'dana@example.com' },
  ...{ campaignId, campaignName: 'Kitchens', statusId: otherId, status: 'New', source: 'website' },
  utm: { source: 'google', campaign: 'spring' },
  ...{ date: at, assignedTo: person, value: 1_250_000, tags: ['VIP'], fields: { city: 'Haifa' }, isRead: false },
  ...{ lastActivityAt: at, firstResponseAt: null, responseDueAt: null, responseMinutes: null },
  ...{ isDuplicate: false, doNotCall: false, meetingStatus: 'No meeting', deletedAt: null },
}
const enquiry: WebhookData<'lead.created'>['enquiry'] = {
  ...{ _id: otherId, at, source: 'website', message: 'Please call me back in the afternoon' },
  ...{ utm: { source: 'google', campaign: 'spring' }, clickIds: {}, landingPage: null, referrer: null },
  ...{ keyName: 'Website', formName: null, answers: [], consent: null, whilePaused: false },
}
const call: WebhookData<'call.completed'>['call'] = {
  ...{ _id: otherId, direction: 'inbound', state: 'ended', status: 'Answered', startedAt: at, answeredAt: at },
  ...{ endedAt: '2026-11-25T10:02:10.000Z', ringSeconds: 8, duration: 122, caller: '+972541234567', callerText: null },
  ...{ isWithheld: false, isFirstTime: true, isAbandoned: false, campaignId, campaignName: 'Kitchens' },
  lead: { _id: leadId, name: 'Dana Levi', source: 'call', tags: [] },
  number: { _id: campaignId, phone: '+97236000001', label: 'Website' },
  ...{ answeredBy: person, answeredPhone: null, passedTo: [], recordLink: null, recording: null, isTest: false },
  ...{ called: null, madeBy: null, logged: null },
}
const message: WebhookData<'message.received'> = {
  ...{ leadId, campaignId },
  message: {
    ...{ _id: otherId, direction: 'in', channel: 'sms', purpose: null, origin: 'lead', author: null },
    ...{ address: '+972541234567', subject: null, text: 'Can you come on Sunday?', at, state: 'received', stateAt: at },
    ...{ reason: null, errorCode: null, segments: 1, attachments: [], hasPage: false },
  },
}
const meeting: WebhookData<'meeting.created'> = {
  meeting: {
    ...{ _id: otherId, leadId, leadName: 'Dana Levi', campaignId, campaignName: 'Kitchens', kind: 'at_office' },
    ...{ title: 'Measuring', startsAt: '2026-11-29T08:00:00.000Z', endsAt: '2026-11-29T08:30:00.000Z' },
    ...{ place: 'Herzl 1, Haifa', link: null, message: '', participants: [person], offers: [] },
    guest: { name: 'Dana Levi', phone: '+972541234567', email: null, language: 'he' },
    ...{ status: 'Invitation Sent', cancelledBy: null, outcome: null, guestWords: null, openedAt: null },
    ...{ answeredAt: null, isBooked: false, answers: [], createdBy: person, createdAt: at },
  },
}

/** What is sent, by type, in the API reference. */
export const webhookExamples: { readonly [T in DeliveryType]: WebhookData<T> } = {
  'lead.created': { lead, enquiry },
  'lead.repeated': { lead, enquiry },
  'lead.updated': { lead, changes: { value: [null, 1_250_000], 'fields.city': [null, 'Haifa'] } },
  'lead.deleted': { lead: { ...lead, deletedAt: at } },
  'lead.restored': { lead },
  'lead.merged': { lead, leadIds: [otherId] },
  'lead.unmerged': { lead, leadIds: [otherId] },
  'call.completed': { call },
  'message.received': message,
  'message.sent': message,
  'message.updated': message,
  'meeting.created': meeting,
  'meeting.updated': meeting,
  'meeting.cancelled': meeting,
  'webhook.test': { webhook: { _id: otherId, name: 'CRM' } },
}
