import { sql } from 'kysely'
import type { fates } from '#contract/leads/history/lead-why.ts'
import type { User } from '#contract/team/users.ts'
import type { Db } from '../../platform/db/db.ts'

export type ArrivalRow = {
  id: string
  leadId: string
  at: string
  name: 'lead.created' | 'lead.repeated' | 'lead.refused'
  by: User | null
  isSystem: boolean
  keyName: string | null
  /** The campaigns of the API key; null: all. */
  keyCampaigns: string[] | null
  formName: string | null
  number: string | null
  importId: string | null
  fileName: string | null
  row: number | null
  source: string
  campaign: string
  whilePaused: boolean
  fate: Extract<(typeof fates)[number], 'marked' | 'second' | 'unmatched' | 'conversation'> | null
  knownLeadId: string | null
  assigned: User | null
  raw: string | null
  message: string | null
}

const userOf = (alias: string) =>
  sql.raw(`case when ${alias}.id is not null
    then jsonb_build_object('_id', ${alias}.id, 'name', ${alias}.name, 'image', ${alias}.image) end`)

/** The newest enquiries of leads that are one, the refused ones included, with what sent them. */
export async function listArrivals(db: Db, businessId: string, leadIds: readonly string[], limit: number) {
  const { rows } = await sql<ArrivalRow>`
    select e.id, e.lead_id as "leadId", e.at, e.name, ${userOf('u')} as by, e.actor ? 'system' as "isSystem",
      k.name as "keyName", k.campaign_ids as "keyCampaigns", coalesce(f.name, ls.name) as "formName", n.called as number,
      i.id as "importId", i.name as "fileName", (o.before->>'number')::int as row, e.payload->>'source' as source,
      coalesce(c.name, '') as campaign, coalesce(q.while_paused, false) as "whilePaused", e.payload->>'fate' as fate,
      e.payload->>'knownLeadId' as "knownLeadId", ${userOf('a')} as assigned, q.raw, q.message
    from events e
      left join lead_enquiries q on q.business_id = e.business_id and q.id = (e.payload->>'enquiryId')::uuid
      left join campaigns c on c.business_id = e.business_id and c.id = e.campaign_id
      left join users u on u.id = e.user_id
      left join users a on a.id = nullif(e.payload->'counts'->0->>'assignedTo', 'none')::uuid
      left join api_keys k on k.business_id = e.business_id and k.id = (e.actor->>'keyId')::uuid
      left join forms f on f.business_id = e.business_id and f.id = (e.actor->>'formId')::uuid
      left join lead_sources ls on ls.business_id = e.business_id and ls.id = (e.actor->>'sourceId')::uuid
      left join lead_imports i on i.business_id = e.business_id and i.operation_id = (e.payload->>'operationId')::uuid
      left join operation_items o on o.business_id = e.business_id and o.operation_id = i.operation_id
        and o.item_id = e.lead_id and e.name = 'lead.created'
      left join lateral (select l.called from calls l where l.business_id = e.business_id
        and l.lead_id = any(${leadIds}::uuid[]) and l.started_at <= e.at + interval '1 minute'
        and e.actor ? 'system' and e.payload->>'source' = 'call' order by l.started_at desc, l.id desc limit 1) n on true
    where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[])
      and e.name in ('lead.created', 'lead.repeated', 'lead.refused')
    order by e.id desc limit ${limit}`.execute(db)
  return rows
}

type Place = { importId: string; row: number }
type Cells = Place & { titles: string[]; cells: unknown[] }
/** The cells of rows of imported files, with the titles of their columns. */
export async function listImportedCells(db: Db, businessId: string, places: readonly Place[]) {
  const { rows } = await sql<Cells>`
    select i.id as "importId", w.row, array(select t.value->>'title' from jsonb_array_elements(i.columns) t) as titles,
      r.cells - 0 as cells
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as w("importId" uuid, row int)
      join lead_imports i on i.business_id = ${businessId} and i.id = w."importId"
      join lateral (select p.rows from lead_import_pieces p where p.business_id = i.business_id and p.import_id = i.id
        and p.first_row <= w.row order by p.first_row desc limit 1) p on true
      join lateral jsonb_array_elements(p.rows) r(cells) on (r.cells->>0)::int = w.row`.execute(db)
  return rows
}
