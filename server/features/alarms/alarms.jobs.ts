import { z } from 'zod'
import { id } from '#contract/common.ts'
import { beginningOf, dayOf } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import type { Projection } from '../../platform/events/relay.ts'
import { addJobs, job, specOf } from '../../platform/jobs/job.ts'
import { listChargedAccounts } from '../numbers/budget/budget.service.ts'
import { raiseAccountAlarms } from './account-alarms.service.ts'
import { listOpenBusinesses } from './alarms.queries.ts'
import { raiseAlarms } from './alarms.service.ts'
import { listUnexamined } from './holes.queries.ts'
import { raiseHoles } from './holes.service.ts'

const raiseAlarmsOfBusiness = job({
  name: 'raiseAlarmsOfBusiness',
  payload: z.object({ businessId: id }),
  maxAttempts: 3,
  run: (deps: Deps, { businessId }) => raiseAlarms(deps, businessId),
})

const raiseAlarmsWhereOpen = job({
  name: 'raiseAlarmsWhereOpen',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '17 * * * *',
  async run({ workerDb, now }: Deps) {
    const businesses = await listOpenBusinesses(workerDb, { now: now() })
    await addJobs(
      workerDb,
      businesses.map(({ businessId }) => specOf(raiseAlarmsOfBusiness, { businessId })),
    )
  },
})

const watchAccount = job({
  name: 'watchTelephonyAccount',
  payload: z.object({ businessId: id, connectionId: id }),
  maxAttempts: 3,
  run: (deps: Deps, account) => raiseAccountAlarms(deps, account),
})

/** Also when the business is closed: an account costs money by night, too. */
const watchAccounts = job({
  name: 'watchTelephonyAccounts',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '41 * * * *',
  async run({ workerDb }: Deps) {
    const accounts = await listChargedAccounts(workerDb)
    await addJobs(
      workerDb,
      accounts.map((account) => specOf(watchAccount, account)),
    )
  },
})

const raiseHolesOfBusiness = job({
  name: 'raiseHolesOfBusiness',
  payload: z.object({ businessId: id }),
  maxAttempts: 5,
  run: (deps: Deps, { businessId }) => raiseHoles(deps, businessId),
})

/** Once a day, in working time: the window has moved on by a day. */
const raiseHolesWhereOpen = job({
  name: 'raiseHolesWhereOpen',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '23 * * * *',
  async run({ workerDb, now }: Deps) {
    const at = now()
    const businesses = await listUnexamined(workerDb, { now: at, before: beginningOf(dayOf(at)) })
    await addJobs(
      workerDb,
      businesses.map(({ businessId }) => specOf(raiseHolesOfBusiness, { businessId })),
    )
  },
})

/** After these, a number may ring others than before, or be open at other times. */
const moving: readonly string[] = [
  'shift_plan.changed',
  'shift_pause.changed',
  'shift_week.published',
  'shift_swap.approved',
  'shift_swap.undone',
  'shift_settings.changed',
  'working_hours.changed',
  'campaign_hours.changed',
  'call_flow.published',
  'number.changed',
  'member.changed',
  'member.removed',
  'member.left',
  'member.suspended',
]
export const holesProjection: Projection = {
  jobs: (events) =>
    [...new Set(events.filter(({ name }) => moving.includes(name)).map(({ businessId }) => businessId))].map(
      (businessId) => specOf(raiseHolesOfBusiness, { businessId }, { job_key: `holes ${businessId}` }),
    ),
}

export const alarmJobs = [
  raiseAlarmsOfBusiness,
  raiseAlarmsWhereOpen,
  raiseHolesOfBusiness,
  raiseHolesWhereOpen,
  watchAccount,
  watchAccounts,
]
