import { body, byParams, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

const query = { look: 'table', sort: 'date', filters: { unread: true } }
const NAMED = ['campaignId', 'filters.status', 'filters.assigned'] as const
const named = (prefix: string): Record<string, typeof SAYS_NOTHING> =>
  Object.fromEntries(NAMED.map((path) => [`${prefix}.${path}`, SAYS_NOTHING]))

const callQuery = { sort: '-date', filters: { missed: true } }
const namedByCalls = (prefix: string): Record<string, typeof SAYS_NOTHING> =>
  Object.fromEntries(
    ['campaignId', 'filters.number', 'filters.answeredBy', 'filters.rang'].map((path) => [
      `${prefix}.${path}`,
      SAYS_NOTHING,
    ]),
  )

/** A private view of the asker: every member has some. */
export const samples: Samples = {
  'callViews.list': { allowed: '+33333313' },
  'callViews.create': {
    allowed: '+33333313',
    request: body({ name: 'Missed', query: callQuery, isShared: false }),
    foreignIds: namedByCalls('body.query'),
  },
  'callViews.change': {
    allowed: '+33333313 - 433333313',
    request: async ({ callView }, { userId }) => ({
      params: { id: await callView(userId) },
      body: { query: callQuery },
    }),
    foreignIds: {
      'params.id': byParams('callView', { isPinned: true }),
      'body.before': (theirs, ours) => ({ params: { id: ours.callView }, body: { before: theirs.callView } }),
      ...namedByCalls('body.query'),
      ...namedByCalls('body.expected.query'),
    },
  },
  'callViews.remove': {
    allowed: '+33333313 - 433333313',
    request: async ({ callView }, { userId }) => ({ params: { id: await callView(userId) } }),
    foreignIds: { 'params.id': byParams('callView') },
  },
  'callViews.restore': {
    allowed: '+33333313 - 433333313',
    request: async ({ callView }, { userId }) => ({ params: { id: await callView(userId) } }),
    foreignIds: { 'params.id': byParams('callView') },
  },
  'leadViews.list': { allowed: '+++++++13' },
  'leadViews.create': {
    allowed: '+++++++13',
    request: body({ name: 'Unread', query, isShared: false }),
    foreignIds: named('body.query'),
  },
  'leadViews.change': {
    allowed: '+++++++13 - 444444413',
    request: async ({ view }, { userId }) => ({
      params: { id: await view(userId) },
      body: { query },
    }),
    foreignIds: {
      'params.id': byParams('view', { isPinned: true }),
      'body.before': (theirs, ours) => ({ params: { id: ours.view }, body: { before: theirs.view } }),
      ...named('body.query'),
      ...named('body.expected.query'),
    },
  },
  'leadViews.remove': {
    allowed: '+++++++13 - 444444413',
    request: async ({ view }, { userId }) => ({ params: { id: await view(userId) } }),
    foreignIds: { 'params.id': byParams('view') },
  },
  'leadViews.restore': {
    allowed: '+++++++13 - 444444413',
    request: async ({ view }, { userId }) => ({ params: { id: await view(userId) } }),
    foreignIds: { 'params.id': byParams('view') },
  },
}
