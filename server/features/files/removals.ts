import type { Deps } from '../../deps.ts'
import { dueWork } from '../../platform/jobs/due-work.ts'
import { startPolling } from '../../platform/jobs/poll-loop.ts'
import { type DueRemoval, deleteRemoval, takeRemovals, updateDue } from './removals.queries.ts'
import { storedNamesOf } from './stored-names.rules.ts'

const POLL_MS = 2_000
const AT_ONCE = 20
const LEASE_MS = 5 * 60_000
/** A storage that does not answer is asked again after a minute, then after twice as long each time, up to an hour. */
const pauseOf = ({ tries }: DueRemoval) => Math.min(60 * 2 ** (tries - 1), 3_600)

type RemovalDeps = Pick<Deps, 'workerDb' | 'files' | 'now' | 'onError'>

/** Loop that removes the content of deleted files, and of uploads that broke off. */
export const startRemoving = (deps: RemovalDeps) => startPolling(() => removeDue(deps), POLL_MS, deps.onError)

/** Processes each due removal once; returns how many there were. */
export const removeDue = ({ workerDb, files, now }: RemovalDeps): Promise<number> =>
  dueWork({
    now,
    most: AT_ONCE,
    leaseMs: LEASE_MS,
    take: (lease) => takeRemovals(workerDb, lease),
    async work(due) {
      if (!due.isKept) for (const name of storedNamesOf(due.id)) await files.remove(name)
      await deleteRemoval(workerDb, due)
    },
    pauseOf,
    postpone: (due, { dueAt }) => updateDue(workerDb, due, dueAt),
    giveUp: async () => undefined,
  })
