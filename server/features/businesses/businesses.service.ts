import type { BusinessChanges, NewBusiness, rolesAfterTransfer } from '#contract/businesses.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member, Person } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { requirePhone } from '../../platform/http/phones.ts'
import { newId } from '../../platform/ids.ts'
import { activateUser, changeUser } from '../users/users.service.ts'
import {
  insertBusiness,
  insertMembership,
  insertStatuses,
  lockActiveMembers,
  lockBusinessImage,
  updateBusiness,
  updateBusinessImage,
  updateRole,
} from './businesses.queries.ts'
import { firstStatuses } from './businesses.statuses.ts'

/** A business with its first statuses; who creates it becomes its Owner, Active, and finds it open at the next sign-in. */
export async function createBusiness(
  { tenants, access }: Deps,
  { userId, isDemo }: Pick<Person, 'userId' | 'isDemo'>,
  wanted: NewBusiness,
) {
  const businessId = newId()
  const business = await tenants
    .scope({ businessId, userId })
    .transaction()
    .execute((tx) => insertOwnedBusiness(tx, businessId, { userId, isDemo }, wanted))
  access.forget()
  return business
}

/** The same in a transaction of one's own, which sees the business and the person. */
export async function insertOwnedBusiness(
  tx: Db,
  businessId: string,
  { userId, isDemo }: Pick<Person, 'userId' | 'isDemo'>,
  wanted: NewBusiness,
) {
  const [created] = await Promise.all([
    insertBusiness(tx, businessId, { ...withPhone(wanted), isDemo }),
    insertStatuses(tx, businessId, firstStatuses),
    insertMembership(tx, businessId, { userId, role: 'Owner' }),
  ])
  await Promise.all([activateUser(tx, userId), changeUser(tx, userId, { lastBusinessId: businessId })])
  return created
}

/** Gives the image that was there before. */
export const replaceBusinessImage = (db: Db, businessId: string, image: string) =>
  db.transaction().execute(async (tx) => {
    const before = await lockBusinessImage(tx, businessId)
    await updateBusinessImage(tx, businessId, image)
    return before?.image ?? null
  })

export async function changeBusiness(db: Db, businessId: string, changes: BusinessChanges) {
  const business = await updateBusiness(db, businessId, withPhone(changes))
  if (!business) throw new AppError('business_not_found')
  return business
}

type Transfer = { userId: string; ownRole: (typeof rolesAfterTransfer)[number] }
/** A business always has an Owner: the other one becomes it in the same step in which this one steps down. */
export const transferBusiness = ({ db, caller }: { db: Db; caller: Member }, { userId, ownRole }: Transfer) =>
  db.transaction().execute(async (tx) => {
    const { businessId } = caller
    if (userId === caller.userId) throw invalidInput('userId', 'invalid_value')
    const members = await lockActiveMembers(tx, businessId, [caller.userId, userId])
    // Somebody else may have taken the role away since the request came in.
    if (members.find((member) => member.userId === caller.userId)?.role !== 'Owner') throw new AppError('forbidden')
    if (!members.some((member) => member.userId === userId)) throw new AppError('user_not_found')
    await updateRole(tx, businessId, { userId, role: 'Owner' })
    if (ownRole !== 'Owner') await updateRole(tx, businessId, { userId: caller.userId, role: ownRole })
  })

/** With its phone as it is stored. */
const withPhone = <T extends BusinessChanges>(values: T): T =>
  values.phone ? { ...values, phone: requirePhone(values.phone) } : values
