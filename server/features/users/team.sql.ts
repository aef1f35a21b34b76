import { sql } from 'kysely'

/** Selects a person's leads (id, campaign_id) that are neither won nor lost. */
export const openLeads = (businessId: string, userId: string) => sql`
  select l.id, l.campaign_id from leads l join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
  where l.business_id = ${businessId} and l.assigned_to = ${userId} and l.deleted_at is null and s.type not in ('Won', 'Lost')`
