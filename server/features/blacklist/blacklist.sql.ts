import { type RawBuilder, sql } from 'kysely'
import { prefixesOf } from './blacklist.rules.ts'

export type Screened = {
  /** E.164; null: the caller hides it. */
  caller: string | null
  /** Whose entries count beside the business's; null: no campaign's. */
  campaignId: RawBuilder<unknown>
  now: Date
}
/** The one question whether somebody is turned away: the id of the entry that does it, the campaign's before the business's, the closest first. */
export const blacklistMatch = (businessId: string, { caller, campaignId, now }: Screened) => sql<{ id: string }>`
  select b.id from blacklist b where b.business_id = ${businessId}
    and ${
      caller
        ? sql`(b.kind = 'number' and b.phone = ${caller} or b.kind = 'prefix' and b.phone = any(${prefixesOf(caller)}::text[]))`
        : sql`b.kind = 'withheld' and b.phone = ''`
    }
    and (b.campaign_id is null or b.campaign_id = ${campaignId})
    and (b.expires_at is null or b.expires_at > ${now.toISOString()}::timestamptz)
  order by b.campaign_id is null, b.kind, length(b.phone) desc limit 1`
