import type { z } from 'zod'
import type { UserChanges } from '#contract/team/users.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { emitOfAccount, type Origin } from '../../platform/events/emit.ts'
import type { Person } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  findCurrentUser,
  listLockedBusinesses,
  listOwnBusinesses,
  lockImage,
  updateImage,
  updateStatus,
  updateUser,
} from './users.queries.ts'

type Own = { userId: string; from?: Origin | undefined }

/** The businesses of the person to whom `db` is scoped. */
export const findOwnBusinesses = (db: Db) => listOwnBusinesses(db)

/** The person of a verified session. */
export async function requireUser(db: Db, userId: string) {
  const user = await findCurrentUser(db, userId)
  if (!user) throw new AppError('user_not_found')
  return user
}

/** The person and their businesses, oldest membership first. `db` is scoped to the person. */
export async function findUserWithBusinesses(db: Db, { userId, sessionId }: Pick<Person, 'userId' | 'sessionId'>) {
  const [user, businesses, locked] = await Promise.all([
    requireUser(db, userId),
    listOwnBusinesses(db),
    listLockedBusinesses(db, sessionId),
  ])
  return {
    user,
    businesses: businesses.map(({ business_id, name, email, image, closes_at, role, ...own }) => ({
      business: { _id: business_id, name, email, image, closesAt: closes_at },
      businessId: business_id,
      role,
      ...(own.hears_calls && { hearsCalls: true as const }),
      ...(own.default_view && { defaultLeadView: own.default_view }),
      ...(own.default_call_view && { defaultCallView: own.default_call_view }),
      ...(locked.has(business_id) && { needsTwoFactor: true as const }),
    })),
  }
}

/** A Verified user becomes Active with their first business; other statuses do not change. */
export const activateUser = (tx: Db, userId: string) => updateStatus(tx, userId, ['Verified', 'Active'])

/** Replaces the image and returns the previous one. */
export const replaceUserImage = (db: Db, { userId, from }: Own, image: string) =>
  db.transaction().execute(async (tx) => {
    const before = await lockImage(tx, userId)
    await updateImage(tx, userId, image)
    const changes = { image: [before?.image ?? null, image] }
    await emitOfAccount(tx, { userId, from }, 'account.changed', { personal: { changes } })
    return before?.image ?? null
  })

/** Changes the user. The last business must be one of their own; `db` is scoped to the person. */
export async function changeUser(db: Db, { userId, from }: Own, changes: z.output<typeof UserChanges>) {
  const { lastBusinessId } = changes
  if (lastBusinessId !== undefined) {
    const own = await listOwnBusinesses(db)
    if (!own.some(({ business_id }) => business_id === lastBusinessId)) throw new AppError('business_not_found')
  }
  const { name } = changes
  return inTransaction(db, async (tx) => {
    const before = name === undefined ? undefined : await findCurrentUser(tx, userId)
    const user = await updateUser(tx, userId, changes)
    if (!user) throw new AppError('user_not_found')
    if (before && before.name !== name)
      await emitOfAccount(tx, { userId, from }, 'account.changed', {
        personal: { changes: { name: [before.name, name] } },
      })
    return user
  })
}
