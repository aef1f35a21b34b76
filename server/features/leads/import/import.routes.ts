import type { FastifyInstance } from 'fastify'
import { leadImportRoutes } from '#contract/leads/sheets/lead-import.ts'
import type { Deps } from '../../../deps.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { handle } from '../../../platform/http/handle.ts'
import { withUploads } from '../../../platform/http/uploads.ts'
import { translate } from '../../../platform/texts.ts'
import { failedRows, giveFailedLink } from './failed-rows.service.ts'
import {
  changeImport,
  checkImport,
  listImports,
  listValues,
  readImport,
  removeImport,
  requireImporter,
  runImport,
  uploadImport,
} from './import.service.ts'

export function mountImports(app: FastifyInstance, deps: Deps) {
  const reading = async <C extends { caller: Member }>(context: C) => ({
    ...context,
    own: await deps.ownFields.find(context.caller.businessId),
    now: deps.now(),
  })
  withUploads(app, (uploads) => {
    handle(uploads, leadImportRoutes.upload, async ({ query }, { file, ...context }) => {
      requireImporter(context.caller)
      return uploadImport(await reading(context), { ...query, bytes: await file() })
    })
  })
  handle(app, leadImportRoutes.list, async (_, context) => listImports(await reading(context)))
  handle(app, leadImportRoutes.get, ({ params }, context) => readImport(context, params.id))
  handle(app, leadImportRoutes.change, async ({ params, body }, context) =>
    changeImport(await reading(context), params.id, body),
  )
  handle(app, leadImportRoutes.values, async ({ params, query }, context) =>
    listValues(await reading(context), params.id, query.column),
  )
  handle(app, leadImportRoutes.check, async ({ params }, context) => checkImport(await reading(context), params.id))
  handle(app, leadImportRoutes.run, async ({ params }, context) => runImport(deps, await reading(context), params.id))
  handle(app, leadImportRoutes.failed, async ({ params }, context) =>
    giveFailedLink(deps, await reading(context), params.id),
  )
  handle(app, leadImportRoutes.remove, async ({ params }, context) => {
    await removeImport(await reading(context), params.id)
    return { success: true, message: translate(context.language, 'errors', 'operation_succeeded') }
  })
  failedRows.mount(app, deps)
}
