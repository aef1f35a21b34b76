import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

type NewLink = { meetingId: string; hash: Buffer }
export const insertLink = (tx: Db, businessId: string, { meetingId, hash }: NewLink) =>
  sql`insert into meeting_links (business_id, token_hash, meeting_id) values (${businessId}, ${hash}, ${meetingId})`.execute(
    tx,
  )

/** Ends all but the newest links of a meeting. */
export const deleteOldLinks = (tx: Db, businessId: string, { meetingId, kept }: { meetingId: string; kept: number }) =>
  sql`delete from meeting_links where business_id = ${businessId} and meeting_id = ${meetingId} and token_hash in (
    select token_hash from meeting_links where business_id = ${businessId} and meeting_id = ${meetingId}
    order by created_at desc offset ${kept})`.execute(tx)

/** The business of a link, before any business is in scope. */
export async function findLink(pool: Db, { id, hash }: { id: string; hash: Buffer }) {
  const { rows } = await sql<{ businessId: string; isClosing: boolean }>`
    select business_id as "businessId", is_closing as "isClosing" from find_meeting_link(${id}, ${hash})`.execute(pool)
  return rows[0]
}
