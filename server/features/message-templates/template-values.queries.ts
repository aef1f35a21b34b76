import { sql } from 'kysely'
import type { Gender } from '#contract/leads/messages/gender.ts'
import type { TemplateValues } from '#contract/leads/messages/template-variables.ts'
import type { Db } from '../../platform/db/db.ts'

export type ValuesOf = { leadId: string /** Who sends; null: no person does. */; userId: string | null }

/** Values of the lead, its campaign, the sender and the business. */
export async function findTemplateValues(db: Db, businessId: string, { leadId, userId }: ValuesOf) {
  const { rows } = await sql<TemplateValues>`
    select l.name as "lead.name", split_part(trim(l.name), ' ', 1) as "lead.firstName", coalesce(l.phone, '') as "lead.phone",
      coalesce(l.email, '') as "lead.email", c.name as "campaign.name", coalesce(n.phone, '') as "campaign.phone",
      coalesce(u.name, '') as "person.name", coalesce(u.phone, '') as "person.phone", coalesce(u.email, '') as "person.email",
      coalesce(b.brand_name, b.name) as "business.name", coalesce(b.phone, '') as "business.phone",
      concat_ws(', ', b.street, b.city) as "business.address"
    from leads l
      join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
      join businesses b on b.business_id = l.business_id
      left join users u on u.id = ${userId}
      left join lateral (select phone from virtual_numbers n where n.business_id = l.business_id
        and n.campaign_id = l.campaign_id and n.state = 'active' order by n.created_at, n.id limit 1) n on true
    where l.business_id = ${businessId} and l.id = ${leadId}`.execute(db)
  return rows[0] ?? {}
}

export async function findGender(db: Db, businessId: string, leadId: string): Promise<Gender> {
  const lead = await db
    .selectFrom('leads')
    .select('gender')
    .$narrowType<{ gender: Gender }>()
    .where('business_id', '=', businessId)
    .where('id', '=', leadId)
    .executeTakeFirst()
  return lead?.gender ?? 'unknown'
}
