import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** The name of a campaign, a status, a virtual number or a person. */
export type Name = {
  /** The name of a campaign or person, the Hebrew name of a status, or a number in E.164. */
  name: string
  /** The English name of a status, the label of a number, or the image of a person. */
  detail: string | null
}

export async function listNames(db: Db, businessId: string, ids: readonly string[]) {
  const { rows } = await sql<Name & { id: string }>`
    select id, name, null as detail from campaigns where business_id = ${businessId} and id = any(${ids}::uuid[])
    union all select id, name_he, name_en from lead_statuses where business_id = ${businessId} and id = any(${ids}::uuid[])
    union all select id, phone, label from virtual_numbers where business_id = ${businessId} and id = any(${ids}::uuid[])
    union all select id, name, image from users where id = any(${ids}::uuid[])`.execute(db)
  return rows
}
