import type { Deps } from '../../deps.ts'
import { emitAll } from '../../platform/events/emit.ts'
import { startPolling } from '../../platform/jobs/poll-loop.ts'
import { takeDue } from './reminders.queries.ts'

const POLL_MS = 5_000
const AT_ONCE = 500

type ReminderDeps = Pick<Deps, 'workerDb' | 'now' | 'onError'>

export const startReminding = (deps: ReminderDeps) => startPolling(() => remindOfDue(deps), POLL_MS, deps.onError)

/**
 * Emits an event for each follow-up that is due, in the transaction that marks it as reminded, so that each is reported
 * once even if a process is killed. The notification settings decide whether and how its person is reminded.
 */
export const remindOfDue = ({ workerDb, now }: ReminderDeps): Promise<number> =>
  workerDb.transaction().execute(async (tx) => {
    const due = await takeDue(tx, { now: now().toISOString(), most: AT_ONCE })
    const live = Map.groupBy(
      due.filter(({ isLive }) => isLive),
      ({ businessId }) => businessId,
    )
    for (const [businessId, rows] of live)
      await emitAll(
        tx,
        { kind: 'system', businessId },
        'follow_up.due',
        rows.map(({ isLive: _, businessId: _of, note: _note, ...facts }) => facts),
      )
    return due.length
  })
