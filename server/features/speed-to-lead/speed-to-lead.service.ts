import {
  type CampaignSpeed,
  noSpeedToLead,
  type SpeedToLead,
  speedSources,
} from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import type { Db } from '../../platform/db/db.ts'
import { changesTo } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { canInCampaign, canReadCampaign } from '../access/access.rules.ts'
import { listRuleMembers } from '../assignment/choosing.service.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { listPeople, type Person } from './people.queries.ts'
import * as queries from './speed-to-lead.queries.ts'

type Context = { db: Db; caller: Member; now: Date }

export async function readSettings({ db, caller, now }: Context, campaignId: string): Promise<CampaignSpeed> {
  await requireRight({ db, caller }, campaignId)
  const { businessId } = caller
  const [stored, hasNumber, members, people] = await Promise.all([
    queries.findSettings(db, businessId, campaignId),
    queries.hasActiveNumber(db, businessId, campaignId),
    listRuleMembers(db, businessId, campaignId),
    listPeople(db, businessId, { campaignId, at: now }),
  ])
  return {
    success: true,
    settings: { ...noSpeedToLead, ...stored?.settings },
    version: stored?.version ?? 0,
    hasNumber,
    people: rungPeople(people, members).map(({ user, isOnShift, via }) => ({ user, isOnShift, via })),
  }
}

/** In the order of the campaign's rule; without a rule, its people, who was rung longest ago first. */
const rungPeople = (people: Person[], members: string[] | undefined) =>
  members?.flatMap((id) => people.filter(({ userId }) => userId === id)) ??
  people.filter(({ isOfCampaign }) => isOfCampaign)

async function requireRight({ db, caller }: Pick<Context, 'db' | 'caller'>, campaignId: string) {
  if (!canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  await requireCampaigns(db, caller.businessId, [campaignId])
  if (!canInCampaign(caller, 'assignment.edit', campaignId)) throw new AppError('forbidden')
}

type Change = { settings: SpeedToLead; expected: number }
export async function changeSettings(context: Context, campaignId: string, { settings: sent, expected }: Change) {
  const { db, caller } = context
  const { businessId } = caller
  await requireRight(context, campaignId)
  const settings = { ...sent, sources: speedSources.filter((source) => sent.sources.includes(source)) }
  await db.transaction().execute(async (tx) => {
    await queries.lockSettings(tx, businessId)
    const stored = await queries.findSettings(tx, businessId, campaignId)
    const changes = changesTo(named({ ...noSpeedToLead, ...stored?.settings }), named(settings))
    // The same settings again are no change, whatever version was read: a button may be pressed twice.
    if (!Object.keys(changes).length) return
    if ((stored?.version ?? 0) !== expected) throw new AppError('changed_meanwhile')
    if (settings.isOn && !(await queries.hasActiveNumber(tx, businessId, campaignId)))
      throw new AppError('no_number_to_show')
    await queries.upsertSettings(tx, businessId, { campaignId, settings, version: expected + 1 })
    await emit(tx, caller, 'speed_to_lead.changed', { campaignId, changes })
  })
  return readSettings(context, campaignId)
}

/** As the audit log names them. */
const named = ({ isOn, sources, ringSeconds, peopleMax }: SpeedToLead) => ({
  speedToLead: isOn,
  ringSources: sources,
  ringSeconds,
  rungPeopleMax: peopleMax,
})
