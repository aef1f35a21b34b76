import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { CAMPAIGN_ID, USER_ID } from './fakes.ts'
import { idOf } from './lead-fakes.ts'

const HOUR_MS = 3_600_000

/** A meeting of an hour, made for tests. */
export const aMeeting = (number: number, startsAt: string, changes: Partial<Meeting> = {}): Meeting => ({
  _id: idOf(4000 + number),
  leadId: idOf(1000 + number),
  leadName: `Lead ${number}`,
  campaignId: CAMPAIGN_ID,
  campaignName: 'Kitchens',
  kind: 'at_office',
  title: 'First talk',
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + HOUR_MS).toISOString(),
  place: 'Bialik 41, Ramat Gan',
  link: null,
  message: '',
  guest: { name: `Guest ${number}`, phone: '+972541112233', email: null, language: 'he' },
  participants: [{ _id: USER_ID, name: 'Shira', image: null }],
  offers: [],
  status: 'Invitation Sent',
  cancelledBy: null,
  outcome: null,
  guestWords: null,
  isBooked: false,
  answers: [],
  openedAt: null,
  answeredAt: null,
  createdBy: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  version: 1,
  notices: [],
  canEdit: true,
  ...changes,
})
