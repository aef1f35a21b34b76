import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member, Person } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { silencedBy } from '../numbers/silenced.service.ts'
import * as queries from './team.queries.ts'
import { canBeAssignee } from './team.rules.ts'
import { findUserWithBusinesses } from './users.service.ts'

type Context = { db: Db; caller: Member }
const asSilenced = ({ id, phone, label }: { id: string; phone: string; label: string }) => ({ _id: id, phone, label })

/** A member's open leads, the members to whom these can be assigned, and the numbers that ring only this member. */
export async function findAssignees({ db, caller: { businessId } }: Context, userId: string) {
  if (!(await queries.findMember(db, businessId, userId))) throw new AppError('user_not_found')
  const [places, others, silenced] = await Promise.all([
    queries.listCampaignsOfOpenLeads(db, businessId, userId),
    queries.listOthers(db, businessId, userId),
    silencedBy(db, businessId, userId),
  ])
  const needed = places.map(({ campaignId }) => campaignId)
  const assignees = others.filter(({ role, campaigns }) => canBeAssignee(role, campaigns, needed))
  return {
    openLeads: places.reduce((sum, { total }) => sum + total, 0),
    people: assignees.map(({ _id, name, image }) => ({ _id, name, image })),
    silencedNumbers: silenced.map(asSilenced),
  }
}

/**
 * What a person should know before they leave a business or close their account: businesses without another Owner, and
 * numbers that would have no phone left to ring. Numbers of businesses that this session may not enter are omitted.
 */
export async function findLeaving({ tenants }: Pick<Deps, 'tenants'>, db: Db, caller: Person) {
  const { userId } = caller
  const { businesses } = await findUserWithBusinesses(db, caller)
  const owned = businesses.filter(({ role }) => role === 'Owner')
  const others = await Promise.all(
    owned.map(({ businessId }) => queries.countOtherOwners(tenants.scope({ businessId, userId }), businessId, userId)),
  )
  const found = businesses
    .filter(({ needsTwoFactor }) => !needsTwoFactor)
    .map(async ({ businessId, business: { name } }) => {
      const silenced = await silencedBy(tenants.scope({ businessId, userId }), businessId, userId)
      return silenced.map((number) => ({ ...asSilenced(number), business: { _id: businessId, name } }))
    })
  return {
    soleOwnerOf: owned
      .filter((_, place) => others[place] === 0)
      .map(({ businessId, business: { name } }) => ({ _id: businessId, name })),
    silencedNumbers: (await Promise.all(found)).flat(),
  }
}
