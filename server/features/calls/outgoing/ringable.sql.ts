import { sql } from 'kysely'

/** Whether people may be rung for leads of a campaign at a time. */
export type Ringable = {
  /** The campaign is on, and the business does not close. */
  isRunning: boolean
  isOpen: boolean
  /** A number of the campaign is not at the built-in exchange. */
  isAtProvider: boolean
}

/** Columns of `Ringable` for a lead `l`, its campaign `c` and its business `b`. */
export const ringableColumns = (now: Date) => sql`
  c.is_enabled and c.deleted_at is null and b.closes_at is null as "isRunning",
  is_open(l.business_id, l.campaign_id, ${now.toISOString()}) as "isOpen",
  exists (select from virtual_numbers n join connections x on x.business_id = n.business_id and x.id = n.connection_id
    where n.business_id = l.business_id and n.campaign_id = l.campaign_id and n.state = 'active'
      and x.provider <> 'local') as "isAtProvider"`
