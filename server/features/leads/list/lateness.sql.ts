import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * The moment before which what was due is late. The function runs once for the business, and for each row of a campaign
 * with hours of its own.
 */
export const lateBefore = (businessId: string, { campaign, at }: { campaign: Sql; at: Sql }): Sql =>
  sql`case when ${campaign} = any(array(select w.campaign_id from working_hours w
      where w.business_id = ${businessId} and w.campaign_id is not null and w.hours is not null))
    then late_before(${businessId}, ${campaign}, ${at}) else (select late_before(${businessId}, null, ${at})) end`
