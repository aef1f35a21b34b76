import { sql } from 'kysely'
import type { Plan, PlanRates } from '#contract/billing/plans.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { PlanDay } from './billing.rules.ts'

const columns = sql`v.id as _id, v.plan, v.version, v.name_he as "nameHe", v.name_en as "nameEn", v.price, v.rates`

/** Plans that may be chosen, the cheapest first. */
export const listOffers = (db: Db) =>
  rowsOf<Plan>(
    db,
    sql`select ${columns} from billing_offers o join billing_plan_versions v on v.id = o.version_id order by v.price, v.plan`,
  )

export async function findPlan(db: Db, id: string): Promise<Plan | undefined> {
  const [plan] = await rowsOf<Plan>(db, sql`select ${columns} from billing_plan_versions v where v.id = ${id}`)
  return plan
}

/** Rates by the day from which they hold, the earliest first. */
export const listPlanDays = (db: Db, businessId: string) =>
  rowsOf<PlanDay>(
    db,
    sql`select d.from_day::text as "fromDay", v.rates from billing_plan_days d join billing_plan_versions v on v.id = d.version_id
      where d.business_id = ${businessId} order by d.from_day`,
  )

export const upsertPlanDay = (tx: Db, businessId: string, { from, versionId }: { from: string; versionId: string }) =>
  tx
    .insertInto('billing_plan_days')
    .values({ business_id: businessId, from_day: from, version_id: versionId })
    .onConflict((conflict) => conflict.columns(['business_id', 'from_day']).doUpdateSet({ version_id: versionId }))
    .execute()

type NewVersion = { id: string; plan: string; nameHe: string; nameEn: string; price: number; rates: PlanRates }
/** Adds the next version of a plan and offers it. Businesses keep the version that they have. */
export async function insertVersion(tx: Db, { id, plan, nameHe, nameEn, price, rates }: NewVersion) {
  await sql`select pg_advisory_xact_lock(hashtext('billing plans'))`.execute(tx)
  await sql`insert into billing_plan_versions (id, plan, version, name_he, name_en, price, rates)
    select ${id}, ${plan}, 1 + coalesce(max(version), 0), ${nameHe}, ${nameEn}, ${price}, ${JSON.stringify(rates)}::jsonb
    from billing_plan_versions where plan = ${plan}`.execute(tx)
  await tx
    .insertInto('billing_offers')
    .values({ plan, version_id: id })
    .onConflict((conflict) => conflict.column('plan').doUpdateSet({ version_id: id }))
    .execute()
}
