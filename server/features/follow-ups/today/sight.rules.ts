import { TEAM } from '#contract/leads/follow-ups/today.ts'
import { actsEverywhere } from '#contract/roles.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { canInCampaign, visibleCampaigns } from '../../access/access.rules.ts'
import type { Sight } from './today.sql.ts'

/**
 * The scope of the page Today. For the caller's own work: campaigns whose leads they may edit. For the work of others:
 * campaigns in which they see the team's follow-ups.
 */
export function sightOf(caller: Member, userId: string = caller.userId): Sight {
  const isOwn = userId === caller.userId
  const right = isOwn ? 'followUps.edit' : 'followUps.team'
  const campaigns = visibleCampaigns(caller)?.filter((id) => canInCampaign(caller, right, id)) ?? null
  if (!isOwn && campaigns?.length === 0) throw new AppError('forbidden')
  const of =
    userId === TEAM ? ({ kind: 'team' } as const) : { kind: isOwn ? ('self' as const) : ('colleague' as const), userId }
  return { campaigns, own: ownLeadsIn(caller), readerId: caller.userId, of }
}

/** All missed callers of the campaigns whose leads the caller may edit, also those of colleagues. */
export const sightOfDesk = (caller: Member): Sight => ({
  campaigns: visibleCampaigns(caller)?.filter((id) => canInCampaign(caller, 'leads.edit', id)) ?? null,
  own: ownLeadsIn(caller),
  readerId: caller.userId,
  of: { kind: 'team' },
})

const ownLeadsIn = (caller: Member) => (actsEverywhere(caller.role) ? [] : caller.ownLeadsIn)
