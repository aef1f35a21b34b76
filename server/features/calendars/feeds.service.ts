import type { Deps } from '../../deps.ts'
import type { Person } from '../../platform/http/caller.ts'
import { hashOf, newSecret } from '../auth/tokens.ts'
import * as queries from './feeds.queries.ts'

type FeedDeps = Pick<Deps, 'tenants' | 'env' | 'now'>
type Self = Pick<Person, 'userId'>
/** Where calendars read a person's meetings. */
export const FEED_PATH = '/calendar'

export const findFeed = async ({ tenants }: FeedDeps, { userId }: Self) =>
  (await queries.findFeed(tenants.scope({ userId }), userId)) ?? null

/** The address is shown this once; one that was made before ends. */
export async function makeFeed({ tenants, env, now }: FeedDeps, { userId }: Self): Promise<string> {
  const token = newSecret()
  await queries.putFeed(tenants.scope({ userId }), { userId, hash: hashOf(token), now: now().toISOString() })
  return `${env.publicUrl}${FEED_PATH}/${token}.ics`
}

export const endFeed = ({ tenants }: FeedDeps, { userId }: Self) =>
  queries.deleteFeed(tenants.scope({ userId }), userId)

/** The person of a feed, whose reading is noted. */
export async function readFeed({ tenants, now }: FeedDeps, token: string): Promise<string | undefined> {
  const userId = await queries.findPersonOfFeed(tenants.pool, hashOf(token))
  if (userId) await queries.touchFeed(tenants.scope({ userId }), { userId, now: now().toISOString() })
  return userId
}
