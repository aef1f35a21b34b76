import { Turnstile } from './db/turnstile.ts'
import { AppError } from './http/errors.ts'

export type Leave = () => void
/** Lets somebody in when it is their turn; 429 where too much of theirs waits already. Whoever is through calls `Leave`. */
export type EnterTurn = (who: string) => Promise<Leave>

/** Seconds after which a refused request may come again. */
const RETRY_SECONDS = 2

type Limits = {
  /** Of one person at once. */
  places: number
  /** Of one person, behind those. */
  waiting: number
}

/** Turns of each person, or API key, by themselves: one person's requests wait for each other, and for nobody else's. */
export function openTurns({ places, waiting }: Limits): EnterTurn {
  const turnstiles = new Map<string, Turnstile>()
  return async (who) => {
    const own = turnstiles.get(who) ?? new Turnstile(places, Number.POSITIVE_INFINITY)
    if (own.waiting >= waiting) throw new AppError('too_many_requests', { retryAfter: RETRY_SECONDS })
    turnstiles.set(who, own)
    const leave = await own.enter()
    return () => {
      leave()
      if (own.isIdle) turnstiles.delete(who)
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

/** One queue for all, in which each person stands once at most: whoever comes waits for one of each who stands there, at worst. */
export function openFairQueue({ places, ownWaiting, waiting }: Queue): EnterTurn {
  const enterOwn = openTurns({ places: 1, waiting: ownWaiting })
  const all = new Turnstile(places, Number.POSITIVE_INFINITY)
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
