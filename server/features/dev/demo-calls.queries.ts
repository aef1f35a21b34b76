import { sql } from 'kysely'
import type { Routing } from '#contract/calls/routing.ts'
import type { Db } from '../../platform/db/db.ts'

export type LocalNumber = { businessId: string; campaignId: string; phone: string; routing: Routing }

/** Numbers at the built-in exchange that ring for a campaign by their own routing; oldest first, of every business. */
export async function listLocalNumbers(db: Db): Promise<LocalNumber[]> {
  const rows = await db
    .selectFrom('virtual_numbers as n')
    .innerJoin('connections as v', (join) =>
      join.onRef('v.business_id', '=', 'n.business_id').onRef('v.id', '=', 'n.connection_id'),
    )
    .innerJoin('campaigns as c', (join) =>
      join.onRef('c.business_id', '=', 'n.business_id').onRef('c.id', '=', 'n.campaign_id'),
    )
    .select(['n.business_id', 'c.id as campaign_id', 'n.phone', 'n.routing'])
    .where('v.provider', '=', 'local')
    .where('n.state', '=', 'active')
    .where('n.flow_id', 'is', null)
    .where('c.is_enabled', '=', true)
    .orderBy('n.created_at')
    .orderBy('n.phone')
    .execute()
  return rows.map(({ business_id, campaign_id, phone, routing }) => ({
    businessId: business_id,
    campaignId: campaign_id,
    phone,
    routing: routing as unknown as Routing,
  }))
}

export async function findPhoneOfLead(db: Db, businessId: string, leadId: string) {
  const lead = await db
    .selectFrom('leads')
    .select('phone')
    .where('business_id', '=', businessId)
    .where('id', '=', leadId)
    .executeTakeFirst()
  return lead?.phone ?? undefined
}

/** Of a call by which a member is rung for a new lead; undefined: another call. */
export async function findPhoneOfRing(db: Db, callId: string) {
  const call = await db
    .selectFrom('calls')
    .select('called')
    .where('id', '=', callId)
    .where(sql<boolean>`plan #> '{outgoing,newLead}' is not null`)
    .executeTakeFirst()
  return call?.called
}
