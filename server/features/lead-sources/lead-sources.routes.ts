import type { FastifyInstance } from 'fastify'
import { leadSourceRoutes } from '#contract/lead-sources/lead-sources.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { toSource } from './lead-sources.presenter.ts'
import * as service from './lead-sources.service.ts'
import { discard, listDeliveries, repair } from './repairs.service.ts'
import { pasteSample, previewSample, showSample } from './samples.service.ts'

export function mountLeadSources(app: FastifyInstance, deps: Deps) {
  handle(app, leadSourceRoutes.list, async ({ query }, context) => ({
    success: true,
    sources: await service.listSources(deps, context, query.campaignId),
  }))

  handle(app, leadSourceRoutes.create, async ({ body }, context) => ({
    success: true,
    source: await service.createSource(deps, context, body),
  }))

  handle(app, leadSourceRoutes.get, async ({ params }, context) => {
    const { source, sample } = await showSample(deps, context, params.id)
    return { success: true, source: toSource(deps, source), sample }
  })

  handle(app, leadSourceRoutes.change, async ({ params, body }, context) => ({
    success: true,
    source: await service.changeSource(deps, context, params.id, body),
  }))

  handle(app, leadSourceRoutes.rotate, async ({ params }, context) => ({
    success: true,
    source: await service.rotateSource(deps, context, params.id),
  }))

  handle(app, leadSourceRoutes.remove, async ({ params }, context) => {
    await service.removeSource(context, params.id)
    return { success: true }
  })

  handle(app, leadSourceRoutes.capture, async ({ params }, context) => ({
    success: true,
    source: await service.captureSample(deps, context, params.id),
  }))

  handle(app, leadSourceRoutes.paste, async ({ params, body }, context) => ({
    success: true,
    sample: await pasteSample(deps, context, params.id, body.text),
  }))

  handle(app, leadSourceRoutes.preview, async ({ params, body }, context) => ({
    success: true,
    preview: await previewSample(deps, context, { id: params.id, ...body }),
  }))

  handle(app, leadSourceRoutes.deliveries, async ({ query }, context) => ({
    success: true,
    ...(await listDeliveries(context, query)),
  }))

  handle(app, leadSourceRoutes.repair, async ({ body }, context) => ({
    success: true,
    ...(await repair(deps, context, body)),
  }))

  handle(app, leadSourceRoutes.discard, async ({ params }, context) => {
    await discard(context, params.id)
    return { success: true }
  })
}
