import { ALL_CAMPAIGNS } from '#contract/events.ts'
import { JOINED_LEADS_A_DAY } from '#contract/lead-filters.ts'
import { isChosenIn } from '#contract/lead-status.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { invalidInput } from '../../../platform/http/errors.ts'
import { isKeptToOwn } from '../../access/access.rules.ts'
import { countDailyAct } from '../daily-acts.queries.ts'
import { holdStatus, listPeopleNames } from '../lead-references.queries.ts'
import type { TakenLead } from './intake.queries.ts'

/**
 * What a member who is kept to their own leads enters, as it is stored. Where it joins a lead of somebody else the reply
 * says so, and a lead of nobody becomes theirs: with guesses they would find out who the business knows. So after a
 * number of these a day it makes a lead of its own, whatever there is.
 */
export async function limitedJoins(tx: Db, caller: Caller, lead: TakenLead): Promise<TakenLead> {
  if (caller.kind === 'key' || !isKeptToOwn(caller, lead.campaignId)) return lead
  const { businessId, userId } = caller
  // An enquiry that joins a lead needs no status: an unknown one would tell the two apart, and store nothing.
  const status = lead.statusId === null ? undefined : await holdStatus(tx, businessId, lead.statusId)
  if (lead.statusId !== null && !(status && isChosenIn(status, lead.campaignId)))
    throw invalidInput('statusId', 'status_not_found')
  const joined = await countDailyAct(tx, businessId, { userId, act: 'lead_joined' }, 0)
  return joined < JOINED_LEADS_A_DAY ? lead : { ...lead, mayRepeat: true }
}

type Joined = { campaign_id: string; assigned_to: string | null }
/** Counts an enquiry that joined a lead of somebody else; at the limit the Owners are told. */
export async function noteJoined(tx: Db, caller: Caller, row: Joined) {
  if (caller.kind === 'key' || !isKeptToOwn(caller, row.campaign_id) || row.assigned_to === caller.userId) return
  const { businessId, userId } = caller
  const joined = await countDailyAct(tx, businessId, { userId, act: 'lead_joined' }, 1)
  if (joined !== JOINED_LEADS_A_DAY) return
  const [person] = await listPeopleNames(tx, [userId])
  await emit(tx, caller, 'member.limited', {
    campaignId: ALL_CAMPAIGNS,
    userId,
    personal: { name: person?.name ?? '' },
  })
}
