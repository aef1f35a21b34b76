import { byParams, type RequestInput, type Samples } from '../../testing/routes/samples.ts'

type Body = RequestInput['body']
/** A call that rang the asker, and is over: other people do not find it. */
const ofOwnCall = (body?: Body): Samples[string] => ({
  allowed: '+++++++13 - 444444413',
  request: async ({ make }, { userId }) => ({ params: { id: await make.call(userId) }, ...(body && { body }) }),
  foreignIds: { 'params.id': byParams('call', body) },
})

export const samples: Samples = {
  'talk.get': ofOwnCall(),
  'talk.colleagues': ofOwnCall(),
  'talk.hold': ofOwnCall({ isHeld: true }),
  'talk.complete': ofOwnCall(),
  'talk.cancel': ofOwnCall(),
  'talk.transfer': {
    ...ofOwnCall(),
    request: async ({ make }, { userId }) => ({
      params: { id: await make.call(userId) },
      body: { userId, kind: 'blind' },
    }),
    foreignIds: {
      'params.id': byParams('call', { userId: crypto.randomUUID(), kind: 'blind' }),
      'body.userId': (theirs, ours) => ({ params: { id: ours.call }, body: { userId: theirs.user, kind: 'blind' } }),
    },
  },
}
