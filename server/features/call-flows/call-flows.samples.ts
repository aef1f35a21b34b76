import { aTelephoneWav } from '../../testing/routes/call-flow-fixtures.ts'
import { body, byParams, type Samples, type World } from '../../testing/routes/samples.ts'

const place = (step: object) => [{ id: 'a', parent: null, ...step }]
const draft = (step: object) => ({
  settings: { language: 'en', recording: false, whisper: { isOn: false, text: '' }, screening: false },
  steps: place(step),
})
const rings = (target: object) => ({
  kind: 'ring',
  ring: {
    whom: { by: 'list', targets: [target] },
    order: 'together',
    seconds: 20,
    knownFirst: false,
    onShiftOnly: false,
  },
})
const changing = (stepOf: (theirs: World) => object) => (theirs: World, ours: World) => ({
  params: { id: ours.flow },
  body: { draft: draft(stepOf(theirs)), expected: 0 },
})
const END = { kind: 'hangup' }
const A_CALL = { at: '2026-11-29T10:00:00.000Z', from: '+972501234567' }

export const samples: Samples = {
  'callFlows.list': { allowed: '++++33313', byCampaignRole: true },
  'callFlows.create': {
    allowed: '++++33313',
    request: body({ name: 'Kitchens' }),
    byCampaignRole: true,
    foreignIds: {
      'body.numberId': (theirs) => ({ body: { name: 'Kitchens', numberId: theirs.number } }),
      'body.copyOf': (theirs) => ({ body: { name: 'Kitchens', copyOf: theirs.flow } }),
    },
    event: 'call_flow.created',
  },
  'callFlows.get': {
    allowed: '++++33313 ++4433313 444433313',
    request: async ({ callFlows }) => ({ params: { id: await callFlows.flow() } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('flow') },
  },
  'callFlows.change': {
    allowed: '++++33313 ++4433313 444433313',
    request: async ({ callFlows }) => ({
      params: { id: await callFlows.flow() },
      body: { name: 'Baths', draft: draft(END), expected: 0 },
    }),
    byCampaignRole: true,
    takesContacts: true,
    foreignIds: {
      'params.id': byParams('flow', { draft: draft(END), expected: 0 }),
      'body.draft.steps.ring.whom.targets.userId': changing(({ user }) => rings({ kind: 'softphone', userId: user })),
      'body.draft.steps.flowId': changing(({ flow }) => ({ kind: 'flow', flowId: flow })),
      'body.draft.steps.spoken.soundId': changing(({ sound }) => ({
        kind: 'message',
        spoken: { by: 'sound', soundId: sound },
      })),
      'body.draft.steps.music.soundId': changing(({ sound }) => ({
        ...rings({ kind: 'phone', phone: '+972501111111' }),
        kind: 'wait',
        seconds: 60,
        music: { by: 'sound', soundId: sound },
        tellsPlace: false,
        offersCallback: false,
      })),
    },
    event: 'call_flow.renamed',
  },
  'callFlows.publish': {
    allowed: '++++33313 ++4433313 444433313',
    request: async ({ callFlows }) => ({ params: { id: await callFlows.flow() }, body: { expected: 0 } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('flow', { expected: 0 }) },
    event: 'call_flow.published',
  },
  'callFlows.versions': {
    allowed: '++++33313 ++4433313 444433313',
    request: async ({ callFlows }) => ({ params: { id: await callFlows.flow() } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('flow') },
  },
  // Flows without numbers that another person made: Owner and Admin.
  'callFlows.remove': {
    allowed: '++4433313 ++4433313 444433313',
    request: async ({ callFlows }) => ({ params: { id: await callFlows.flow('unused') } }),
    foreignIds: { 'params.id': byParams('flow') },
    event: 'call_flow.deleted',
  },
  'callFlows.attach': {
    allowed: '++++33313 ++4433313 444433313',
    request: async ({ callFlows }) => ({ params: { id: await callFlows.flow(), numberId: await callFlows.number() } }),
    byCampaignRole: true,
    foreignIds: {
      'params.id': (theirs, ours) => ({ params: { id: theirs.flow, numberId: ours.number } }),
      'params.numberId': (theirs, ours) => ({ params: { id: ours.flow, numberId: theirs.number } }),
    },
    event: 'number.changed',
  },
  'callFlows.detach': {
    allowed: '++++33313 ++4433313 444433313',
    request: async ({ callFlows }) => ({ params: { id: await callFlows.flow(), numberId: await callFlows.number() } }),
    byCampaignRole: true,
    foreignIds: {
      'params.id': (theirs, ours) => ({ params: { id: theirs.flow, numberId: ours.number } }),
      'params.numberId': (theirs, ours) => ({ params: { id: ours.flow, numberId: theirs.number } }),
    },
  },
  'callFlows.simulate': {
    allowed: '++++33313 ++4433313 444433313',
    request: async ({ callFlows }) => ({
      params: { id: await callFlows.flow() },
      body: { numberId: await callFlows.number(), ...A_CALL },
    }),
    byCampaignRole: true,
    foreignIds: {
      'params.id': (theirs, ours) => ({ params: { id: theirs.flow }, body: { numberId: ours.number, ...A_CALL } }),
      'body.numberId': (theirs, ours) => ({ params: { id: ours.flow }, body: { numberId: theirs.number, ...A_CALL } }),
    },
  },
  'callFlows.rehearsal': {
    allowed: '++++33313 ++4433313 444433313',
    request: async ({ callFlows }) => ({
      params: { id: await callFlows.flow() },
      query: { numberId: await callFlows.number() },
    }),
    byCampaignRole: true,
    heavy: true,
    foreignIds: {
      'params.id': (theirs, ours) => ({ params: { id: theirs.flow }, query: { numberId: ours.number } }),
      'query.numberId': (theirs, ours) => ({ params: { id: ours.flow }, query: { numberId: theirs.number } }),
    },
  },
  'callFlows.sounds': { allowed: '++++33313', byCampaignRole: true },
  'callFlows.addSound': {
    allowed: '++++33313',
    request: () => ({ file: new Blob([aTelephoneWav()]) }),
    byCampaignRole: true,
    event: 'call_sound.added',
  },
  'callFlows.renameSound': {
    allowed: '++++33313',
    request: async ({ callFlows }) => ({ params: { id: await callFlows.sound() }, body: { name: 'Welcome' } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('sound', { name: 'Welcome' }) },
    event: 'call_sound.renamed',
  },
  'callFlows.removeSound': {
    allowed: '++++33313',
    request: async ({ callFlows }) => ({ params: { id: await callFlows.sound() } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('sound') },
    event: 'call_sound.deleted',
  },
  'callFlows.soundLink': {
    allowed: '++++33313',
    request: async ({ callFlows }) => ({ params: { id: await callFlows.sound() } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('sound') },
  },
}
