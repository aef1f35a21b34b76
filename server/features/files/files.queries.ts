import { sql } from 'kysely'
import type { Preview } from '#contract/files/files.ts'
import type { Db } from '../../platform/db/db.ts'

export type FileRow = {
  id: string
  leadId: string
  /** Null: the lead sent it. */
  userId: string | null
  userName: string | null
  userImage: string | null
  name: string
  bytes: number
  type: string
  preview: Preview
  createdAt: string
  deletedAt: string | null
}

const files = (db: Db, businessId: string) =>
  db
    .selectFrom('lead_files as f')
    .leftJoin('users as u', 'u.id', 'f.user_id')
    .select(['f.id', 'f.lead_id as leadId', 'f.user_id as userId', 'u.name as userName', 'u.image as userImage'])
    .select(['f.name', 'f.bytes', 'f.type', 'f.preview', 'f.created_at as createdAt', 'f.deleted_at as deletedAt'])
    .$narrowType<{ preview: Preview }>()
    .where('f.business_id', '=', businessId)

/** `addedBy`: only those that this person added; null: all. */
export type FilesSeen = { leadId: string; addedBy: string | null }

/** Files of a lead, newest first, without deleted ones. */
export const listFiles = (db: Db, businessId: string, { leadId, addedBy }: FilesSeen): Promise<FileRow[]> =>
  files(db, businessId)
    .where('f.lead_id', '=', leadId)
    .where('f.deleted_at', 'is', null)
    .$if(addedBy !== null, (query) => query.where('f.user_id', '=', addedBy as string))
    .orderBy('f.id', 'desc')
    .execute()

/** A file of a lead, also a deleted one. */
export const findFile = (
  db: Db,
  businessId: string,
  { fileId, leadId, addedBy }: FilesSeen & { fileId: string },
): Promise<FileRow | undefined> =>
  files(db, businessId)
    .where('f.id', '=', fileId)
    .where('f.lead_id', '=', leadId)
    .$if(addedBy !== null, (query) => query.where('f.user_id', '=', addedBy as string))
    .executeTakeFirst()

export async function countFilesOf(db: Db, businessId: string, leadId: string) {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from lead_files
    where business_id = ${businessId} and lead_id = ${leadId} and deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Bytes of all files of the business. */
export async function findTotal(db: Db, businessId: string) {
  const { rows } = await sql<{ bytes: number }>`
    select bytes::float8 as bytes from file_totals where business_id = ${businessId}`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Bytes of the files that leads sent: of the business, and of this lead. */
export async function findReceived(db: Db, businessId: string, leadId: string) {
  const { rows } = await sql<{ bytes: number; ofLead: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes,
      coalesce(sum(bytes) filter (where lead_id = ${leadId}), 0)::float8 as "ofLead"
    from lead_files where business_id = ${businessId} and user_id is null and deleted_at is null`.execute(db)
  return rows[0] ?? { bytes: 0, ofLead: 0 }
}

/** Serializes changes of one lead's files until the transaction ends. */
export const lockLead = (tx: Db, businessId: string, leadId: string) =>
  sql`select from leads where business_id = ${businessId} and id = ${leadId} for no key update`.execute(tx)

export type NewFile = {
  id: string
  leadId: string
  userId: string | null
  name: string
  bytes: number
  type: string
  preview: Preview
  at: string
}
export const insertFile = (tx: Db, businessId: string, { leadId, userId, at, ...file }: NewFile) =>
  tx
    .insertInto('lead_files')
    .values({ business_id: businessId, lead_id: leadId, user_id: userId, created_at: at, ...file })
    .execute()

export const updateDeleted = (tx: Db, businessId: string, fileId: string, at: string | null) =>
  tx
    .updateTable('lead_files')
    .set({ deleted_at: at })
    .where('business_id', '=', businessId)
    .where('id', '=', fileId)
    .execute()
