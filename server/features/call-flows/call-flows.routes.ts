import type { FastifyInstance } from 'fastify'
import { callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { withUploads } from '../../platform/http/uploads.ts'
import * as service from './call-flows.service.ts'
import * as sounds from './call-sounds.service.ts'

export function mountCallFlows(app: FastifyInstance, deps: Deps) {
  handle(app, callFlowRoutes.list, async (_, context) => ({ success: true, flows: await service.listFlows(context) }))
  handle(app, callFlowRoutes.create, async ({ body }, context) => ({
    success: true,
    flow: await service.createFlow(deps, context, body),
  }))
  handle(app, callFlowRoutes.get, async ({ params }, context) => ({
    success: true,
    flow: await service.getFlow(context, params.id),
  }))
  handle(app, callFlowRoutes.change, async ({ params, body }, context) => ({
    success: true,
    flow: await service.changeFlow(deps, context, params.id, body),
  }))
  handle(app, callFlowRoutes.publish, async ({ params, body }, context) => ({
    success: true,
    flow: await service.publishFlow(deps, context, params.id, body),
  }))
  handle(app, callFlowRoutes.versions, async ({ params }, context) => ({
    success: true,
    versions: await service.listVersions(context, params.id),
  }))
  handle(app, callFlowRoutes.remove, async ({ params }, context) => {
    await service.removeFlow(deps, context, params.id)
    return { success: true }
  })
  handle(app, callFlowRoutes.attach, async ({ params }, context) => ({
    success: true,
    flow: await service.attachNumber(context, params),
  }))
  handle(app, callFlowRoutes.detach, async ({ params }, context) => ({
    success: true,
    flow: await service.detachNumber(context, params),
  }))
}

export function mountCallSounds(app: FastifyInstance, deps: Deps) {
  handle(app, callFlowRoutes.sounds, async (_, context) => ({
    success: true,
    sounds: await sounds.listSounds(context),
  }))
  withUploads(app, (uploads) => {
    handle(uploads, callFlowRoutes.addSound, async (_, context) => ({
      success: true,
      sound: await sounds.addSound(deps, context, await context.file()),
    }))
  })
  handle(app, callFlowRoutes.renameSound, async ({ params, body }, context) => ({
    success: true,
    sound: await sounds.renameSound(context, params.id, body),
  }))
  handle(app, callFlowRoutes.removeSound, async ({ params }, context) => {
    await sounds.removeSound(context, params.id)
    return { success: true }
  })
  handle(app, callFlowRoutes.soundLink, async ({ params }, context) => ({
    success: true,
    ...(await sounds.linkSound(deps, context, params.id)),
  }))
  app.get(sounds.SOUND_PATH, { schema: { hide: true }, config: { compress: false } as object }, (request, reply) =>
    sounds.sendSound(deps, { url: request.url, range: request.headers.range }, reply),
  )
}
