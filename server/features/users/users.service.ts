import type { z } from 'zod'
import type { UserChanges } from '#contract/users.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  findCurrentUser,
  listOwnBusinesses,
  lockImage,
  updateImage,
  updateStatus,
  updateUser,
} from './users.queries.ts'

/** The person of a session that just proved to be theirs. */
export async function requireUser(db: Db, userId: string) {
  const user = await findCurrentUser(db, userId)
  if (!user) throw new AppError('user_not_found')
  return user
}

/** The person and their businesses, oldest membership first; `db` is scoped to them. */
export async function findUserWithBusinesses(db: Db, userId: string) {
  const [user, businesses] = await Promise.all([requireUser(db, userId), listOwnBusinesses(db)])
  return {
    user,
    businesses: businesses.map(({ business_id, name, email, image, closes_at, role, hears_calls }) => ({
      business: { _id: business_id, name, email, image, closesAt: closes_at },
      businessId: business_id,
      role,
      ...(hears_calls && { hearsCalls: true as const }),
    })),
  }
}

/** A person with a first business: Verified becomes Active, and nothing else does. */
export const activateUser = (tx: Db, userId: string) => updateStatus(tx, userId, ['Verified', 'Active'])

/** Gives the image that was there before. */
export const replaceUserImage = (db: Db, userId: string, image: string) =>
  db.transaction().execute(async (tx) => {
    const before = await lockImage(tx, userId)
    await updateImage(tx, userId, image)
    return before?.image ?? null
  })

/** A last business must be one of the person's own; `db` is scoped to them. */
export async function changeUser(db: Db, userId: string, changes: z.output<typeof UserChanges>) {
  const { lastBusinessId } = changes
  if (lastBusinessId !== undefined) {
    const own = await listOwnBusinesses(db)
    if (!own.some(({ business_id }) => business_id === lastBusinessId)) throw new AppError('business_not_found')
  }
  const user = await updateUser(db, userId, changes)
  if (!user) throw new AppError('user_not_found')
  return user
}
