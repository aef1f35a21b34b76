import { ConcurrencyLimit } from './concurrency-limit.ts'
import { AppError } from './http/errors.ts'

export type Leave = () => void
/** Resolves when a place is free; 429 if too many requests of this person wait already. `Leave` releases the place. */
export type EnterLimit = (who: string) => Promise<Leave>

/** The Retry-After of a refused request. */
const RETRY_SECONDS = 2

type Limits = {
  /** Concurrent requests of a person. */
  places: number
  /** Waiting requests of a person. */
  waiting: number
}

/** One concurrency limit for each person or API key: requests wait only for those of the same person. */
export function limitPerPerson({ places, waiting }: Limits): EnterLimit {
  const limits = new Map<string, ConcurrencyLimit>()
  return async (who) => {
    const own = limits.get(who) ?? new ConcurrencyLimit(places, Number.POSITIVE_INFINITY)
    if (own.waiting >= waiting) throw new AppError('too_many_requests', { retryAfter: RETRY_SECONDS })
    limits.set(who, own)
    const leave = await own.enter()
    return () => {
      leave()
      if (own.isIdle) limits.delete(who)
    }
  }
}

type Queue = {
  /** Concurrent requests of all people. */
  places: number
  /** Waiting requests of a person, behind the one in the shared queue. */
  ownWaiting: number
  /** Length of the shared queue, with at most one request of each person; beyond: 503. */
  waiting: number
}

/** A fair queue with at most one request of each person, so a new request waits for at most one of each other person. */
export function fairQueue({ places, ownWaiting, waiting }: Queue): EnterLimit {
  const enterOwn = limitPerPerson({ places: 1, waiting: ownWaiting })
  const all = new ConcurrencyLimit(places, Number.POSITIVE_INFINITY)
  return async (who) => {
    const leaveOwn = await enterOwn(who)
    if (all.waiting >= waiting) {
      leaveOwn()
      throw new AppError('busy', { retryAfter: RETRY_SECONDS })
    }
    const leaveAll = await all.enter()
    return () => {
      leaveAll()
      leaveOwn()
    }
  }
}
