import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { JOINED_LEADS_A_DAY } from '#contract/leads/lead-filters.ts'
import { isChosenIn } from '#contract/leads/lead-status.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { invalidInput } from '../../../platform/http/errors.ts'
import { isRestrictedToOwn } from '../../access/access.rules.ts'
import { countDailyAct } from '../daily-acts.queries.ts'
import { listUserNames, lockStatus } from '../lead-references.queries.ts'
import type { LeadInput } from './lead-input.rules.ts'

/**
 * Limits how often the input of a restricted member joins another member's lead. The reply shows that it joined, so
 * guessing contacts would reveal which ones are known. Above the daily limit, the input always creates a new lead.
 */
export async function withJoinLimit(tx: Db, caller: Caller, lead: LeadInput): Promise<LeadInput> {
  if (caller.kind === 'key' || !isRestrictedToOwn(caller, lead.campaignId)) return lead
  const { businessId, userId } = caller
  // A repeat enquiry stores no status. The status is checked here, so that an unknown one is refused both for new and
  // for known contacts.
  const status = lead.statusId === null ? undefined : await lockStatus(tx, businessId, lead.statusId)
  if (lead.statusId !== null && !(status && isChosenIn(status, lead.campaignId)))
    throw invalidInput('statusId', 'status_not_found')
  const joined = await countDailyAct(tx, businessId, { userId, act: 'lead_joined' }, 0)
  return joined < JOINED_LEADS_A_DAY ? lead : { ...lead, mayRepeat: true }
}

type JoinedLead = { campaign_id: string; assigned_to: string | null }
/**
 * Counts a repeat enquiry that joined another member’s lead. When the limit is reached, an event notifies the Owners.
 */
export async function countJoin(tx: Db, caller: Caller, row: JoinedLead) {
  if (caller.kind === 'key' || !isRestrictedToOwn(caller, row.campaign_id) || row.assigned_to === caller.userId) return
  const { businessId, userId } = caller
  const joined = await countDailyAct(tx, businessId, { userId, act: 'lead_joined' }, 1)
  if (joined !== JOINED_LEADS_A_DAY) return
  const [user] = await listUserNames(tx, [userId])
  await emit(tx, caller, 'member.limited', {
    campaignId: ALL_CAMPAIGNS,
    userId,
    personal: { name: user?.name ?? '' },
  })
}
