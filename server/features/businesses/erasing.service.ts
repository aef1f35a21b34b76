import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { removeImages } from '../avatars/avatars.service.ts'
import { deleteRows, listImages, listTables, lockDue, updateErasing } from './erasing.queries.ts'
import { childrenFirst } from './erasing.rules.ts'

/** Rows deleted in one transaction: short, because a writing transaction holds back everyone's events. */
const BATCH_SIZE = 500
/** After so long every process has forgotten who was a member, and written what it had noted of their requests. */
export const SETTLE_MS = 10_000
/** Goes last: until then it says that the rest is to go. */
const BUSINESSES = 'businesses'

/** What a business has outside its tables. Done before its rows go; again: it is gone already. */
export type Erasure = (deps: Deps, businessId: string) => Promise<void>
export const eraseImages: Erasure = async (deps, businessId) =>
  removeImages(deps, await listImages(deps.workerDb, businessId))

type Outcome = 'over' | 'settling' | 'more'
type How = { erasures: readonly Erasure[]; untilMs?: number }

/**
 * Erases a business whose time is up, piece by piece, until nothing is left or the time for it is over. It may be
 * killed, and run again or twice at once: one process at a time has the business's row, which goes last, and what is
 * gone is not looked for again. 'over' also where it was reopened, or somebody else is at it.
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

/** Since when it is being erased, in milliseconds. */
const begin = (deps: Deps, businessId: string) =>
  locked(deps, businessId, async (tx, { erasingSince }) => {
    if (erasingSince) return Date.parse(erasingSince)
    const now = deps.now()
    await updateErasing(tx, businessId, now)
    return now.getTime()
  })

/** The business itself, with whatever came into a table after it had been emptied. */
async function end(tx: Db, businessId: string, tables: readonly string[]) {
  for (const table of tables)
    if ((await deleteRows(tx, businessId, { table, most: BATCH_SIZE })) === BATCH_SIZE) return true
  await deleteRows(tx, businessId, { table: BUSINESSES, most: 1 })
  return false
}

type Due = NonNullable<Awaited<ReturnType<typeof lockDue>>>
/** Undefined where it is not to be erased, or somebody else is at it. */
const locked = <T>({ workerDb, now }: Deps, businessId: string, act: (tx: Db, business: Due) => Promise<T>) =>
  workerDb.transaction().execute(async (tx) => {
    const business = await lockDue(tx, businessId, now())
    return business && act(tx, business)
  })
