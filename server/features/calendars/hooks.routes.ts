import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { isId } from '../../platform/ids.ts'
import { hashOf } from '../auth/tokens.ts'
import { CALENDAR_HOOK } from './channels.service.ts'
import { wakeByChannel } from './hooks.queries.ts'

/**
 * Google's notes that a calendar changed. They have no body and no signature: a random token of the channel proves them, and
 * all that they do is that the calendar is read now.
 */
export function mountCalendarHooks(app: FastifyInstance, { tenants, now, calendarProvider }: Deps) {
  if (!calendarProvider.isOffered) return
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { bodyLimit: 1_024 }, (_request, payload, done) => {
      payload.resume()
      payload.on('end', () => done(null, undefined))
    })
    hooks.post(CALENDAR_HOOK, { schema: { hide: true } }, async ({ headers }, reply) => {
      const [id, token] = [headers['x-goog-channel-id'], headers['x-goog-channel-token']].map(String)
      const isKnown =
        id !== undefined &&
        isId(id) &&
        token !== undefined &&
        (await wakeByChannel(tenants.pool, { id, hash: hashOf(token), now: now() }))
      return reply
        .code(isKnown ? 200 : 404)
        .type('text/plain')
        .send('')
    })
  })
}

/** In a demo, the pages of the Google in the box. */
export function mountLocalGoogle(app: FastifyInstance, { calendarProvider: { local } }: Deps) {
  if (!local) return
  app.get('/dev/google', { schema: { hide: true } }, async (_, reply) =>
    reply.redirect((await local()).account.issuer, 303),
  )
}
