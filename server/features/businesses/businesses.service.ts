import type { BusinessChanges, BusinessDetails, NewBusiness, rolesAfterTransfer } from '#contract/businesses.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Changes, changesTo, partOf } from '../../platform/events/changes.ts'
import { type Author, emit } from '../../platform/events/emit.ts'
import type { Member, Person } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { requirePhone } from '../../platform/phones.ts'
import { countBusiness } from '../ceilings/ceilings.service.ts'
import { insertFirstStatuses } from '../statuses/statuses.service.ts'
import { changeRole, changeTeam } from '../users/team.service.ts'
import { activateUser, changeUser } from '../users/users.service.ts'
import {
  findBusiness,
  insertBusiness,
  insertMembership,
  lockActiveMembers,
  lockBusinessImage,
  updateBusiness,
  updateBusinessImage,
} from './businesses.queries.ts'

/** Creates a business with the statuses of its trade; the creator becomes its Owner and Active, and signs in to it next time. */
export async function createBusiness(
  deps: Deps,
  { userId, isDemo, from }: Pick<Person, 'userId' | 'isDemo' | 'from'>,
  wanted: NewBusiness,
) {
  const businessId = newId()
  return deps.tenants
    .scope({ businessId, userId })
    .transaction()
    .execute(async (tx) => {
      await countBusiness(tx, deps, userId)
      return insertOwnedBusiness(tx, businessId, { userId, isDemo, ...(from && { from }) }, wanted)
    })
}

/**
 * Creates a business as createBusiness does, within the caller's transaction, which must be scoped to the business and
 * the person.
 */
export async function insertOwnedBusiness(
  tx: Db,
  businessId: string,
  { userId, isDemo, from }: Pick<Person, 'userId' | 'isDemo' | 'from'>,
  wanted: NewBusiness,
) {
  const author: Author = { kind: 'person', businessId, userId, ...(from && { from }) }
  const [created] = await Promise.all([
    insertBusiness(tx, businessId, { ...withPhone(wanted), isDemo, createdBy: userId }),
    insertFirstStatuses(tx, businessId, wanted.primaryLineOfBusiness),
    insertMembership(tx, businessId, { userId, role: 'Owner' }),
  ])
  await Promise.all([
    activateUser(tx, userId),
    changeUser(tx, { userId, from }, { lastBusinessId: businessId }),
    emit(tx, author, 'business.created', { campaignId: ALL_CAMPAIGNS }),
  ])
  return created
}

/** Returns the previous image. */
export const replaceBusinessImage = ({ db, caller }: Context, image: string) =>
  db.transaction().execute(async (tx) => {
    const { businessId } = caller
    const before = await lockBusinessImage(tx, businessId)
    await updateBusinessImage(tx, businessId, image)
    await emitChanged(tx, caller, { image: [before?.image ?? null, image] })
    return before?.image ?? null
  })

/** Changes of masking and of the restriction to own leads apply at once, in every process. */
export function changeBusiness(context: Context, wanted: BusinessChanges) {
  const change = (tx: Db) => storeBusiness(tx, context.caller, wanted)
  return wanted.masksContacts === undefined && wanted.ownLeadsOnly === undefined
    ? context.db.transaction().execute(change)
    : changeTeam(context, change)
}

async function storeBusiness(tx: Db, caller: Member, wanted: BusinessChanges) {
  const { businessId } = caller
  await lockBusinessImage(tx, businessId)
  const before = await findBusiness(tx, businessId)
  const business = await updateBusiness(tx, businessId, withPhone(wanted))
  if (!before || !business) throw new AppError('business_not_found')
  await emitChanged(tx, caller, changesTo(flat(before), flat(business)))
  return business
}

/** Moves the address's fields to the top level. */
const flat = ({ address, ...values }: BusinessDetails) => ({ ...values, ...address })

/** In a small business these are the owner's personal data. */
const personalFields = ['phone', 'email', 'contactName']

async function emitChanged(tx: Db, caller: Member, changed: Changes) {
  if (!Object.keys(changed).length) return
  const { named, others } = partOf(changed, personalFields)
  await emit(tx, caller, 'business.changed', {
    campaignId: ALL_CAMPAIGNS,
    changes: others,
    ...(Object.keys(named).length && { personal: { changes: named } }),
  })
}

type Context = { db: Db; caller: Member }
type Transfer = { userId: string; ownRole: (typeof rolesAfterTransfer)[number] }
/** Makes another member an Owner and lowers the caller's role to `ownRole`, in one transaction. */
export const transferBusiness = (context: Context, { userId, ownRole }: Transfer) =>
  changeTeam(context, async (tx) => {
    const { caller } = context
    if (userId === caller.userId) throw invalidInput('userId', 'invalid_value')
    const [successor] = await lockActiveMembers(tx, caller.businessId, [userId])
    if (!successor) throw new AppError('user_not_found')
    await changeRole(tx, caller, userId, 'Owner')
    await changeRole(tx, caller, caller.userId, ownRole)
  })

/** Converts the phone to E.164. */
const withPhone = <T extends BusinessChanges>(values: T): T =>
  values.phone ? { ...values, phone: requirePhone(values.phone) } : values
