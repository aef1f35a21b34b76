import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { clientOf } from '../../../platform/http/client.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { counterOf, type Limit, limitTo, networkOf } from '../../../platform/http/rate-limits.ts'
import { FEED_PATH, readFeed } from '../../calendars/feeds.service.ts'
import { findFeedFile } from './feed.service.ts'

const TOKEN = /^([\w-]{43})\.ics$/
/** Unknown addresses from one network. */
const limit: Limit = { max: 60, seconds: 3_600 }

/** A person's meetings for calendars of any kind, by a secret address. Calendars read it; it changes nothing. */
export function mountFeed(app: FastifyInstance, deps: Deps) {
  app.get<{ Params: { file: string } }>(`${FEED_PATH}/:file`, { schema: { hide: true } }, async (request, reply) => {
    const [, token] = TOKEN.exec(request.params.file) ?? []
    const userId = token && (await readFeed(deps, token))
    if (!userId) {
      const counter = counterOf('wrongFeeds', networkOf(clientOf(request).ip))
      await limitTo(deps.tenants.pool, counter, limit, deps.now())
      throw new AppError('not_found')
    }
    return reply
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .type('text/calendar; charset=utf-8')
      .send(await findFeedFile(deps, userId))
  })
}
