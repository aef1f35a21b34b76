import { byId, byParams, type Samples, type World } from '../../testing/routes/samples.ts'
import { aRouting } from '../../testing/test-numbers.ts'

const sid = `PN${'a'.repeat(32)}`
const ringing = ({ user }: World) => ({
  ring: { ...aRouting().ring, targets: [{ kind: 'softphone', userId: user }] },
})

export const samples: Samples = {
  'adoptedNumbers.list': { allowed: '++3333313' },
  // The provider of these tests does not answer, so nothing is written.
  'adoptedNumbers.adopt': {
    takesContacts: true,
    allowed: '++3333313 ++3333313 443333313',
    request: ({ campaign }) => ({ body: { sid, campaignId: campaign, routing: { ring: aRouting().ring } } }),
    foreignIds: {
      'body.campaignId': (theirs) => ({ body: { sid, campaignId: theirs.campaign } }),
      'body.routing.ring.targets.userId': (theirs, ours) => ({
        body: { sid, campaignId: ours.campaign, routing: ringing(theirs) },
      }),
    },
  },
  'adoptedNumbers.standing': {
    allowed: '++3333313 ++3333313 443333313',
    request: byId('number'),
    foreignIds: { 'params.id': byParams('number') },
  },
}
