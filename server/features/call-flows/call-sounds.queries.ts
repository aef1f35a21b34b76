import { sql } from 'kysely'
import type { User } from '#contract/team/users.ts'
import type { Db } from '../../platform/db/db.ts'

export type SoundRow = { id: string; name: string; seconds: number; createdAt: string; createdBy: User | null }

const rowsOf = (businessId: string) => sql<SoundRow>`
  select s.id, s.name, s.seconds, s.created_at as "createdAt",
    case when u.id is not null then jsonb_build_object('_id', u.id, 'name', u.name, 'image', u.image) end as "createdBy"
  from call_sounds s left join users u on u.id = s.created_by where s.business_id = ${businessId}`

export async function listSounds(db: Db, businessId: string) {
  const { rows } = await sql<SoundRow>`${rowsOf(businessId)} order by s.name, s.id`.execute(db)
  return rows
}

export async function findSound(db: Db, businessId: string, id: string) {
  const { rows } = await sql<SoundRow>`${rowsOf(businessId)} and s.id = ${id}`.execute(db)
  return rows[0]
}

export async function findWav(db: Db, businessId: string, id: string): Promise<Buffer | undefined> {
  const found = await db
    .selectFrom('call_sounds')
    .select('wav')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.wav
}

type NewSound = { id: string; name: string; seconds: number; wav: Buffer; userId: string; at: Date }
export const insertSound = (tx: Db, businessId: string, { id, name, seconds, wav, userId, at }: NewSound) =>
  tx
    .insertInto('call_sounds')
    .values({ business_id: businessId, id, name, seconds, wav, created_by: userId, created_at: at.toISOString() })
    .execute()

export const updateName = (tx: Db, businessId: string, id: string, name: string) =>
  tx.updateTable('call_sounds').set({ name }).where('business_id', '=', businessId).where('id', '=', id).execute()

export const deleteSound = (tx: Db, businessId: string, id: string) =>
  tx.deleteFrom('call_sounds').where('business_id', '=', businessId).where('id', '=', id).execute()
