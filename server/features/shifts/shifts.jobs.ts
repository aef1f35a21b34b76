import { z } from 'zod'
import { id } from '#contract/common.ts'
import { dayOf, firstOfWeek } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import type { Projection, StoredEvent } from '../../platform/events/relay.ts'
import { addJobs, job, specOf } from '../../platform/jobs/job.ts'
import { listUnwritten } from './shift-periods.queries.ts'
import { leastUntil, writeAhead } from './shift-periods.service.ts'
import { deleteFuture, lockShifts } from './shifts.queries.ts'
import { endOutdated } from './swaps.service.ts'

const writeShiftPeriods = job({
  name: 'writeShiftPeriods',
  payload: z.object({ businessId: id }),
  maxAttempts: 5,
  run: ({ workerDb, now }: Deps, { businessId }) => writeAhead(workerDb, businessId, now()),
})

/** Each night. */
export const extendShiftPeriods = job({
  name: 'extendShiftPeriods',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '37 1 * * *',
  atStart: true,
  async run({ workerDb, now }: Deps) {
    const due = await listUnwritten(workerDb, leastUntil(now()))
    await addJobs(
      workerDb,
      due.map(({ businessId }) => specOf(writeShiftPeriods, { businessId })),
    )
  },
})

/** Ends what a member had before them when they left, and the swaps of one whose rights or campaigns changed. */
export const endShifts = job({
  name: 'endShifts',
  payload: z.object({ businessId: id, userId: id }),
  maxAttempts: 10,
  run: ({ workerDb, now }: Deps, { businessId, userId }) =>
    workerDb.transaction().execute(async (tx) => {
      const at = now()
      await lockShifts(tx, businessId)
      await deleteFuture(tx, businessId, { userId, week: firstOfWeek(dayOf(at)), at: at.toISOString() })
      await endOutdated(tx, { kind: 'system', businessId }, { userIds: [userId], now: at })
    }),
})

const LEAVING = ['member.removed', 'member.left', 'member.changed', 'member.suspended']
function jobsOf({ name, businessId, payload }: StoredEvent) {
  if (LEAVING.includes(name)) return [specOf(endShifts, { businessId, userId: payload.userId as string })]
  // Periods of suspended members are not written on.
  return name === 'member.resumed' ? [specOf(writeShiftPeriods, { businessId })] : []
}
export const shiftProjection: Projection = { jobs: (events) => events.flatMap(jobsOf) }

export const shiftJobs = [writeShiftPeriods, extendShiftPeriods, endShifts]
