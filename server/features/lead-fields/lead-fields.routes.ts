import type { FastifyInstance } from 'fastify'
import { leadFieldRoutes } from '#contract/lead-fields/lead-fields.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import {
  changeField,
  createField,
  moveField,
  readSettings,
  removeField,
  restoreField,
  startWith,
  toOwnFields,
} from './lead-fields.service.ts'

export function mountLeadFields(app: FastifyInstance, deps: Deps) {
  const { ownFields, now } = deps
  handle(app, leadFieldRoutes.list, async (_, { caller }) => ({
    success: true,
    fields: toOwnFields(await ownFields.find(caller.businessId), caller),
  }))
  handle(app, leadFieldRoutes.settings, (_, context) => readSettings(context))
  handle(app, leadFieldRoutes.create, async ({ body }, context) => ({
    success: true,
    field: await createField(context, body),
  }))
  handle(app, leadFieldRoutes.change, ({ params, body }, context) => changeField(deps, context, params.id, body))
  handle(app, leadFieldRoutes.order, async ({ body }, context) => ({
    success: true,
    order: await moveField(context, body),
  }))
  handle(app, leadFieldRoutes.remove, async ({ params }, context) => ({
    success: true,
    deleted: await removeField({ ...context, now: now() }, params.id),
  }))
  handle(app, leadFieldRoutes.restore, async ({ params }, context) => ({
    success: true,
    field: await restoreField(context, params.id),
  }))
  handle(app, leadFieldRoutes.start, async ({ body }, context) => ({
    success: true,
    fields: await startWith(context, body.set),
  }))
}
