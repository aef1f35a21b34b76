import { byId, byParams, type Samples } from '../../testing/routes/samples.ts'

const aTemplate = {
  nameHe: 'תודה על הפנייה',
  nameEn: 'Thank you',
  channel: 'sms',
  purpose: 'service',
  contents: { he: { text: 'שלום {{lead.name}}' }, en: null },
}

export const samples: Samples = {
  'messageTemplates.list': { allowed: '+++++3313', byCampaignRole: true },
  'messageTemplates.create': {
    allowed: '+33333313',
    request: () => ({ body: aTemplate }),
    event: 'message_template.created',
  },
  'messageTemplates.change': {
    allowed: '+33333313 - 433333313',
    request: async ({ make }) => ({ params: { id: await make.template() }, body: { ...aTemplate, expected: 0 } }),
    foreignIds: { 'params.id': byParams('template', { ...aTemplate, expected: 0 }) },
    event: 'message_template.changed',
  },
  'messageTemplates.setValues': {
    allowed: '+33333313 - 433333313',
    request: async ({ make }) => ({
      params: { id: await make.accountTemplate() },
      body: { language: 'he', values: ['{{lead.name}}'] },
    }),
    foreignIds: { 'params.id': byParams('template', { language: 'he', values: [] }) },
    event: 'message_template.changed',
  },
  'messageTemplates.remove': {
    allowed: '+33333313 - 433333313',
    request: async ({ make }) => ({ params: { id: await make.template() } }),
    foreignIds: { 'params.id': byParams('template') },
    event: 'message_template.deleted',
  },
  'messageTemplates.restore': {
    allowed: '+33333313 - 433333313',
    request: async ({ make }) => ({ params: { id: await make.deletedTemplate() } }),
    foreignIds: { 'params.id': byParams('template') },
    event: 'message_template.restored',
  },
  'messageTemplates.values': {
    allowed: '+++++3313 ++4443313 444443313',
    request: byId('lead'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('lead') },
  },
}
