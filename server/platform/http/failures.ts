import type { FastifyRequest } from 'fastify'
import { type Log, logError } from '../log.ts'

/**
 * Writes a request's error with its id, method and route. The route is the pattern, such as /api/lead/:id: an address
 * may hold tokens, and a query may hold phones.
 */
export const logFailure = (request: FastifyRequest, error: unknown) =>
  logError(request.server.log as Log, error, {
    reqId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
  })
