import type { FastifyInstance } from 'fastify'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import * as service from './working-hours.service.ts'

export function mountWorkingHours(app: FastifyInstance, { now }: Deps) {
  const at = <C extends object>(context: C) => ({ ...context, now: now() })
  handle(app, workingHoursRoutes.get, (_, context) => service.readHours(at(context)))
  handle(app, workingHoursRoutes.change, ({ body }, context) => service.changeHours(at(context), body))
  handle(app, workingHoursRoutes.at, ({ query }, context) => service.readState(at(context), query.at))
  handle(app, workingHoursRoutes.holidays, ({ query }, context) => service.readHolidays(at(context), query.year))
  handle(app, workingHoursRoutes.getOfCampaign, ({ params }, context) =>
    service.readHoursOfCampaign(at(context), params.id),
  )
  handle(app, workingHoursRoutes.changeOfCampaign, ({ params, body }, context) =>
    service.changeHoursOfCampaign(at(context), params.id, body),
  )
  handle(app, workingHoursRoutes.atOfCampaign, ({ params, query }, context) =>
    service.readStateOfCampaign(at(context), params.id, query.at),
  )
  handle(app, workingHoursRoutes.holidaysOfCampaign, ({ params, query }, context) =>
    service.readHolidaysOfCampaign(at(context), params.id, query.year),
  )
}
