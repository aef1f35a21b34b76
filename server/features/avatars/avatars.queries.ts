import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Images of the business and of its campaigns. */
export async function listImages(db: Db, businessId: string): Promise<string[]> {
  const { rows } = await sql<{ image: string }>`
    select image from businesses where business_id = ${businessId} and image is not null
    union all select image from campaigns where business_id = ${businessId} and image is not null`.execute(db)
  return rows.map(({ image }) => image)
}
