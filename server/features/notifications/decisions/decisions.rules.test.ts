import { expect, test } from 'vitest'
import type { RecipientMember } from '../../notification-settings/notification-recipients.rules.ts'
import type { NotifiedEvent } from '../recipients.rules.ts'
import { decisionsOf, type Explained, type Known } from './decisions.rules.ts'

const quiet = { quietFrom: null, quietTo: null }
const member = (userId: string, changes: Partial<RecipientMember> = {}): RecipientMember => ({
  ...{
    userId,
    email: `${userId}@example.test`,
    phone: null,
    isEmailProved: true,
    isPhoneProved: false,
    language: 'en',
  },
  ...{
    isOwner: false,
    readsAll: false,
    campaignIds: ['kitchens'],
    ownLeadsIn: [],
    isMasked: false,
    choices: {},
    quiet,
  },
  ...changes,
})
const about: NotifiedEvent = {
  ...{ id: 'event', name: 'follow_up.due', campaignId: 'kitchens', leadId: 'lead', leadName: 'Dana', leadPhone: null },
  ...{ leadEmail: null, source: 'api', message: null, campaignName: 'Kitchens', businessName: 'Barak', call: null },
  ...{ isNewLead: false, assignedTo: null, authorId: null, mailTo: [], smsTo: [] },
}
const known: Known = {
  plan: { audiences: {}, quiet, templates: [], hasChoices: false },
  members: [],
  isShown: () => false,
  applies: () => true,
  deviceOf: () => undefined,
  isConfirmed: () => false,
  canSend: { mail: true, sms: true },
}
const due: Explained = { id: 'event', action: 'follow_up_due', isSent: false, persons: ['noa'] }
const all = { app: true, popup: true, push: true, mail: true, sms: true, onlyMine: false }

test.each([
  ['who is no member', [], {}, 'no_access'],
  ['who may not read the campaign', [member('noa', { campaignIds: [] })], {}, 'no_access'],
  [
    'whose lead it is not, if they read only own leads',
    [member('noa', { ownLeadsIn: ['kitchens'] })],
    {},
    'not_theirs',
  ],
  ['whose follow-up was done in the meantime', [member('noa')], { applies: () => false }, 'over'],
] as const)('a reminder for a person %s is sent by no channel', (_, members, changes, reason) => {
  expect(decisionsOf(due, about, { ...known, ...changes, members })).toEqual(
    ['app', 'mail', 'sms'].map((channel) => ({ channel, reason, users: ['noa'] })),
  )
})

test('a channel that the installation lacks is the reason only for those who would get the message', () => {
  const members = [member('noa', { choices: { follow_up_due: all } })]
  const cannot = { ...known, members, isShown: () => true, canSend: { mail: false, sms: true } }
  expect(decisionsOf(due, about, cannot)).toEqual([
    { channel: 'app', users: ['noa'] },
    { channel: 'push', reason: 'no_device', users: ['noa'] },
    { channel: 'mail', reason: 'unavailable', users: ['noa'] },
    { channel: 'sms', reason: 'no_address', users: ['noa'] },
  ])
  const listed = { ...about, name: 'lead.created' as const, mailTo: ['office@example.test'] }
  const created: Explained = { id: 'event', action: 'receiving_a_lead', isSent: true, persons: [] }
  expect(decisionsOf(created, listed, { ...known, canSend: { mail: false, sms: false } })).toEqual([
    { channel: 'mail', reason: 'unavailable', addresses: ['office@example.test'] },
  ])
})

test('members who may not read the lead are not named', () => {
  const members = [member('noa'), member('yossi', { campaignIds: [] })]
  const created: Explained = { id: 'event', action: 'receiving_a_lead', isSent: true, persons: [] }
  const decided = decisionsOf(created, { ...about, name: 'lead.created' }, { ...known, members, isShown: () => true })
  expect(JSON.stringify(decided)).not.toContain('yossi')
  expect(decided.map(({ channel, reason }) => [channel, reason])).toEqual([
    ['app', undefined],
    ['push', 'no_device'],
    ['mail', 'audience'],
    ['sms', 'audience'],
  ])
})
