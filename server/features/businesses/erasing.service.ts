import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { deleteRows, listTables, lockDue, updateErasing } from './erasing.queries.ts'
import { childrenFirst } from './erasing.rules.ts'

/** Rows deleted in one transaction: short, because an open writing transaction delays all events. */
const BATCH_SIZE = 500
/** After this time the caches of memberships have expired in every process, and buffered requests are written. */
export const SETTLE_MS = 10_000
/** Deleted last: its row marks the erasure as unfinished. */
const BUSINESSES = 'businesses'

/** Erases a business's data outside its tables. Runs before its rows are deleted; idempotent. */
export type Erasure = (deps: Deps, businessId: string) => Promise<void>

type Outcome = 'over' | 'settling' | 'more'
type How = { erasures: readonly Erasure[]; untilMs?: number }

/**
 * Erases a due business in batches, until nothing is left or `untilMs` has passed. It may be killed, repeated or run twice
 * at once: each batch locks the business's row, which is deleted last. 'over' also if the business was reopened or another
 * process has the lock.
 */
export async function eraseBusiness(deps: Deps, businessId: string, { erasures, untilMs }: How): Promise<Outcome> {
  const begun = await begin(deps, businessId)
  if (begun === undefined) return 'over'
  if (deps.now().getTime() - begun < SETTLE_MS) return 'settling'
  for (const erase of erasures) await erase(deps, businessId)
  const tables = childrenFirst(await listTables(deps.workerDb)).filter((name) => name !== BUSINESSES)
  for (const table of tables) {
    for (let deleted: number | undefined = BATCH_SIZE; deleted === BATCH_SIZE; ) {
      if (Date.now() > (untilMs ?? Number.POSITIVE_INFINITY)) return 'more'
      deleted = await locked(deps, businessId, (tx) => deleteRows(tx, businessId, { table, most: BATCH_SIZE }))
      if (deleted === undefined) return 'over'
    }
  }
  const isMore = await locked(deps, businessId, (tx) => end(tx, businessId, tables))
  return isMore ? 'more' : 'over'
}

/** When the erasure began, in milliseconds; begins it if due. */
const begin = (deps: Deps, businessId: string) =>
  locked(deps, businessId, async (tx, { erasingSince }) => {
    if (erasingSince) return Date.parse(erasingSince)
    const now = deps.now()
    await updateErasing(tx, businessId, now)
    return now.getTime()
  })

/** Deletes the business itself, and rows added to a table after it was emptied. True: more rows are left. */
async function end(tx: Db, businessId: string, tables: readonly string[]) {
  for (const table of tables)
    if ((await deleteRows(tx, businessId, { table, most: BATCH_SIZE })) === BATCH_SIZE) return true
  await deleteRows(tx, businessId, { table: BUSINESSES, most: 1 })
  return false
}

type Due = NonNullable<Awaited<ReturnType<typeof lockDue>>>
/** Runs `act` with the business's row locked; undefined: the business is not due, or another process has the lock. */
const locked = <T>({ workerDb, now }: Deps, businessId: string, act: (tx: Db, business: Due) => Promise<T>) =>
  workerDb.transaction().execute(async (tx) => {
    const business = await lockDue(tx, businessId, now())
    return business && act(tx, business)
  })
