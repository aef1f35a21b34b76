import { sql } from 'kysely'

/** Sessions that expired or were revoked before this moment. */
export const endedBefore = (before: string) =>
  sql<boolean>`least(expires_at, coalesce(revoked_at, expires_at)) < ${before}`
