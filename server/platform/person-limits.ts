import { ConcurrencyLimit } from './concurrency-limit.ts'
import { AppError } from './http/errors.ts'

export type Leave = () => void
/** Resolves when a place is free; 429 where too many requests of this person wait already. `Leave` releases the place. */
export type EnterLimit = (who: string) => Promise<Leave>

/** Seconds after which a refused request may come again. */
const RETRY_SECONDS = 2

type Limits = {
  /** Of one person at once. */
  places: number
  /** Of one person, behind those. */
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
  /** Of all people at once. */
  places: number
  /** Of one person, behind the one that is let through to the queue of all. */
  ownWaiting: number
  /** Of all people, at most one of each; beyond: 503. */
  waiting: number
}

/** One fair queue in which each person has one request at most: a new request waits for one of each person at worst. */
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
