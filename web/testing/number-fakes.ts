import type { FreeNumber, NumberOrder, VirtualNumber } from '#contract/calls/numbers.ts'
import type { Routing } from '#contract/calls/routing.ts'
import { CAMPAIGN_ID, USER_ID } from './fakes.ts'

export const NUMBER_ID = '018f0000-0000-7000-8000-0000000000b1'

export const aRouting = (changes: Partial<Routing> = {}): Routing => ({
  ring: { mode: 'together', seconds: 25, knownFirst: true, targets: [{ kind: 'softphone', userId: USER_ID }] },
  recording: true,
  announcement: { isOn: true, text: '' },
  whisper: { isOn: false, text: '' },
  screening: false,
  noAnswer: { kind: 'voicemail', text: '' },
  hours: null,
  outside: { kind: 'message', text: '' },
  language: 'he',
  ...changes,
})

export const aNumber = (changes: Partial<VirtualNumber> = {}): VirtualNumber => ({
  _id: NUMBER_ID,
  phone: '+972724440001',
  label: 'Kitchens, Google',
  state: 'active',
  campaignId: CAMPAIGN_ID,
  campaignName: 'מטבחים – Google',
  provider: 'local',
  sms: true,
  routing: aRouting(),
  flow: null,
  people: [{ _id: USER_ID, name: 'שירה בן־דוד', image: null }],
  createdAt: '2025-10-01T08:00:00.000Z',
  releasedAt: null,
  lastCallAt: null,
  isAdopted: false,
  givenBack: null,
  ...changes,
})

export const aFreeNumber = (phone: string, changes: Partial<FreeNumber> = {}): FreeNumber => ({
  phone,
  locality: null,
  kind: 'national',
  sms: true,
  needsAddress: false,
  ...changes,
})

export const anOrder = (changes: Partial<NumberOrder> = {}): NumberOrder => ({
  _id: '018f0000-0000-7000-8000-0000000000b2',
  phone: '+972724440001',
  campaignId: CAMPAIGN_ID,
  state: 'done',
  error: null,
  number: aNumber(),
  ...changes,
})
