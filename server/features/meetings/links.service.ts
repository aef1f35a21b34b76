import { MEETING_PATH } from '#contract/leads/meetings/guest-meetings.ts'
import type { Db } from '../../platform/db/db.ts'
import { hashOf, newSecret } from '../auth/tokens.ts'
import * as queries from './links.queries.ts'

/** Links of a meeting: each message and each copy has its own, because only hashes are stored. */
const LINKS_MAX = 30

type Made = { meetingId: string; publicUrl: string }
/** Makes one more link of a guest; of too many, the oldest ends. */
export async function makeLink(tx: Db, businessId: string, { meetingId, publicUrl }: Made) {
  const token = newSecret()
  await queries.insertLink(tx, businessId, { meetingId, hash: hashOf(token) })
  await queries.deleteOldLinks(tx, businessId, { meetingId, kept: LINKS_MAX })
  return `${publicUrl}${MEETING_PATH}/${meetingId}/${token}`
}

/** Ends all links of a meeting. */
export const endLinks = (tx: Db, businessId: string, meetingId: string) =>
  queries.deleteOldLinks(tx, businessId, { meetingId, kept: 0 })

export const findLink = (pool: Db, { id, token }: { id: string; token: string }) =>
  queries.findLink(pool, { id, hash: hashOf(token) })
