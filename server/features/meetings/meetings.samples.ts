import { newId } from '../../platform/ids.ts'
import { bookingSettings } from '../../testing/routes/meeting-fixtures.ts'
import { byId, byParams, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

const startsAt = '2027-01-05T09:00:00.000Z'
const wanted = { kind: 'phone', title: 'First talk', startsAt, minutes: 30 }
const week = { from: '2027-01-03T00:00:00Z', to: '2027-01-10T00:00:00Z' }
/** By the role in the campaign, as changes of leads. */
const edits = '+++++3313 ++4443313 444443313'
const sees = '++++++313 ++4444313 444444313'
/** One's own page, which one sees but does not change in a campaign that one does not read. */
const ofOwnPage = '+++++3313 ++3333313 444443313'
const newPage = { isTeam: false, settings: bookingSettings }
const ofPage = (body?: object) => ({
  open: 'public' as const,
  allowed: '444444444',
  request: () => ({ params: { slug: 'no-such-page' }, ...body }),
})
const unknown = { params: { id: newId(), token: 'A'.repeat(43) } }
const ofGuest = (body?: object) => ({
  open: 'public' as const,
  allowed: '444444444',
  request: () => ({ ...unknown, ...(body && { body }) }),
})

export const samples: Samples = {
  'meetings.list': {
    allowed: '++++++31+',
    request: () => ({ query: week }),
    byCampaignRole: true,
    heavy: true,
    foreignIds: { 'query.userId': SAYS_NOTHING, 'query.campaignId': SAYS_NOTHING },
  },
  'meetings.ofLead': {
    allowed: sees,
    request: byId('lead'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('lead') },
  },
  'meetings.people': {
    allowed: sees,
    request: byId('lead'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('lead') },
  },
  'meetings.check': {
    allowed: edits,
    request: ({ lead, user }, { userId, home }) => ({
      query: { leadId: lead, startsAt, minutes: '30', participantIds: home.lead === lead ? userId : user },
    }),
    byCampaignRole: true,
    foreignIds: {
      'query.leadId': (theirs) => ({ query: { leadId: theirs.lead, startsAt, minutes: '30' } }),
      'query.participantIds': (theirs, ours) => ({
        query: { leadId: ours.lead, startsAt, minutes: '30', participantIds: theirs.user },
      }),
      'query.except': SAYS_NOTHING,
    },
  },
  'meetings.read': {
    allowed: sees,
    request: async ({ make }) => ({ params: { id: await make.meeting() } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('meeting') },
  },
  'meetings.create': {
    allowed: edits,
    request: ({ lead }) => ({ body: { ...wanted, leadId: lead } }),
    byCampaignRole: true,
    takesContacts: true,
    foreignIds: {
      'body.leadId': (theirs) => ({ body: { ...wanted, leadId: theirs.lead } }),
      'body.participantIds': (theirs, ours) => ({
        body: { ...wanted, leadId: ours.lead, participantIds: [theirs.user] },
      }),
    },
    event: 'lead.changed meeting.made',
  },
  'meetings.change': {
    allowed: edits,
    request: async ({ make }) => ({ params: { id: await make.meeting() }, body: { version: 1, startsAt } }),
    byCampaignRole: true,
    takesContacts: true,
    foreignIds: {
      'params.id': byParams('meeting', { version: 1 }),
      'body.participantIds': (theirs, ours) => ({
        params: { id: ours.meeting },
        body: { version: 1, participantIds: [theirs.user] },
      }),
    },
    event: 'lead.changed meeting.moved',
  },
  'meetings.confirm': {
    allowed: edits,
    request: async ({ make }) => ({ params: { id: await make.meeting() }, body: { version: 1 } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('meeting', { version: 1 }) },
    event: 'lead.changed meeting.confirmed',
  },
  'meetings.cancel': {
    allowed: edits,
    request: async ({ make }) => ({ params: { id: await make.meeting() }, body: {} }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('meeting', {}) },
    event: 'lead.changed meeting.cancelled',
  },
  'meetings.outcome': {
    allowed: edits,
    request: async ({ make }) => ({ params: { id: await make.meeting('past') }, body: { outcome: 'held' } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('meeting', { outcome: 'held' }) },
    event: 'lead.changed meeting.outcome_set',
  },
  'meetings.remind': {
    allowed: edits,
    request: async ({ make }) => ({ params: { id: await make.meeting() }, body: { channels: ['sms'] } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('meeting', { channels: ['sms'] }) },
  },
  'meetings.link': {
    allowed: edits,
    request: async ({ make }) => ({ params: { id: await make.meeting() } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('meeting') },
  },
  'bookingPages.list': { allowed: '+++++3313', byCampaignRole: true },
  'bookingPages.people': {
    allowed: '++3333313 ++3333313 443333313',
    request: ({ campaign }) => ({ query: { campaignId: campaign } }),
    byCampaignRole: true,
    foreignIds: { 'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }) },
  },
  'bookingPages.create': {
    allowed: edits,
    request: ({ campaign }) => ({ body: { ...newPage, campaignId: campaign } }),
    byCampaignRole: true,
    foreignIds: {
      'body.campaignId': (theirs) => ({ body: { ...newPage, campaignId: theirs.campaign } }),
      'body.settings.userIds': (theirs, ours) => ({
        body: {
          ...{ isTeam: true, campaignId: ours.campaign },
          settings: { ...bookingSettings, userIds: [theirs.user] },
        },
      }),
    },
    event: 'booking_page.created',
  },
  'bookingPages.change': {
    allowed: ofOwnPage,
    request: async ({ make }, { userId }) => ({
      params: { id: await make.bookingPage(userId) },
      body: { isActive: false },
    }),
    byCampaignRole: true,
    foreignIds: {
      'params.id': byParams('bookingPage', { isActive: false }),
      'body.campaignId': (theirs, ours) => ({
        params: { id: ours.bookingPage },
        body: { campaignId: theirs.campaign },
      }),
      'body.settings.userIds': (theirs, ours) => ({
        params: { id: ours.bookingPage },
        body: { settings: { ...bookingSettings, userIds: [theirs.user] } },
      }),
    },
    event: 'booking_page.changed',
  },
  'bookingPages.remove': {
    allowed: ofOwnPage,
    request: async ({ make }, { userId }) => ({ params: { id: await make.bookingPage(userId) } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('bookingPage') },
    event: 'booking_page.deleted',
  },
  'guestBookings.read': ofPage(),
  'guestBookings.slots': ofPage({ query: { from: '2027-01-05', to: '2027-01-06', minutes: '30' } }),
  'guestBookings.book': {
    ...ofPage({ body: { startsAt, minutes: 30, name: 'Dana Levi', phone: '0541234567' } }),
    // The token is looked at before the page.
    allowed: '+++++++++',
    takesContacts: true,
  },
  'guestMeetings.read': ofGuest(),
  'guestMeetings.opened': ofGuest(),
  'guestMeetings.confirm': ofGuest({ sequence: 0 }),
  'guestMeetings.decline': ofGuest({ sequence: 0 }),
  'guestMeetings.move': ofGuest({ sequence: 0, words: 'Tomorrow' }),
}
