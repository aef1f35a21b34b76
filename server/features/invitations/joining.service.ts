import type { Place } from '#contract/invitations.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Author } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { addMember } from '../users/joining.service.ts'
import * as queries from './joining.queries.ts'

type Joining = { userId: string; place: Place; now: Date }

/**
 * Makes somebody a member with their roles, by the author's act; Verified becomes Active. Who is one already stays as they
 * are, and who is suspended does not come back by another door. `tx` is scoped to the business.
 */
export async function joinBusiness(tx: Db, author: Author, { userId, place, now }: Joining) {
  await addMember(tx, author, { userId, ...place, at: now })
  await queries.closeRequest(tx, author.businessId, { userId, now })
}

/** Nobody else changes who belongs to the business until the transaction ends: to be asked before any other lock. */
export async function lockTeam(tx: Db, businessId: string) {
  if (!(await queries.lockTeam(tx, businessId))) throw new AppError('business_not_found')
}

/** The same, for an Owner: somebody else may have taken the role away since the request came in. */
export async function requireOwner(tx: Db, { businessId, userId }: Pick<Member, 'businessId' | 'userId'>) {
  await lockTeam(tx, businessId)
  const member = await queries.findMembership(tx, businessId, userId)
  if (!member || member.isSuspended || member.role !== 'Owner') throw new AppError('forbidden')
}

export const isMember = async (tx: Db, businessId: string, userId: string) =>
  (await queries.findMembership(tx, businessId, userId)) !== undefined

/** Refuses who is a member already, suspended or not. */
export async function requireOutside(tx: Db, businessId: string, userId: string) {
  const member = await queries.findMembership(tx, businessId, userId)
  if (member) throw new AppError(member.isSuspended ? 'membership_suspended' : 'already_member')
}

/** Those who decide who belongs to the business. */
export const findOwners = (db: Db, businessId: string) => queries.listOwners(db, businessId)

export async function findBusinessName(db: Db, businessId: string) {
  const business = await queries.findName(db, businessId)
  return business?.name ?? ''
}
