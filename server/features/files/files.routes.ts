import type { FastifyInstance } from 'fastify'
import { fileRoutes } from '#contract/files/files.ts'
import type { Deps } from '../../deps.ts'
import { clientOf, originOfClient } from '../../platform/http/client.ts'
import { handle } from '../../platform/http/handle.ts'
import { withUploads } from '../../platform/http/uploads.ts'
import { CONTENT_PATH } from './file-links.rules.ts'
import * as service from './files.service.ts'
import { addFile } from './uploads.service.ts'

export function mountFiles(app: FastifyInstance, deps: Deps) {
  handle(app, fileRoutes.list, async ({ params }, context) => ({
    success: true,
    ...(await service.findFiles(deps, context, params.id)),
  }))
  withUploads(app, (uploads) => {
    handle(uploads, fileRoutes.add, async ({ params: { id: leadId } }, context) => {
      const fileId = await addFile(deps, context, leadId, context.file)
      return { success: true, file: (await service.getFile(deps, context, { leadId, fileId })).file }
    })
  })
  handle(app, fileRoutes.get, async ({ params: { id: leadId, fileId } }, context) => ({
    success: true,
    ...(await service.getFile(deps, context, { leadId, fileId })),
  }))
  handle(app, fileRoutes.remove, async ({ params: { id: leadId, fileId } }, context) => {
    await service.deleteFile(deps, context, { leadId, fileId })
    return { success: true }
  })
  handle(app, fileRoutes.restore, async ({ params: { id: leadId, fileId } }, context) => ({
    success: true,
    file: await service.restoreFile(deps, context, { leadId, fileId }),
  }))
  // A picture or a download cannot send a token, so the signed address identifies the user.
  app.get(CONTENT_PATH, { schema: { hide: true }, config: { compress: false } as object }, (request, reply) =>
    service.sendFile(
      deps,
      { url: request.url, range: request.headers.range, from: originOfClient(clientOf(request)) },
      reply,
    ),
  )
}
