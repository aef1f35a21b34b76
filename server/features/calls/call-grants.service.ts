import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { listGrants, lockMembership, updateHearsEverywhere, updateHearsIn } from './call-grants.queries.ts'

type Context = { db: Db; caller: Member }

/** Of an Admin everywhere, of others in campaigns of theirs. */
export async function findGrants({ db, caller }: Context) {
  const rows = await listGrants(db, caller.businessId)
  return rows.map(({ userId, name, image, role, ...grant }) => ({
    user: { _id: userId, name, image },
    role,
    everywhere: role === 'Admin',
    campaignIds: role === 'Admin' ? [] : grant.campaignIds,
  }))
}

type Grant = { userId: string; everywhere: boolean; campaignIds: string[] }
export const setGrant = ({ db, caller: { businessId } }: Context, { userId, everywhere, campaignIds }: Grant) =>
  db.transaction().execute(async (tx) => {
    const member = await lockMembership(tx, businessId, userId)
    if (!member) throw new AppError('user_not_found')
    const wanted = [...new Set(campaignIds)]
    await requireCampaigns(tx, businessId, wanted)
    if (everywhere && member.role !== 'Admin') throw invalidInput('everywhere', 'invalid_value')
    await updateHearsEverywhere(tx, businessId, userId, everywhere)
    const granted = await updateHearsIn(tx, businessId, userId, wanted)
    if (granted < wanted.length) throw invalidInput('campaignIds', 'invalid_value')
  })
