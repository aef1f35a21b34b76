import { z } from 'zod'
import { id } from '#contract/common.ts'
import { STAFF_REMINDED_MINUTES } from '#contract/leads/meetings/terms.ts'
import type { Deps } from '../../deps.ts'
import { emitAll } from '../../platform/events/emit.ts'
import type { Projection, StoredEvent } from '../../platform/events/relay.ts'
import { job, specOf } from '../../platform/jobs/job.ts'
import { startPolling } from '../../platform/jobs/poll-loop.ts'
import { lockForWriting } from '../leads/change/lead-writer.service.ts'
import { writeMeetingStatus } from './lead-status.service.ts'
import { listEnded, markEnded, passOn, takeSoon } from './meetings-work.queries.ts'
import { wakeMembers } from './synced/entries.queries.ts'

const POLL_MS = 15_000
const AT_ONCE = 200

/** When a member leaves, coming meetings get the person who takes over, or else an Owner, in their place. */
const passMeetingsOn = job({
  name: 'passMeetingsOn',
  payload: z.object({ businessId: id, userId: id, takeOver: id.nullable(), byId: id.nullable() }),
  maxAttempts: 10,
  run: async ({ workerDb, now }: Deps, { businessId, ...leaving }) => {
    const at = now().toISOString()
    await passOn(workerDb, businessId, { ...leaving, now: at })
    await wakeMembers(workerDb, businessId, at)
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

export async function endMeetings({ workerDb, now }: LoopDeps): Promise<number> {
  const at = now()
  const ended = await listEnded(workerDb, { now: at.toISOString(), most: AT_ONCE })
  let done = 0
  for (const [businessId, rows] of Map.groupBy(ended, (row) => row.businessId))
    done += await workerDb.transaction().execute(async (tx) => {
      const leadIds = [...new Set(rows.map(({ leadId }) => leadId))]
      await lockForWriting(tx, businessId, leadIds)
      const marked = await markEnded(tx, businessId, { ids: rows.map(({ id }) => id), now: at.toISOString() })
      await writeMeetingStatus(tx, { kind: 'system', businessId }, leadIds, { now: at })
      return marked
    })
  return done
}

/** Participants are reminded shortly before their meeting, as their notification settings say. */
export const startReminding = (deps: LoopDeps) => startPolling(() => remindOfMeetings(deps), POLL_MS, deps.onError)

/**
 * Emits an event for each meeting that begins soon, in the transaction that notes the time that the reminder is about: once for
 * each time, even if a process is killed.
 */
export const remindOfMeetings = ({ workerDb, now }: LoopDeps): Promise<number> =>
  workerDb.transaction().execute(async (tx) => {
    const at = now().getTime()
    const until = new Date(at + STAFF_REMINDED_MINUTES * 60_000).toISOString()
    const soon = await takeSoon(tx, { now: new Date(at).toISOString(), until, most: AT_ONCE })
    const live = Map.groupBy(
      soon.filter(({ isLive, notifies }) => isLive && notifies.length > 0),
      ({ businessId }) => businessId,
    )
    for (const [businessId, rows] of live)
      await emitAll(
        tx,
        { kind: 'system', businessId },
        'meeting.soon',
        rows.map(({ isLive: _, businessId: _of, ...facts }) => ({ ...facts, outcome: null })),
      )
    return soon.length
  })
