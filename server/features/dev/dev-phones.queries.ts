import type { Db } from '../../platform/db/db.ts'

/** Numbers of all businesses at the built-in exchange, by the worker's role. */
export const listDemoNumbers = (db: Db, limit: number) =>
  db
    .selectFrom('virtual_numbers as n')
    .innerJoin('connections as v', (join) =>
      join.onRef('v.business_id', '=', 'n.business_id').onRef('v.id', '=', 'n.connection_id'),
    )
    .innerJoin('businesses as b', 'b.business_id', 'n.business_id')
    .leftJoin('campaigns as c', (join) =>
      join.onRef('c.business_id', '=', 'n.business_id').onRef('c.id', '=', 'n.campaign_id'),
    )
    .select(['n.phone', 'n.label', 'n.state', 'n.routing', 'c.name as campaign', 'b.name as business'])
    .select(['c.is_enabled as isEnabled', 'c.start_date as startDate', 'c.end_date as endDate'])
    .where('v.provider', '=', 'local')
    .where('n.state', 'in', ['active', 'paused'])
    .orderBy('n.phone')
    .limit(limit)
    .execute()
