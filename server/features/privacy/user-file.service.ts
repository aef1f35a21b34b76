import { extname } from 'node:path'
import type { Deps } from '../../deps.ts'
import type { ZipEntry } from '../../platform/http/zip.ts'
import { findImage } from '../avatars/avatars.service.ts'
import { asJson } from './lead-file.service.ts'
import * as queries from './user-file.queries.ts'

/** Newest rows per kind and business, so that the file can be opened. */
const ROWS_LIMIT = 20_000

/** The export of an account: one readable file, and the image. */
export async function* entriesOfUser(deps: Deps, userId: string): AsyncGenerator<ZipEntry> {
  const { workerDb: db, now } = deps
  const [account] = await queries.findAccount(db, userId)
  if (!account) return
  const memberships = await queries.listMemberships(db, userId)
  const businesses = []
  for (const { businessId, ...membership } of memberships) {
    const own = { userId, most: ROWS_LIMIT }
    businesses.push({
      ...membership,
      comments: await queries.listComments(db, businessId, own),
      actions: await queries.listActions(db, businessId, own),
      recordingsHeard: await queries.listListens(db, businessId, own),
    })
  }
  const content = {
    madeAt: now().toISOString(),
    account,
    sessions: await queries.listSessions(db, userId),
    passkeys: await queries.listPasskeys(db, userId),
    googleAccounts: await queries.listGoogleAccounts(db, userId),
    businesses,
    notifications: await queries.listNotifications(db, userId),
    messagesSent: await queries.listMessages(db, account),
    requestsToJoin: await queries.listJoinRequests(db, userId),
    invitations: await queries.listInvitations(db, account),
  }
  yield { name: 'my-data.json', bytes: asJson(content) }
  const image =
    String(account.image ?? '')
      .split('/')
      .at(-1) ?? ''
  const found = image && (await findImage(deps, image))
  if (found) yield { name: `image${extname(image)}`, bytes: found.bytes }
}
