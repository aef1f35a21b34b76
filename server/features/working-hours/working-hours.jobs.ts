import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import type { Projection, StoredEvent } from '../../platform/events/relay.ts'
import { addJobs, job, specOf } from '../../platform/jobs/job.ts'
import { leastUntil, writeAhead } from './open-periods.service.ts'
import { listUnwritten } from './working-hours.queries.ts'

const writeOpenPeriods = job({
  name: 'writeOpenPeriods',
  payload: z.object({ businessId: id, isMoved: z.boolean() }),
  maxAttempts: 5,
  run: ({ workerDb, now }: Deps, { businessId, isMoved }) => writeAhead(workerDb, businessId, { now: now(), isMoved }),
})

/** Each night, and at the start for businesses that have none. */
export const extendOpenPeriods = job({
  name: 'extendOpenPeriods',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '17 1 * * *',
  atStart: true,
  async run({ workerDb, now }: Deps) {
    const due = await listUnwritten(workerDb, leastUntil(now()))
    await addJobs(
      workerDb,
      due.map(({ businessId }) => specOf(writeOpenPeriods, { businessId, isMoved: false })),
    )
  },
})

/** A business is new, or moved to another city. */
const concerns = ({ name, payload }: StoredEvent) =>
  name === 'business.created' ||
  (name === 'business.changed' && 'city' in ((payload.changes as object | undefined) ?? {}))

export const openPeriodsProjection: Projection = {
  jobs: (events) => {
    const businesses = new Set(events.filter(concerns).map(({ businessId }) => businessId))
    return [...businesses].map((businessId) => specOf(writeOpenPeriods, { businessId, isMoved: true }))
  },
}

export const workingHoursJobs = [writeOpenPeriods, extendOpenPeriods]
