import type { FastifyInstance } from 'fastify'
import { shiftRoutes } from '#contract/shifts/shifts.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { readGrid } from './grid.service.ts'
import { changeDraft, copyWeek, publishWeek } from './publishing.service.ts'
import * as service from './shifts.service.ts'

export function mountShifts(app: FastifyInstance, { now }: Deps) {
  const at = <C extends object>(context: C) => ({ ...context, now: now() })
  handle(app, shiftRoutes.own, (_, context) => service.readShifts(at(context), context.caller.userId))
  handle(app, shiftRoutes.changeOwn, ({ body }, context) =>
    service.changePlan(at(context), context.caller.userId, body),
  )
  handle(app, shiftRoutes.pauseOwn, ({ body }, context) =>
    service.changePause(at(context), context.caller.userId, body.until),
  )
  handle(app, shiftRoutes.now, (_, context) => service.readNow(at(context)))
  handle(app, shiftRoutes.grid, ({ query }, context) => readGrid(at(context), query))
  handle(app, shiftRoutes.draft, ({ params, body }, context) => changeDraft(at(context), params.userId, body))
  handle(app, shiftRoutes.publish, ({ body }, context) => publishWeek(at(context), body))
  handle(app, shiftRoutes.copy, ({ body }, context) => copyWeek(at(context), body))
  handle(app, shiftRoutes.settings, (_, context) => service.readSettings(context))
  handle(app, shiftRoutes.changeSettings, ({ body }, context) => service.changeSettings(context, body))
  handle(app, shiftRoutes.ofPerson, ({ params }, context) => service.readShifts(at(context), params.userId))
  handle(app, shiftRoutes.changeOfPerson, ({ params, body }, context) =>
    service.changePlan(at(context), params.userId, body),
  )
  handle(app, shiftRoutes.pauseOfPerson, ({ params, body }, context) =>
    service.changePause(at(context), params.userId, body.until),
  )
}
