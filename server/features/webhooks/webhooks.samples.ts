import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { byParams, type Samples } from '../../testing/routes/samples.ts'

const OWNERS = '+33333313 - 433333313'
const wanted = { name: 'CRM', url: 'https://receiver.test/hook', types: ['lead.created'] }
const since = '2026-01-01T00:00:00Z'

export const samples: Samples = {
  'webhooks.list': { allowed: '+3333331+' },
  'webhooks.create': {
    allowed: '+3333331+',
    request: ({ campaign }) => ({ body: { ...wanted, campaignIds: [campaign], password: PASSWORD } }),
    foreignIds: {
      'body.campaignIds': (theirs) => ({ body: { ...wanted, campaignIds: [theirs.campaign], password: PASSWORD } }),
    },
    event: 'webhook.created',
  },
  'webhooks.change': {
    allowed: OWNERS,
    request: async ({ webhooks }) => ({ params: { id: await webhooks.webhook() }, body: { name: 'Renamed' } }),
    foreignIds: {
      'params.id': byParams('webhook', { name: 'Renamed' }),
      'body.campaignIds': (theirs, ours) => ({
        params: { id: ours.webhook },
        body: { campaignIds: [theirs.campaign] },
      }),
    },
    event: 'webhook.changed',
  },
  'webhooks.remove': {
    // A key deletes those that it made.
    allowed: '+33333314 - 433333314',
    request: async ({ webhooks }) => ({ params: { id: await webhooks.webhook() } }),
    foreignIds: { 'params.id': byParams('webhook') },
    event: 'webhook.deleted',
  },
  'webhooks.rotate': {
    allowed: OWNERS,
    request: async ({ webhooks }) => ({ params: { id: await webhooks.webhook() }, body: { password: PASSWORD } }),
    foreignIds: { 'params.id': byParams('webhook', { password: PASSWORD }) },
    event: 'webhook.secret_rotated',
  },
  'webhooks.pause': {
    allowed: OWNERS,
    request: async ({ webhooks }) => ({ params: { id: await webhooks.webhook() }, body: { isPaused: true } }),
    foreignIds: { 'params.id': byParams('webhook', { isPaused: true }) },
    event: 'webhook.paused',
  },
  'webhooks.test': {
    allowed: OWNERS,
    request: async ({ webhooks }) => ({ params: { id: await webhooks.webhook() } }),
    foreignIds: { 'params.id': byParams('webhook') },
  },
  'webhooks.deliveries': {
    allowed: OWNERS,
    request: async ({ webhooks }) => ({ params: { id: await webhooks.webhook() } }),
    foreignIds: {
      'params.id': byParams('webhook'),
      'query.leadId': 'says nothing',
      'query.before': 'says nothing',
    },
  },
  'webhooks.delivery': {
    allowed: OWNERS,
    request: async ({ webhooks }) => ({ params: await webhooks.delivery() }),
    foreignIds: {
      'params.id': (theirs, ours) => ({ params: { id: theirs.webhook, eventId: ours.webhookEvent } }),
      'params.eventId': (theirs, ours) => ({ params: { id: ours.webhook, eventId: theirs.webhookEvent } }),
    },
  },
  'webhooks.replay': {
    allowed: OWNERS,
    request: async ({ webhooks }) => ({
      params: { id: await webhooks.webhook() },
      body: { all: { state: 'failed', since } },
    }),
    foreignIds: {
      'params.id': byParams('webhook', { all: { state: 'failed', since } }),
      'body.eventIds': 'says nothing',
    },
  },
}
