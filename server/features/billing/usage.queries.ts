import { sql } from 'kysely'
import type { Meter } from '#contract/billing/plans.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

export type Used = { day: string; meter: Meter; campaignId: string | null; amount: number }

/** The last day whose usage was counted. */
export async function findLastDay(db: Db, businessId: string) {
  const [row] = await rowsOf<{ day: string | null }>(
    db,
    sql`select max(day)::text as day from billing_usage_days where business_id = ${businessId}`,
  )
  return row?.day ?? undefined
}

export const listUsed = (db: Db, businessId: string, { from, to }: { from: string; to: string }) =>
  rowsOf<Used>(
    db,
    sql`select day::text as day, meter, nullif(campaign_id, ${ALL_CAMPAIGNS}) as "campaignId", amount::int as amount
      from billing_usage where business_id = ${businessId} and day between ${from} and ${to}`,
  )

/** Stores what was counted of days that are over; a day that was counted before stays as it was. */
export async function insertDays(tx: Db, businessId: string, days: readonly string[], used: readonly Used[]) {
  const fresh = await rowsOf<{ day: string }>(
    tx,
    sql`insert into billing_usage_days (business_id, day) select ${businessId}, d::date from unnest(${[...days]}::text[]) d
      on conflict do nothing returning day::text as day`,
  )
  const isFresh = new Set(fresh.map(({ day }) => day))
  const rows = used
    .filter(({ day, amount }) => amount > 0 && isFresh.has(day))
    .map(({ day, meter, campaignId, amount }) => ({
      ...{ business_id: businessId, day, meter, campaign_id: campaignId ?? ALL_CAMPAIGNS, amount },
    }))
  if (rows.length) await tx.insertInto('billing_usage').values(rows).execute()
}

export const listCampaignNames = (db: Db, businessId: string) =>
  rowsOf<{ id: string; name: string }>(
    db,
    sql`select id, name from campaigns where business_id = ${businessId} order by created_at`,
  )
