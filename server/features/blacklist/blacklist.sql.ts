import { sql } from 'kysely'
import type { CallerScreen } from '../numbers/routing.rules.ts'
import { prefixesOf } from './blacklist.rules.ts'

/** The id of the entry that blocks the caller: the campaign's before the business's, the most specific first. */
export const blacklistMatch: CallerScreen = (businessId, { caller, campaignId, now }) => sql<{ id: string }>`
  select b.id from blacklist b where b.business_id = ${businessId}
    and ${
      caller
        ? sql`(b.kind = 'number' and b.phone = ${caller} or b.kind = 'prefix' and b.phone = any(${prefixesOf(caller)}::text[]))`
        : sql`b.kind = 'withheld' and b.phone = ''`
    }
    and (b.campaign_id is null or b.campaign_id = ${campaignId})
    and (b.expires_at is null or b.expires_at > ${now.toISOString()}::timestamptz)
  order by b.campaign_id is null, b.kind, length(b.phone) desc limit 1`
