import { sql } from 'kysely'
import { MEETING_PATH } from '#contract/meetings/guest-meetings.ts'
import type { Db } from '../../platform/db/db.ts'
import { hashOf, newSecret } from '../auth/tokens.ts'

/** Links of a meeting: each message and each copy has its own, because only hashes are stored. */
const LINKS_MAX = 30

/** Makes one more link of a guest; of too many, the oldest ends. */
export async function makeLink(
  tx: Db,
  businessId: string,
  { meetingId, publicUrl }: { meetingId: string; publicUrl: string },
) {
  const token = newSecret()
  await sql`insert into meeting_links (business_id, token_hash, meeting_id)
    values (${businessId}, ${hashOf(token)}, ${meetingId})`.execute(tx)
  await sql`delete from meeting_links where business_id = ${businessId} and meeting_id = ${meetingId} and token_hash in (
    select token_hash from meeting_links where business_id = ${businessId} and meeting_id = ${meetingId}
    order by created_at desc offset ${LINKS_MAX})`.execute(tx)
  return `${publicUrl}${MEETING_PATH}/${meetingId}/${token}`
}

/** The business of a link. Runs before any business is in scope. */
export async function findLink(db: Db, { id, token }: { id: string; token: string }) {
  const { rows } = await sql<{ businessId: string; isClosing: boolean }>`
    select business_id as "businessId", is_closing as "isClosing" from find_meeting_link(${id}, ${hashOf(token)})`.execute(
    db,
  )
  return rows[0]
}
