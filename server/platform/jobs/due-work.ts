export type Lease = { now: Date; leaseUntil: Date; most: number }
export type Failure = {
  error: unknown
  /** The error's message, cut to the length that is stored. */
  message: string
}

export type DueWork<Task> = {
  now: () => Date
  most: number
  /** Longer than the longest try. */
  leaseMs: number
  /** Leases due tasks. Until the lease ends no other process takes them; if this one dies, another tries again then. */
  take: (lease: Lease) => Promise<Task[]>
  work: (task: Task) => Promise<unknown>
  /** Seconds until a failed task is due again; undefined: it is given up. */
  pauseOf: (task: Task, error: unknown) => number | undefined
  postpone: (task: Task, failure: Failure & { dueAt: Date }) => Promise<unknown>
  giveUp: (task: Task, failure: Failure) => Promise<unknown>
}

const MESSAGE_MAX = 500

/** Tries each due task once; returns their number. */
export async function dueWork<Task>({ now, most, leaseMs, take, ...on }: DueWork<Task>): Promise<number> {
  const at = now()
  const due = await take({ now: at, leaseUntil: new Date(at.getTime() + leaseMs), most })
  const fail = (task: Task, error: Error) => {
    const failure = { error, message: error.message.slice(0, MESSAGE_MAX) }
    const seconds = on.pauseOf(task, error)
    if (seconds === undefined) return on.giveUp(task, failure)
    return on.postpone(task, { ...failure, dueAt: new Date(now().getTime() + seconds * 1_000) })
  }
  await Promise.all(due.map((task) => on.work(task).catch((error) => fail(task, error))))
  return due.length
}
