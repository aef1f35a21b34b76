import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import type { Projection, StoredEvent } from '../../platform/events/relay.ts'
import { job, specOf } from '../../platform/jobs/job.ts'
import { startPolling } from '../../platform/jobs/poll-loop.ts'
import { writeMeetingStatus } from './lead-status.service.ts'
import { passOn, takeEnded } from './meetings.queries.ts'

const POLL_MS = 15_000
const AT_ONCE = 200

/** When a member leaves, coming meetings get the person who takes over, or else an Owner, in their place. */
const passMeetingsOn = job({
  name: 'passMeetingsOn',
  payload: z.object({ businessId: id, userId: id, takeOver: id.nullable(), byId: id.nullable() }),
  maxAttempts: 10,
  run: async ({ workerDb, now }: Deps, { businessId, ...leaving }) => {
    await passOn(workerDb, businessId, { ...leaving, now: now().toISOString() })
  },
})

const isLeaving = ({ name }: StoredEvent) => name === 'member.removed' || name === 'member.left'
export const meetingProjection: Projection = {
  jobs: (events) =>
    events.filter(isLeaving).map((event) =>
      specOf(passMeetingsOn, {
        businessId: event.businessId,
        userId: event.payload.userId as string,
        takeOver: (event.payload.takeOver as string | null | undefined) ?? null,
        byId: 'userId' in event.actor ? event.actor.userId : null,
      }),
    ),
}
export const meetingJobs = [passMeetingsOn]

type LoopDeps = Pick<Deps, 'workerDb' | 'now' | 'onError'>
/** A lead's status is that of its next meeting, so it may change when one ends. */
export const startEnding = (deps: LoopDeps) => startPolling(() => endMeetings(deps), POLL_MS, deps.onError)

export const endMeetings = ({ workerDb, now }: LoopDeps): Promise<number> =>
  workerDb.transaction().execute(async (tx) => {
    const at = now()
    const ended = await takeEnded(tx, { now: at.toISOString(), most: AT_ONCE })
    for (const [businessId, rows] of Map.groupBy(ended, (row) => row.businessId)) {
      const leadIds = [...new Set(rows.map(({ leadId }) => leadId))]
      await writeMeetingStatus(tx, { kind: 'system', businessId }, leadIds, { now: at })
    }
    return ended.length
  })
