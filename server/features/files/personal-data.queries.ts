import { sql } from 'kysely'
import { dayOf } from '#contract/values/clock.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { OwnRows, Person } from '../personal-data.ts'
import { contentOf } from './stored-names.rules.ts'

/** Also deleted ones. Their content is removed right after. */
export const eraseFiles = (tx: Db, businessId: string, { leadIds }: Person) =>
  sql`delete from lead_files where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])`.execute(tx)

const filesOf = (businessId: string, { leadIds }: Person) => sql`
  from lead_files f left join users u on u.id = f.user_id
  where f.business_id = ${businessId} and f.lead_id = any(${leadIds}::uuid[]) and f.deleted_at is null
  order by f.id`

export const listFilesOfPerson = ({ db }: { db: Db }, businessId: string, person: Person) =>
  rowsOf(
    db,
    sql`select f.lead_id as lead, f.name, f.type, f.bytes, f.created_at as "createdAt", u.name as "addedBy"
    ${filesOf(businessId, person)}`,
  )

type Stored = { id: string; name: string; createdAt: string }
/** The files themselves, under names that differ. */
export async function listStoredFiles(db: Db, businessId: string, person: Person) {
  const rows = await rowsOf<Stored>(
    db,
    sql`select f.id, f.name, f.created_at as "createdAt" ${filesOf(businessId, person)}`,
  )
  return rows.map(({ id, name, createdAt }) => ({
    file: contentOf(id),
    name: `files/${dayOf(createdAt)}-${id.slice(-8)}-${name}`,
  }))
}

/** Files that the user added, newest first. */
export const listOwnFiles = (db: Db, businessId: string, { userId, most }: OwnRows) =>
  rowsOf(
    db,
    sql`select f.lead_id as lead, f.name, f.type, f.bytes, f.created_at as "createdAt" from lead_files f
    where f.business_id = ${businessId} and f.user_id = ${userId} and f.deleted_at is null
    order by f.id desc limit ${most}`,
  )
