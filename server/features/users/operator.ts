import { z } from 'zod'
import { email, line, NAME_MAX } from '#contract/common.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { type Role, roles } from '#contract/roles.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { parse } from '../../platform/http/parsing.ts'
import { addMember } from './joining.service.ts'
import * as queries from './team.queries.ts'
import { changedMember } from './team.rules.ts'
import { storeMember } from './team.service.ts'
import { findUserId } from './users.queries.ts'

/** The id of a business, or its name if it is unique. */
const Named = z.object({ business: line(NAME_MAX, 1) })
const Grant = Named.extend({
  email,
  role: z.enum(roles.filter((role) => role !== 'None') as [Role, ...Role[]]),
})
export type Grant = z.input<typeof Grant>

export async function requireBusinessNamed(workerDb: Db, wanted: z.input<typeof Named>) {
  const [found, ...others] = await queries.listBusinessesNamed(workerDb, parse(Named, wanted).business)
  if (!found || others.length) throw invalidInput('business', 'business_not_found')
  return found
}

/**
 * Gives an account a role in a business and ends a suspension. The role may also be Admin, which members cannot grant.
 */
export async function grantRole({ tenants, workerDb, now }: Pick<Deps, 'tenants' | 'workerDb' | 'now'>, wanted: Grant) {
  const { email: address, role } = parse(Grant, wanted)
  const userId = await findUserId(workerDb, address)
  if (!userId) throw invalidInput('email', 'user_not_found')
  const { businessId, name } = await requireBusinessNamed(workerDb, wanted)
  const author = { kind: 'system', businessId } as const
  await tenants
    .scope({ businessId, userId })
    .transaction()
    .execute(async (tx) => {
      await queries.lockTeam(tx, businessId)
      const before = await queries.findMember(tx, businessId, userId)
      if (!before) return addMember(tx, author, { userId, role, campaigns: [], at: now() })
      await storeMember(tx, author, { userId, before, after: changedMember(before, { role }) })
      if (before.suspendedAt !== null) {
        await queries.updateSuspended(tx, businessId, userId, null)
        await emit(tx, author, 'member.resumed', { campaignId: ALL_CAMPAIGNS, userId })
      }
      await queries.notifyRightsChanged(tx, businessId)
    })
  return { name, role }
}
