import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { holidaysOf } from '#contract/working-hours/holiday-list.ts'
import { openStateAt } from '#contract/working-hours/open-state.ts'
import type { WorkingHours } from '#contract/working-hours/working-hours.ts'
import type { Db } from '../../platform/db/db.ts'
import { changesTo } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { canReadCampaign } from '../access/access.rules.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { firstMoment, writePeriods } from './open-periods.service.ts'
import * as queries from './working-hours.queries.ts'
import * as rules from './working-hours.rules.ts'

type Context = { db: Db; caller: Member; now: Date }
/** The version that the caller read. */
type Expected = { expected: number }

async function requireHours(db: Db, businessId: string, campaignId: string | null = null) {
  const stored = await queries.findHours(db, businessId, campaignId)
  if (!stored) throw new AppError('business_not_found')
  return stored
}

async function requireHoursOfCampaign({ db, caller }: Context, campaignId: string) {
  if (!canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  await requireCampaigns(db, caller.businessId, [campaignId])
  return requireHours(db, caller.businessId, campaignId)
}

/** The hours of a business, and of its campaigns that have their own. */
export async function findAllHours(db: Db, businessId: string) {
  const [stored, campaigns] = await Promise.all([
    requireHours(db, businessId),
    queries.listCampaignHours(db, businessId),
  ])
  const ofCampaigns = new Map(campaigns.map(({ campaignId, hours }) => [campaignId, hours]))
  return { ofBusiness: rules.hoursOfBusiness(stored), ofCampaigns }
}

const replyOf = (stored: rules.StoredHours) => ({
  success: true as const,
  hours: rules.hoursOfBusiness(stored),
  version: stored.version,
})
const replyOfCampaign = (stored: rules.StoredHours) => ({
  success: true as const,
  hours: stored.ofCampaign ?? rules.hoursOfBusiness(stored),
  version: stored.versionOfCampaign,
  isOwn: stored.ofCampaign !== null,
})

export const readHours = async ({ db, caller }: Context) => replyOf(await requireHours(db, caller.businessId))
export const readHoursOfCampaign = async (context: Context, campaignId: string) =>
  replyOfCampaign(await requireHoursOfCampaign(context, campaignId))

const stateOf = (hours: WorkingHours, at: string | undefined, now: Date) => ({
  success: true as const,
  state: openStateAt(hours, at === undefined ? now : new Date(at)),
})
export const readState = async (context: Context, at: string | undefined) =>
  stateOf((await readHours(context)).hours, at, context.now)
export const readStateOfCampaign = async (context: Context, campaignId: string, at: string | undefined) =>
  stateOf((await readHoursOfCampaign(context, campaignId)).hours, at, context.now)

function listHolidays(hours: WorkingHours, year: number, now: Date) {
  if (!rules.isYearComputed(year, now)) throw invalidInput('year', 'out_of_range')
  return { success: true as const, ...holidaysOf(hours, year) }
}
export const readHolidays = async (context: Context, year: number) =>
  listHolidays((await readHours(context)).hours, year, context.now)
export const readHolidaysOfCampaign = async (context: Context, campaignId: string, year: number) =>
  listHolidays((await readHoursOfCampaign(context, campaignId)).hours, year, context.now)

/** The same hours again are no change, whatever version was read: a button may be pressed twice. */
const isSame = (before: WorkingHours | null, wanted: WorkingHours | null) =>
  before && wanted ? !Object.keys(changesTo(rules.named(before), rules.named(wanted))).length : before === wanted

/** From now on; hours that are set for the first time hold for the last days, too. */
export async function changeHours(context: Context, { hours, expected }: { hours: WorkingHours } & Expected) {
  const { db, caller, now } = context
  const { businessId } = caller
  const wanted = rules.sorted(hours)
  await db.transaction().execute(async (tx) => {
    await queries.lockHours(tx, businessId)
    const before = await requireHours(tx, businessId)
    if (isSame(before.hours, wanted)) return
    if (before.version !== expected) throw new AppError('changed_meanwhile')
    await queries.upsertHours(tx, businessId, { campaignId: null, hours: wanted, version: before.version + 1 })
    const from = before.hours ? now : firstMoment(now)
    await writePeriods(tx, businessId, { campaignId: null, hours: wanted, from, now })
    const changes = changesTo(rules.named(rules.hoursOfBusiness(before)), rules.named(wanted))
    await emit(tx, caller, 'working_hours.changed', { campaignId: ALL_CAMPAIGNS, changes })
  })
  return readHours(context)
}

/** Null: the campaign has the hours of the business again. */
export async function changeHoursOfCampaign(
  context: Context,
  campaignId: string,
  { hours, expected }: { hours: WorkingHours | null } & Expected,
) {
  const { db, caller, now } = context
  const { businessId } = caller
  const wanted = hours && rules.sorted(hours)
  await db.transaction().execute(async (tx) => {
    await requireCampaigns(tx, businessId, [campaignId])
    await queries.lockHours(tx, businessId)
    const before = await requireHours(tx, businessId, campaignId)
    if (isSame(before.ofCampaign, wanted)) return
    if (before.versionOfCampaign !== expected) throw new AppError('changed_meanwhile')
    await queries.upsertHours(tx, businessId, { campaignId, hours: wanted, version: expected + 1 })
    if (!before.ofCampaign) await queries.copyPeriods(tx, businessId, campaignId, now)
    if (wanted) await writePeriods(tx, businessId, { campaignId, hours: wanted, from: now, now })
    else await queries.deletePeriods(tx, businessId, { campaignId, from: new Date(0) })
    const changes = {
      ...changesTo({ ownHours: before.ofCampaign !== null }, { ownHours: wanted !== null }),
      ...changesTo(...namedPair(before, wanted)),
    }
    await emit(tx, caller, 'campaign_hours.changed', { campaignId, changes })
  })
  return readHoursOfCampaign(context, campaignId)
}

/** The hours that held for a campaign before and after. */
const namedPair = (before: rules.StoredHours, wanted: WorkingHours | null) => {
  const ofBusiness = rules.hoursOfBusiness(before)
  return [rules.named(before.ofCampaign ?? ofBusiness), rules.named(wanted ?? ofBusiness)] as const
}
