import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callRoutes } from '#contract/calls/calls.ts'
import type { Deps } from '../../../deps.ts'
import { handle } from '../../../platform/http/handle.ts'
import { findListens, giveLink, sendRecording } from './recordings.service.ts'

export function mountRecordings(app: FastifyInstance, deps: Deps) {
  handle(app, callRoutes.recordingLink, async ({ params, body }, context) => ({
    success: true,
    ...(await giveLink(deps, context, { callId: params.id, ...body })),
  }))
  handle(app, callRoutes.listens, async ({ params }, context) => ({
    success: true,
    listens: await findListens(context, params.id),
  }))
  // A media player cannot send a token, so the signed URL identifies the user.
  app.get(
    '/call/:id/recording',
    { schema: { hide: true }, config: { compress: false } as object },
    (request: FastifyRequest, reply) => sendRecording(deps, request.url, request.headers.range, reply),
  )
}
