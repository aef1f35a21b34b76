import { CAP_WARNINGS, type Usage } from '#contract/billing/billing.ts'
import { type Meter, meters } from '#contract/billing/plans.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { beginningOf, dayOf, firstOfMonth, plusDays } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import { type Account, findAccount, insertWarning, lockAccount, updateAccount } from './accounts.queries.ts'
import {
  type Counted,
  daysBetween,
  forecastOf,
  isFlowing,
  monthOf,
  type PlanDay,
  priceDays,
  priceOf,
} from './billing.rules.ts'
import { ownerMails } from './billing-mails.service.ts'
import { listPlanDays } from './plans.queries.ts'
import * as queries from './usage.queries.ts'

type UsageDeps = Pick<Deps, 'usageMeters' | 'workerDb' | 'now'>
const daysOf = (from: string, to: string) =>
  from > to ? [] : Array.from({ length: daysBetween(from, to) }, (_, i) => plusDays(from, i))

/** Counts days of one month from the rows that exist. */
async function count(deps: UsageDeps, db: Db, businessId: string, { from, to }: { from: string; to: string }) {
  const span = {
    monthFrom: beginningOf(firstOfMonth(from)),
    from: beginningOf(from),
    to: beginningOf(plusDays(to, 1)),
  }
  const found = await Promise.all(
    deps.usageMeters.map(async ({ meter, count }) =>
      (await count(db, businessId, span)).map((row): queries.Used => ({ meter, ...row })),
    ),
  )
  return found.flat()
}

/** Stores the usage of the days that are over and were not counted yet, from the month of `now` or the last counted day on. */
export async function recordUsage(deps: UsageDeps, tx: Db, businessId: string, until: string) {
  const last = await queries.findLastDay(tx, businessId)
  let from = last ? plusDays(last, 1) : firstOfMonth(until)
  while (from <= until) {
    const to = [monthOf(from).to, until].toSorted()[0] as string
    await queries.insertDays(tx, businessId, daysOf(from, to), await count(deps, tx, businessId, { from, to }))
    from = plusDays(to, 1)
  }
}

/** Usage of a month: what was stored of its days, and what is counted now of the others. */
export async function usedIn(deps: UsageDeps, db: Db, businessId: string, month: string): Promise<queries.Used[]> {
  const { from, to } = monthOf(month)
  const stored = await queries.listUsed(db, businessId, { from, to })
  const last = await queries.findLastDay(db, businessId)
  const next = last && last >= from ? plusDays(last, 1) : from
  const until = [to, dayOf(deps.now())].toSorted()[0] as string
  // A month before the first counted day was not counted and is not charged.
  if (next > until || (last !== undefined && to < last)) return stored
  return [...stored, ...(await count(deps, db, businessId, { from: next, to: until }))]
}

/** By meter and day, as prices need it. */
export const byMeter = (used: readonly queries.Used[]): Counted =>
  Object.fromEntries(
    meters.map((meter) => [
      meter,
      used.filter((row) => row.meter === meter).map(({ day, amount }) => ({ day, amount })),
    ]),
  ) as Counted

const totalOf = (used: readonly queries.Used[], meter: Meter) =>
  used.reduce((sum, row) => sum + (row.meter === meter ? row.amount : 0), 0)

/** What a month used beyond its plans until today, and what it will have used at this pace; before VAT. */
export function usageCosts(used: readonly queries.Used[], plans: readonly PlanDay[], today: string) {
  const rates = plans.at(-1)?.rates
  const counted = byMeter(used)
  const costs = meters.map((meter) => {
    const untilToday = priceDays(meter, counted[meter], plans)
    const total = totalOf(used, meter)
    const forecast = isFlowing(meter) ? forecastOf(total, today) : total
    const more = priceOf(rates?.[meter], forecast) - priceOf(rates?.[meter], total)
    return { meter, untilToday, forecast, forecastCost: untilToday + more }
  })
  return {
    untilToday: costs.reduce((sum, cost) => sum + cost.untilToday, 0),
    forecast: costs.reduce((sum, cost) => sum + cost.forecastCost, 0),
    of: (meter: Meter) => costs.find((cost) => cost.meter === meter),
  }
}

/** Usage of a month as its page shows it. */
export async function showUsage(deps: UsageDeps, db: Db, businessId: string, wanted?: string): Promise<Usage> {
  const today = dayOf(deps.now())
  const month = wanted ? `${wanted}-01` : firstOfMonth(today)
  const [used, plans, names, account] = await Promise.all([
    // Not every feature lets requests read what its meter counts.
    usedIn(deps, deps.workerDb, businessId, month),
    listPlanDays(db, businessId),
    queries.listCampaignNames(db, businessId),
    findAccount(db, businessId),
  ])
  const { to } = monthOf(month)
  const current = plans.filter(({ fromDay }) => fromDay <= to)
  const costs = usageCosts(used, current, [today, to].toSorted()[0] as string)
  const amounts = (rows: readonly queries.Used[]) =>
    meters.map((meter) => ({ meter, amount: totalOf(rows, meter) })).filter(({ amount }) => amount > 0)
  const campaignIds = [...new Set(used.map(({ campaignId }) => campaignId))]
  const days = [...new Set(used.map(({ day }) => day))].toSorted()
  return {
    month,
    meters: meters.map((meter) => ({
      ...{ meter, amount: totalOf(used, meter), included: current.at(-1)?.rates[meter]?.included ?? null },
      ...{ forecast: costs.of(meter)?.forecast ?? 0, cost: costs.of(meter)?.untilToday ?? 0 },
      cap: account?.caps[meter] ?? null,
    })),
    campaigns: campaignIds
      .map((campaignId) => ({
        campaignId,
        name: names.find(({ id }) => id === campaignId)?.name ?? null,
        amounts: amounts(used.filter((row) => row.campaignId === campaignId)),
      }))
      .toSorted((a, b) => minutesOf(b.amounts) - minutesOf(a.amounts)),
    days: days.map((day) => ({ day, amounts: amounts(used.filter((row) => row.day === day)) })),
  }
}

const minutesOf = (amounts: readonly { meter: Meter; amount: number }[]) =>
  amounts.reduce((sum, { meter, amount }) => sum + (meter.startsWith('minutes') ? amount : 0), 0)

/** Compares a month's usage with the caps: warns Owners once at each share, and stops at the whole. */
export async function watchCaps(deps: UsageDeps & Pick<Deps, 'env' | 'mail'>, businessId: string) {
  const month = firstOfMonth(dayOf(deps.now()))
  const used = await usedIn(deps, deps.workerDb, businessId, month)
  await deps.workerDb.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, businessId)
    if (!account) return
    const shares = sharesOf(account, used)
    for (const { meter, cap, share } of shares) {
      const reached = CAP_WARNINGS.filter((percent) => share >= percent)
      const fresh = []
      for (const percent of reached)
        if (await insertWarning(tx, businessId, { month, meter, percent })) fresh.push(percent)
      const percent = fresh.at(-1)
      if (percent === undefined) continue
      const about = { campaignId: ALL_CAMPAIGNS, meter, percent, cap }
      await emit(tx, { kind: 'system', businessId }, 'billing.cap_neared', about)
      const key = `cap ${businessId} ${month} ${meter} ${percent}`
      await ownerMails(tx, deps, { businessId, template: 'cap', key, values: { meter, percent } })
    }
    const cappedIn = shares.some(({ share }) => share >= 100) ? month : null
    if (account.cappedIn !== cappedIn) await updateAccount(tx, businessId, { cappedIn })
  })
}

const sharesOf = ({ caps }: Account, used: readonly queries.Used[]) =>
  meters.flatMap((meter) => {
    const cap = caps[meter]
    return cap ? [{ meter, cap, share: (totalOf(used, meter) * 100) / cap }] : []
  })
