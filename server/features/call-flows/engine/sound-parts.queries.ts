import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'

type Part = { id: string; part: number; bytes: number; headerBytes: number }
/** The samples of one part of a sound; after the last part comes the first. PostgreSQL reads no more of it than that. */
export const findSamples = (db: Db, businessId: string, { id, part, bytes, headerBytes }: Part) =>
  rowsOf<{ samples: Buffer }>(
    db,
    sql`select substring(wav from (${headerBytes}::int + 1 + ${bytes}::int * (${part}::int % greatest(1,
        ceil((octet_length(wav) - ${headerBytes}::int)::numeric / ${bytes}::int)::int)))::int for ${bytes}::int) as samples
      from call_sounds where business_id = ${businessId} and id = ${id}`,
  ).then(([row]) => row?.samples)
