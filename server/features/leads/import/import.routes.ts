import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/constants.ts'
import { leadImportRoutes } from '#contract/leads/sheets/lead-import.ts'
import type { Deps } from '../../../deps.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { handle } from '../../../platform/http/handle.ts'
import { withUploads } from '../../../platform/http/uploads.ts'
import { translate } from '../../../platform/texts.ts'
import { failedRows, giveFailedLink } from './failed-rows.service.ts'
import {
  changeImport,
  listImports,
  listValues,
  readImport,
  removeImport,
  requireImporter,
  runImport,
  uploadImport,
} from './import.service.ts'
import { checkImport } from './import-check.service.ts'
import { correctCell, listRows } from './import-rows.service.ts'

const done = ({ language }: { language: Language }) => ({
  success: true as const,
  message: translate(language, 'errors', 'operation_succeeded'),
})

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
    listValues(await reading(context), params.id, query),
  )
  handle(app, leadImportRoutes.check, async ({ params }, context) => checkImport(await reading(context), params.id))
  handle(app, leadImportRoutes.correct, async ({ params, body }, context) => {
    await correctCell(await reading(context), params.id, body)
    return done(context)
  })
  handle(app, leadImportRoutes.rows, ({ params, query }, context) => listRows(context, params.id, query))
  handle(app, leadImportRoutes.run, async ({ params }, context) => runImport(deps, await reading(context), params.id))
  handle(app, leadImportRoutes.failed, async ({ params }, context) =>
    giveFailedLink(deps, await reading(context), params.id),
  )
  handle(app, leadImportRoutes.remove, async ({ params }, context) => {
    await removeImport(await reading(context), params.id)
    return done(context)
  })
  failedRows.mount(app, deps)
}
