import { byCampaign, byId, byParams, ofCampaign, type Samples } from '../../testing/routes/samples.ts'
import { aForm } from '../../testing/test-forms.ts'

export const samples: Samples = {
  'forms.list': {
    allowed: '++++++313 ++4444313 444444313',
    request: ofCampaign,
    byCampaignRole: true,
    foreignIds: { 'query.campaignId': byCampaign },
  },
  'forms.listAll': { allowed: '++++++313', byCampaignRole: true },
  'forms.create': {
    allowed: '++++33313 ++4433313 444433313',
    request: ({ campaign }) => ({ body: { ...aForm(), campaignId: campaign } }),
    byCampaignRole: true,
    foreignIds: {
      'body.campaignId': (theirs) => ({ body: { ...aForm(), campaignId: theirs.campaign } }),
      'body.bookingPageId': (theirs, ours) => ({
        body: { ...aForm(), campaignId: ours.campaign, bookingPageId: theirs.bookingPage },
      }),
    },
    event: 'form.created',
  },
  'forms.preview': {
    allowed: '++++33313',
    request: () => {
      const { languages, fields, texts } = aForm()
      return { body: { language: 'en', languages, fields, texts } }
    },
    byCampaignRole: true,
  },
  'forms.get': {
    allowed: '++++33313 ++4433313 444433313',
    request: byId('form'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('form') },
  },
  'forms.change': {
    allowed: '++++33313 ++4433313 444433313',
    request: byId('form', { name: 'Renamed' }),
    byCampaignRole: true,
    foreignIds: {
      'params.id': byParams('form', { name: 'Renamed' }),
      'body.bookingPageId': (theirs, ours) => ({
        params: { id: ours.form },
        body: { bookingPageId: theirs.bookingPage },
      }),
    },
    event: 'form.changed',
  },
  'forms.remove': {
    allowed: '++++33313 ++4433313 444433313',
    request: async ({ make }) => ({ params: { id: await make.form() } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('form') },
    event: 'form.deleted',
  },
  'forms.payloads': {
    allowed: '++++33313 ++4433313 444433313',
    request: byId('form'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('form') },
  },
}
