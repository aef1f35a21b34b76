import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import { addJobs, job, specOf } from '../../platform/jobs/job.ts'
import { listOpenBusinesses } from './alarms.queries.ts'
import { raiseAlarms } from './alarms.service.ts'

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

export const alarmJobs = [raiseAlarmsOfBusiness, raiseAlarmsWhereOpen]
