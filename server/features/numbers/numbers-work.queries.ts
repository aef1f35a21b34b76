import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

type Found = { businessId: string; id: string }

/** Unsettled orders of all businesses. Runs as the worker's role. */
export const listOpenOrders = (db: Db, before: Date): Promise<Found[]> =>
  db
    .selectFrom('number_orders')
    .select(['business_id as businessId', 'id'])
    .where('state', '=', 'ordering')
    .where('updated_at', '<', before.toISOString())
    .orderBy('updated_at')
    .limit(50)
    .execute()

/** Numbers that are due to be released at the provider, longest waiting first. */
export const listReleasing = (db: Db, now: Date): Promise<Found[]> =>
  db
    .selectFrom('virtual_numbers')
    .select(['business_id as businessId', 'id'])
    .where('state', '=', 'releasing')
    .where((eb) => eb.or([eb('release_at', 'is', null), eb('release_at', '<=', now.toISOString())]))
    .orderBy('release_at', (order) => order.asc().nullsFirst())
    .limit(50)
    .execute()

/** Numbers released so long ago that no further reports are expected. */
export const listForgotten = (db: Db, before: Date): Promise<Found[]> =>
  db
    .selectFrom('virtual_numbers')
    .select(['business_id as businessId', 'id'])
    .where('state', '=', 'quarantined')
    .where('released_at', '<', before.toISOString())
    .limit(500)
    .execute()

type ExchangeNumber = Found & { connectionId: string; phone: string; label: string | null }
/** Numbers of the built-in exchange, of all businesses. An adopted one keeps its name there: its label is null. */
export const listNumbersOfExchange = (db: Db): Promise<ExchangeNumber[]> =>
  db
    .selectFrom('virtual_numbers as n')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.business_id', '=', 'n.business_id').onRef('c.id', '=', 'n.connection_id'),
    )
    .select(['n.business_id as businessId', 'n.id', 'n.connection_id as connectionId', 'n.phone'])
    .select(sql<string | null>`case when n.adopted is null then n.label end`.as('label'))
    .where('c.provider', '=', 'local')
    .where('n.state', 'in', ['active', 'paused'])
    .execute()

/** Accounts of businesses with a provider that charges them. */
export const listCharged = (db: Db) =>
  rowsOf<{ businessId: string; connectionId: string }>(
    db,
    sql`select c.business_id as "businessId", c.id as "connectionId" from connections c
        join businesses b on b.business_id = c.business_id
      where c.provider = 'twilio' and c.deleted_at is null and b.closes_at is null`,
  )
