import type { FastifyInstance } from 'fastify'
import type { Route } from '#contract/route.ts'

/** Time limits for receiving a request: slow senders would otherwise hold connections for ever. */
const ARRIVAL_MS = 60_000
/** A file of 25 MB on a slow phone needs minutes. */
export const UPLOAD_ARRIVAL_MS = 600_000

/** Ends the connection of a body that takes too long, except of streamed uploads, which the server's own limit ends. */
export const limitArrival = (app: FastifyInstance, ms = ARRIVAL_MS) =>
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, raw, routeOptions } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    const { upload } = (routeOptions.config as { route?: Route }).route ?? {}
    if (hasBody && !upload?.isStreamed) {
      const timer = setTimeout(() => raw.destroy(), ms)
      const clear = () => clearTimeout(timer)
      raw.once('end', clear)
      reply.raw.once('close', clear)
    }
    done()
  })
