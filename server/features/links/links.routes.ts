import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clickIdFields } from '#contract/leads/attribution.ts'
import { SHORT_LINK_PATH, targetOf } from '#contract/values/links.ts'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../platform/http/client.ts'
import { networkOf } from '../../platform/http/rate-limits.ts'
import { openRequestLimits } from '../access/request-limits.ts'
import { openLinkClicks } from './link-clicks.ts'
import { findLink } from './links.queries.ts'
import { isRobot, readCode } from './links.rules.ts'

/**
 * Requests per minute for each network, counted per process: enough for an office behind one address, too few to search
 * for codes.
 */
const RATE_PER_MINUTE = 300
const CLICK_ID_MAX = 500

type Visit = FastifyRequest<{ Params: { code: string }; Querystring: Record<string, unknown> }>

/**
 * Serves the short addresses of links. They are outside the API, need no sign-in, and redirect only to stored targets.
 */
export function mountShortLinks(app: FastifyInstance, { tenants, workerDb, now, onError }: Deps) {
  const limit = openRequestLimits(now)
  const clicks = openLinkClicks(workerDb, onError)
  app.addHook('onClose', clicks.stop)

  app.get(`${SHORT_LINK_PATH}/:code`, { schema: { hide: true } }, async (request: Visit, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    const { ip, userAgent } = clientOf(request)
    limit(networkOf(ip), RATE_PER_MINUTE, reply)
    const code = readCode(request.params.code)
    const link = code && (await findLink(tenants.pool, code))
    if (!link) return reply.code(404).callNotFound()
    if (request.method === 'GET' && !isRobot(userAgent) && !isPrefetch(request)) clicks.note(link)
    return reply.redirect(targetOf(link.url, link.utm, clickIdsIn(request.query)), 302)
  })
}

/** Whether a browser only prefetches the page. This does not count as a click. */
const isPrefetch = ({ headers }: FastifyRequest) =>
  /prefetch|preview|prerender/i.test([headers['sec-purpose'], headers.purpose, headers['x-moz']].join())

/**
 * Advertisers append click ids to the address. These are passed on to the target page; otherwise the origin of the lead
 * is lost.
 */
const clickIdsIn = (query: Record<string, unknown>) =>
  Object.fromEntries(
    clickIdFields.flatMap((name) => {
      const value = query[name]
      return typeof value === 'string' && value && value.length <= CLICK_ID_MAX ? [[name, value]] : []
    }),
  )
