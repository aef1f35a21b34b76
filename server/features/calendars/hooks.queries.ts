import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

type Noted = { id: string; hash: Buffer; now: Date }
/** Whether there is such a channel; its calendar is then read at once. Across people, through a `security definer` function. */
export async function wakeByChannel(db: Db, { id, hash, now }: Noted): Promise<boolean> {
  const rows = await rowsOf<{ isKnown: boolean }>(
    db,
    sql`select wake_calendar(${id}, ${hash}, ${now.toISOString()}) as "isKnown"`,
  )
  return rows[0]?.isKnown ?? false
}
