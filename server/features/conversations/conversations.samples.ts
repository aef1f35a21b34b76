import type { AccessFixtures } from '../../testing/routes/access-fixtures.ts'
import { byId, byParams, SAYS_NOTHING, type Samples, type World } from '../../testing/routes/samples.ts'

/** Allowed by the role in the campaign: for readers of the lead, and for those who write to it. */
const read = '++++++413 ++4444413 444444413'
const write = '+++++3313 ++4443313 444443313'

const text = { channel: 'email', purpose: 'service', text: 'Hello', subject: 'Hello' }
const withdrawal = { channel: 'email', purpose: 'advertising', act: 'withdrawn' }
type Ids = { lead: string; message: string }
const foreign = (body?: object) => ({
  'params.id': (theirs: Ids) => ({ params: { id: theirs.lead, messageId: theirs.message }, ...(body && { body }) }),
  'params.messageId': (theirs: Ids, ours: Ids) => ({
    params: { id: ours.lead, messageId: theirs.message },
    ...(body && { body }),
  }),
})
const ofMessage = {
  'params.id': (theirs: Ids) => ({ params: { id: theirs.lead }, body: { messageId: theirs.message } }),
  'body.messageId': (theirs: Ids, ours: Ids) => ({ params: { id: ours.lead }, body: { messageId: theirs.message } }),
}
const withMessage =
  (state?: 'failed') =>
  async ({ make }: AccessFixtures) => ({ params: await make.message(state) })
const marking = async ({ make }: AccessFixtures) => {
  const { id, messageId } = await make.message()
  return { params: { id }, body: { messageId } }
}

/** Messages to many: for Owners, Admins and the role Lead. */
const bulk = '++3+33313 ++3433313 443433313'
const manyText = { channel: 'sms', purpose: 'service', text: 'Hello {{lead.firstName|there}}' }
const toMany = {
  allowed: bulk,
  request: ({ lead }: { lead: string }) => ({ body: { message: manyText, choice: { leadIds: [lead] } } }),
  byCampaignRole: true as const,
  foreignIds: {
    'body.choice.leadIds': (theirs: World, ours: World) => ({
      body: { message: manyText, choice: { leadIds: [ours.lead, theirs.lead] } },
    }),
    'body.choice.campaignId': (theirs: World) => ({
      body: { message: manyText, choice: { all: true, campaignId: [theirs.campaign] } },
    }),
    'body.message.template._id': (theirs: World, ours: World) => ({
      body: {
        message: { channel: 'sms', purpose: 'service', template: { _id: theirs.template, language: 'he' } },
        choice: { leadIds: [ours.lead] },
      },
    }),
    'body.choice.except': SAYS_NOTHING,
    'body.choice.filters.status': SAYS_NOTHING,
    'body.choice.filters.assigned': SAYS_NOTHING,
  } as const,
}

export const samples: Samples = {
  'bulkMessages.preview': { ...toMany, heavy: true, takesContacts: true },
  'bulkMessages.send': { ...toMany, event: 'operation.started', takesContacts: true },
  'bulkMessages.fates': {
    allowed: '++3+33313 - 443433313',
    request: async ({ make }, { userId }) => ({ params: { id: await make.operation(userId) } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('operation') },
  },
  'conversations.list': { allowed: '+++++++13', request: () => ({ query: { show: 'all' } }) },
  'conversations.messages': {
    allowed: '++++++41+ ++4444414 444444414',
    request: byId('lead'),
    foreignIds: { 'params.id': byParams('lead'), 'query.before': 'says nothing' },
  },
  'conversations.send': {
    allowed: write,
    request: async ({ make }) => ({ params: { id: (await make.message()).id }, body: text }),
    byCampaignRole: true,
    foreignIds: {
      'params.id': byParams('lead', text),
      'body.files': (theirs, ours) => ({ params: { id: ours.lead }, body: { ...text, files: [theirs.file] } }),
      'body.template._id': (theirs, ours) => ({
        params: { id: ours.lead },
        body: { channel: 'sms', purpose: 'service', template: { _id: theirs.template, language: 'he' } },
      }),
    },
    event: 'message.written',
  },
  'conversations.read': { allowed: read, request: marking, foreignIds: ofMessage, event: 'messages.read' },
  'conversations.handled': {
    allowed: write,
    request: marking,
    byCampaignRole: true,
    foreignIds: ofMessage,
    event: 'messages.read',
  },
  'conversations.cancel': {
    allowed: write,
    request: withMessage(),
    byCampaignRole: true,
    foreignIds: foreign(),
    event: 'message.moved',
  },
  'conversations.page': {
    allowed: read,
    request: async ({ make }) => ({ params: await make.mail() }),
    foreignIds: foreign(),
  },
  'conversations.retry': {
    allowed: write,
    request: withMessage('failed'),
    byCampaignRole: true,
    foreignIds: foreign(),
    event: 'message.moved',
  },
  'consents.get': { allowed: read, request: byId('lead'), foreignIds: { 'params.id': byParams('lead') } },
  'consents.change': {
    allowed: write,
    request: async ({ make }) => ({ params: { id: (await make.message()).id }, body: withdrawal }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('lead', withdrawal) },
    event: 'consent.changed',
  },
  'consents.open': {
    open: 'public',
    allowed: '444444444',
    request: () => ({ params: { token: `l${'A'.repeat(64)}` } }),
  },
  'consents.decide': {
    open: 'public',
    allowed: '444444444',
    request: () => ({ params: { token: `l${'A'.repeat(64)}` }, body: { wants: false } }),
  },
}
