import { byParams, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

/** Allowed as changes of leads: by the role in the campaign. */
const allowed = '+++++3313 ++4443313 444443313'
/** One's own calls. */
const own = '+++++3313 - 444443313'
const call = { direction: 'outbound', isAnswered: false } as const
const startedAt = () => new Date(Date.now() - 60_000).toISOString()

export const samples: Samples = {
  'outgoing.dial': {
    allowed,
    request: ({ lead }) => ({ body: { leadId: lead, via: 'softphone' } }),
    byCampaignRole: true,
    foreignIds: {
      'body.leadId': (theirs) => ({ body: { leadId: theirs.lead, via: 'softphone' } }),
      'body.campaignId': (theirs, ours) => ({
        body: { leadId: ours.lead, campaignId: theirs.campaign, via: 'softphone' },
      }),
      'body.tab': SAYS_NOTHING,
    },
  },
  'outgoing.cancel': {
    allowed: own,
    request: async ({ make }, { userId }) => ({ params: { id: await make.madeCall(userId) } }),
    foreignIds: { 'params.id': byParams('call') },
  },
  'outgoing.log': {
    allowed,
    request: ({ lead }) => ({ body: { ...call, leadId: lead, startedAt: startedAt() } }),
    byCampaignRole: true,
    foreignIds: {
      'body.leadId': (theirs) => ({ body: { ...call, leadId: theirs.lead, startedAt: startedAt() } }),
    },
    event: 'call.ended',
  },
  'outgoing.removeLog': {
    allowed: own,
    request: async ({ make }, { userId }) => ({ params: { id: await make.loggedCall(userId) } }),
    foreignIds: { 'params.id': byParams('call') },
    event: 'call.log_deleted',
  },
  'outgoing.editLog': {
    allowed: own,
    request: async ({ make }, { userId }) => ({
      params: { id: await make.loggedCall(userId) },
      body: { ...call, startedAt: startedAt() },
    }),
    foreignIds: { 'params.id': byParams('call', { ...call, startedAt: startedAt() }) },
    event: 'call.log_edited',
  },
  'outgoing.restoreLog': {
    allowed: own,
    request: async ({ make }, { userId }) => ({ params: { id: await make.deletedLog(userId) } }),
    foreignIds: { 'params.id': byParams('call') },
    event: 'call.log_restored',
  },
  'outgoing.doNotCall': {
    allowed,
    request: async ({ make }) => ({ params: { id: await make.lead() }, body: { isOn: true } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('lead', { isOn: true }) },
    event: 'lead.call_barred',
  },
}
