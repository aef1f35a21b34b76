import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { Account } from '../personal-data.ts'

/** Devices whose session has not ended, the newest first. */
export const listDevices = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('push_devices as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select(['p.id as _id', 'p.session_id as sessionId', 'p.user_agent as userAgent', 'p.created_at as createdAt'])
    .select(['p.endpoint', 'p.p256dh', 'p.auth'])
    .where('p.user_id', '=', userId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now.toISOString())
    .orderBy('p.id', 'desc')
    .execute()

type NewDevice = {
  id: string
  userId: string
  sessionId: string
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  userAgent: string | undefined
}
/** Stores the device of a session. Concurrent requests of the session end with one row. */
export const upsertDevice = (db: Db, { userId, sessionId, userAgent, ...device }: NewDevice) =>
  db
    .insertInto('push_devices')
    .values({ ...device, user_id: userId, session_id: sessionId, user_agent: userAgent ?? null })
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet({
        ...{ endpoint: device.endpoint, p256dh: device.p256dh, auth: device.auth, user_agent: userAgent ?? null },
      }),
    )
    .execute()

/** Forgets an endpoint that another session, of this person or of another one, used in the same browser. */
export const deleteEndpoint = (db: Db, { endpoint, exceptSession }: { endpoint: string; exceptSession: string }) =>
  db.deleteFrom('push_devices').where('endpoint', '=', endpoint).where('session_id', '<>', exceptSession).execute()

/** Returns whether the person had the device. */
export async function deleteDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_devices')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Where a queued notification goes, unless its session ended meanwhile. Runs as the worker's role. */
export const findTarget = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('push_devices as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select(['p.endpoint', 'p.p256dh', 'p.auth'])
    .where('p.id', '=', id)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Forgets a device that its push service no longer knows. Runs as the worker's role. */
export const deleteTarget = (db: Db, id: string) => db.deleteFrom('push_devices').where('id', '=', id).execute()

export const listDevicesOfAccount = (db: Db, { userId }: Account) =>
  rowsOf(
    db,
    sql`select user_agent as device, split_part(endpoint, '/', 3) as service, created_at as "createdAt"
    from push_devices where user_id = ${userId} order by id`,
  )
