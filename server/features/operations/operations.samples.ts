import { byParams, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

const tagging = { kind: 'tag', add: ['Known'] }
const trashing = { kind: 'delete' }

export const samples: Samples = {
  'operations.create': {
    allowed: '++++33313 ++4433313 444433313',
    request: ({ lead }) => ({ body: { action: tagging, leadIds: [lead] } }),
    byCampaignRole: true,
    foreignIds: {
      'body.leadIds': (theirs, ours) => ({ body: { action: trashing, leadIds: [ours.lead, theirs.lead] } }),
      'body.campaignId': (theirs) => ({ body: { action: trashing, all: true, campaignId: [theirs.campaign] } }),
      'body.action.statusId': (theirs, ours) => ({
        body: { action: { kind: 'status', statusId: theirs.status }, leadIds: [ours.lead] },
      }),
      'body.action.campaignId': (theirs, ours) => ({
        body: { action: { kind: 'move', campaignId: theirs.campaign }, leadIds: [ours.lead] },
      }),
      'body.action.assignedTo': (theirs, ours) => ({
        body: { action: { kind: 'assign', assignedTo: theirs.user }, leadIds: [ours.lead] },
      }),
      'body.except': SAYS_NOTHING,
      'body.filters.status': SAYS_NOTHING,
      'body.filters.assigned': SAYS_NOTHING,
    },
    event: 'lead.changed operation.started',
  },
  'operations.list': { allowed: '++++33313', byCampaignRole: true },
  'operations.get': {
    allowed: '+++++3313 - 444443313',
    request: async ({ make }, { userId }) => ({ params: { id: await make.operation(userId) } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('operation') },
  },
  'operations.preview': {
    allowed: '+++++3313 - 444443313',
    request: async ({ make }, { userId }) => ({ params: { id: await make.operation(userId, 'edits') } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('operation') },
    heavy: true,
  },
  'operations.undo': {
    allowed: '+++++3313 - 444443313',
    request: async ({ make }, { userId }) => ({ params: { id: await make.operation(userId, 'edits') } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('operation') },
  },
  'operations.cancel': {
    allowed: '++++33313 - 444433313',
    request: async ({ make }, { userId }) => ({ params: { id: await make.operation(userId) } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('operation') },
  },
}
