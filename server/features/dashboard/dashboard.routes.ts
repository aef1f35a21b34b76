import type { FastifyInstance } from 'fastify'
import { AUDITS_SHOWN, dashboardRoutes } from '#contract/dashboard.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { listAudits } from './counter-audits.queries.ts'
import { readDashboard } from './dashboard.service.ts'
import { readHours } from './hours.service.ts'
import { readMeetingFigures } from './meeting-figures.service.ts'
import { readReturns } from './returns.service.ts'

export function mountDashboard(app: FastifyInstance, { now }: Deps) {
  handle(app, dashboardRoutes.get, async ({ query }, { db, caller }) => ({
    success: true,
    dashboard: await readDashboard({ db, caller, now: now() }, query),
  }))
  handle(app, dashboardRoutes.hours, async ({ query }, { db, caller }) => ({
    success: true,
    hours: await readHours({ db, caller, now: now() }, query),
  }))
  handle(app, dashboardRoutes.returns, async ({ query }, { db, caller }) => ({
    success: true,
    returns: await readReturns({ db, caller, now: now() }, query),
  }))
  handle(app, dashboardRoutes.meetings, async ({ query }, { db, caller }) => ({
    success: true,
    meetings: await readMeetingFigures({ db, caller, now: now() }, query),
  }))
  handle(app, dashboardRoutes.audits, async (_, { db, caller }) => ({
    success: true,
    audits: await listAudits(db, caller.businessId, AUDITS_SHOWN),
  }))
}
