import { newId } from '../../platform/ids.ts'
import { byCampaign, byId, byParams, ofCampaign, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'
import { nextPhone } from '../../testing/test-leads.ts'

const importInto = (campaignId: string) => ({ mode: 'create', key: 'phone', campaignId, columns: ['name', 'phone'] })
const aLead = () => ({ name: 'Dana Levi', phone: nextPhone() })

/** Allowed as changes of leads: by the role in the campaign. */
const asChanges = '+++++3313 ++4443313 444443313'
const said = { text: 'Hello' }
const ofTheirComment = (body?: object) => ({
  'params.id': (theirs: { lead: string; comment: string }, ours: { comment: string }) => ({
    params: { id: theirs.lead, commentId: ours.comment },
    ...(body && { body }),
  }),
  'params.commentId': (theirs: { comment: string }, ours: { lead: string }) => ({
    params: { id: ours.lead, commentId: theirs.comment },
    ...(body && { body }),
  }),
})

export const samples: Samples = {
  'leads.list': {
    allowed: '++++++41+ ++4444414 444444414',
    request: ofCampaign,
    heavy: true,
    foreignIds: {
      'query.campaignId': byCampaign,
      'query.filters.status': SAYS_NOTHING,
      'query.filters.assigned': SAYS_NOTHING,
    },
  },
  'leads.create': {
    allowed: '+++++331+ ++4443314 444443314',
    request: ({ campaign }) => ({ body: { ...aLead(), campaignId: campaign } }),
    byCampaignRole: true,
    foreignIds: {
      'body.campaignId': (theirs) => ({ body: { ...aLead(), campaignId: theirs.campaign } }),
      'body.statusId': (theirs, ours) => ({ body: { ...aLead(), campaignId: ours.campaign, statusId: theirs.status } }),
      'body.assignedTo': (theirs, ours) => ({
        body: { ...aLead(), campaignId: ours.campaign, assignedTo: theirs.user },
      }),
    },
    event: 'lead.created',
  },
  'leads.duplicates': {
    allowed: '+++++3313',
    request: () => ({ query: { phone: nextPhone() } }),
    byCampaignRole: true,
    foreignIds: { 'query.campaignId': SAYS_NOTHING },
  },
  'leadViewers.look': {
    allowed: '++++++413 ++4444413 444444413',
    request: byId('lead', { tabId: newId(), isHere: true }),
    foreignIds: {
      'params.id': byParams('lead', { tabId: newId(), isHere: true }),
      'body.tabId': SAYS_NOTHING,
    },
  },
  'leads.sources': { allowed: '+++++++13', heavy: true },
  'leads.tags': { allowed: '+++++++13', heavy: true },
  'leads.remove': {
    allowed: '++3+33313 ++3433313 443433313',
    request: async ({ make }) => ({ body: { leadIds: [await make.lead()] } }),
    byCampaignRole: true,
    foreignIds: {
      'body.leadIds': (theirs, ours) => ({ body: { leadIds: [ours.lead, theirs.lead] } }),
      'body.campaignId': (theirs, ours) => ({ body: { leadIds: [ours.lead], campaignId: theirs.campaign } }),
      'body.except': SAYS_NOTHING,
      'body.filters.status': SAYS_NOTHING,
      'body.filters.assigned': SAYS_NOTHING,
    },
    event: 'lead.deleted',
  },
  'leads.restore': {
    allowed: '++3+33313 ++3433313 443433313',
    request: ({ lead }) => ({ body: { leadIds: [lead] } }),
    byCampaignRole: true,
    foreignIds: { 'body.leadIds': (theirs, ours) => ({ body: { leadIds: [ours.lead, theirs.lead] } }) },
  },
  'leads.get': {
    allowed: '++++++41+ ++4444414 444444414',
    request: byId('lead'),
    foreignIds: { 'params.id': byParams('lead') },
  },
  'leads.change': {
    allowed: '+++++331+ ++4443314 444443314',
    request: byId('lead', { name: 'Dana' }),
    byCampaignRole: true,
    foreignIds: {
      'params.id': byParams('lead', { name: 'Dana' }),
      'body.statusId': (theirs, ours) => ({ params: { id: ours.lead }, body: { statusId: theirs.status } }),
      'body.assignedTo': (theirs, ours) => ({ params: { id: ours.lead }, body: { assignedTo: theirs.user } }),
      'body.expected.statusId': SAYS_NOTHING,
      'body.expected.assignedTo': SAYS_NOTHING,
    },
    event: 'lead.changed',
  },
  'leads.read': {
    allowed: '++++++413 ++4444413 444444413',
    request: byId('lead', { isRead: true }),
    foreignIds: { 'params.id': byParams('lead', { isRead: true }) },
  },
  'leads.readMany': {
    allowed: '++++++413 ++4444413 444444413',
    request: ({ lead }) => ({ body: { leadIds: [lead], isRead: true } }),
    foreignIds: { 'body.leadIds': (theirs, ours) => ({ body: { leadIds: [ours.lead, theirs.lead], isRead: true } }) },
  },
  'leads.samePerson': {
    allowed: '++++++413 ++4444413 444444413',
    request: byId('lead'),
    foreignIds: { 'params.id': byParams('lead') },
  },
  'leads.history': {
    allowed: '++++++413 ++4444413 444444413',
    request: byId('lead'),
    foreignIds: {
      'params.id': byParams('lead'),
      'query.before': SAYS_NOTHING,
      'query.after': SAYS_NOTHING,
      'query.around': SAYS_NOTHING,
    },
  },
  'comments.add': {
    allowed: asChanges,
    request: byId('lead', said),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('lead', said) },
    event: 'lead.commented',
  },
  'comments.change': {
    allowed: asChanges,
    request: async ({ make }, { userId }) => ({ params: await make.comment(userId), body: said }),
    byCampaignRole: true,
    foreignIds: ofTheirComment(said),
    event: 'comment.edited',
  },
  'comments.remove': {
    allowed: asChanges,
    request: async ({ make }, { userId }) => ({ params: await make.comment(userId) }),
    byCampaignRole: true,
    foreignIds: ofTheirComment(),
    event: 'comment.deleted',
  },
  'comments.restore': {
    allowed: asChanges,
    request: async ({ make }, { userId }) => ({ params: await make.deletedComment(userId) }),
    byCampaignRole: true,
    foreignIds: ofTheirComment(),
    event: 'comment.restored',
  },
  'comments.versions': {
    allowed: '++++++413 ++4444413 444444413',
    request: async ({ make }, { userId }) => ({ params: await make.comment(userId) }),
    foreignIds: ofTheirComment(),
  },
  'comments.mentionable': {
    allowed: asChanges,
    request: byId('lead'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('lead') },
  },
  'leadExports.link': {
    takesContacts: true,
    allowed: '++3333313 ++3333313 443333313',
    request: ({ campaign }) => ({
      body: { choice: { all: true, campaignId: [campaign] }, columns: ['name', 'phone'], format: 'csv' },
    }),
    foreignIds: {
      'body.choice.campaignId': (theirs) => ({
        body: { choice: { all: true, campaignId: [theirs.campaign] }, columns: ['name'], format: 'csv' },
      }),
      'body.choice.leadIds': (theirs, ours) => ({
        body: { choice: { leadIds: [ours.lead, theirs.lead] }, columns: ['name'], format: 'csv' },
      }),
      'body.choice.except': SAYS_NOTHING,
      'body.choice.filters.status': SAYS_NOTHING,
      'body.choice.filters.assigned': SAYS_NOTHING,
    },
  },
  'leadImports.upload': {
    allowed: '++3+33313',
    request: () => ({ query: { name: 'leads.csv' }, file: new Blob(['Name,Phone\nDana,054-123-4567\n']) }),
    foreignIds: {
      'query.settingsOf': (theirs) => ({
        query: { settingsOf: theirs.import },
        file: new Blob(['Name,Phone\nDana,054-123-4567\n']),
      }),
    },
  },
  'leadImports.list': { allowed: '++3+33313' },
  'leadImports.get': {
    allowed: '++3433313 ++3433313 443433313',
    request: byId('import'),
    foreignIds: { 'params.id': byParams('import') },
  },
  'leadImports.change': {
    allowed: '++3433313 ++3433313 443433313',
    request: ({ import: id, campaign }) => ({ params: { id }, body: importInto(campaign) }),
    foreignIds: {
      'params.id': (theirs, ours) => ({ params: { id: theirs.import }, body: importInto(ours.campaign) }),
      'body.campaignId': (theirs, ours) => ({ params: { id: ours.import }, body: importInto(theirs.campaign) }),
      'body.defaults.statusId': (theirs, ours) => ({
        params: { id: ours.import },
        body: { ...importInto(ours.campaign), defaults: { statusId: theirs.status } },
      }),
      'body.defaults.assignedTo': (theirs, ours) => ({
        params: { id: ours.import },
        body: { ...importInto(ours.campaign), defaults: { assignedTo: theirs.user } },
      }),
    },
  },
  'leadImports.values': {
    allowed: '++3433313 ++3433313 443433313',
    request: ({ import: id }) => ({ params: { id }, query: { column: 0 } }),
    foreignIds: { 'params.id': (theirs) => ({ params: { id: theirs.import }, query: { column: 0 } }) },
  },
  'leadImports.check': {
    allowed: '++3433313 ++3433313 443433313',
    request: byId('import'),
    heavy: true,
    foreignIds: { 'params.id': byParams('import') },
  },
  'leadImports.correct': {
    allowed: '++3433313 ++3433313 443433313',
    request: ({ import: id }) => ({ params: { id }, body: { row: 2, column: 1, value: '054-123-4567' } }),
    foreignIds: {
      'params.id': (theirs) => ({ params: { id: theirs.import }, body: { row: 2, column: 1, value: '054-123-4567' } }),
    },
  },
  'leadImports.rows': {
    allowed: '++3433313 ++3433313 443433313',
    request: ({ import: id }) => ({ params: { id }, query: { fate: 'create' } }),
    foreignIds: { 'params.id': (theirs) => ({ params: { id: theirs.import }, query: { fate: 'create' } }) },
  },
  'leadImports.run': {
    allowed: '++3433313 ++3433313 443433313',
    request: async ({ make }) => ({ params: { id: await make.import() } }),
    foreignIds: { 'params.id': byParams('import') },
    event: 'lead.created operation.started',
  },
  'leadImports.failed': {
    allowed: '++3433313 ++3433313 443433313',
    request: byId('import'),
    foreignIds: { 'params.id': byParams('import') },
  },
  'leadImports.remove': {
    allowed: '++3433313 ++3433313 443433313',
    request: async ({ make }) => ({ params: { id: await make.import() } }),
    foreignIds: { 'params.id': byParams('import') },
  },
  'leadCounts.byStatus': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign,
    heavy: true,
    foreignIds: { 'query.campaignId': byCampaign },
  },
  'leadBoard.get': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign,
    heavy: true,
    foreignIds: {
      'query.campaignId': byCampaign,
      'query.filters.status': SAYS_NOTHING,
      'query.filters.assigned': SAYS_NOTHING,
    },
  },
  'leadCalls.last': {
    allowed: '+++++++13',
    request: ({ lead }) => ({ query: { leadIds: lead } }),
    foreignIds: { 'query.leadIds': SAYS_NOTHING },
  },
}
