import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** State of relay and jobs of all processes; by the worker's role. */
export type Vitals = { isRelayBehind: boolean; hasFailedJobs: boolean }

const RELAY_BEHIND_SECONDS = 10
/** A running job's attempt is counted already; a longer lock was left by a killed process. */
const LOCK_HOURS = 4

export async function findVitals(db: Db): Promise<Vitals> {
  const { rows } = await sql<Vitals>`
    select
      exists (
        select from relay_position r join events e on (e.xid, e.id) > (r.xid, r.id)
        where r.reader = 'relay' and e.at < now() - make_interval(secs => ${RELAY_BEHIND_SECONDS})
      ) as "isRelayBehind",
      exists (
        select from graphile_worker._private_jobs
        where attempts >= max_attempts and (locked_at is null or locked_at < now() - make_interval(hours => ${LOCK_HOURS}))
      ) as "hasFailedJobs"`.execute(db)
  return rows[0] as Vitals
}
