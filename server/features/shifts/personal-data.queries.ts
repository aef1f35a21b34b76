import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { Account, OwnRows } from '../personal-data.ts'

/** Swaps hold the shifts of two people and what one wrote to the other. */
export const eraseSwapsOfAccount = (tx: Db, { userId }: Account) =>
  sql`delete from shift_swaps where asker_id = ${userId} or partner_id = ${userId}`.execute(tx)

export const listOwnPlan = (db: Db, businessId: string, { userId }: OwnRows) =>
  rowsOf(
    db,
    sql`select plan, agreed, paused_from as "pausedFrom", paused_until as "pausedUntil" from shift_plans
      where business_id = ${businessId} and user_id = ${userId}`,
  )

/** Published weeks, newest first. */
export const listOwnWeeks = (db: Db, businessId: string, { userId, most }: OwnRows) =>
  rowsOf(
    db,
    sql`select week::text as week, published as days, published_at as "publishedAt" from shift_weeks
      where business_id = ${businessId} and user_id = ${userId} and published is not null
      order by week desc limit ${most}`,
  )

/** Swaps that the user asked for, or was asked for, newest first. */
export const listOwnSwaps = (db: Db, businessId: string, { userId, most }: OwnRows) =>
  rowsOf(
    db,
    sql`select gives, takes, case when asker_id = ${userId} then note end as note, asker_id = ${userId} as "isAsker", state,
        created_at as "createdAt", decided_at as "decidedAt"
      from shift_swaps where business_id = ${businessId} and (asker_id = ${userId} or partner_id = ${userId})
      order by created_at desc, id limit ${most}`,
  )
