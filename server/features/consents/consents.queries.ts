import { sql } from 'kysely'
import type { ConsentAct } from '#contract/leads/conversations/consents.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

export type NewAct = {
  id: string
  contact: string
  channel: ConsentAct['channel']
  purpose: ConsentAct['purpose']
  act: ConsentAct['act']
  source: ConsentAct['source']
  wording: string
  note: string
  user_id: string | null
  ip: string | null
  at?: string
}
export const insertActs = (db: Db, businessId: string, acts: readonly NewAct[]) =>
  db
    .insertInto('consents')
    .values(acts.map((act) => ({ business_id: businessId, ...act })))
    .execute()

export type ActRow = Omit<ConsentAct, 'by' | '_id'> & {
  id: string
  contact: string | null
  contactHash: string | null
  userId: string | null
  userName: string | null
  userImage: string | null
}
type Of = { contacts: readonly string[]; hashes: readonly string[] }
/** The newest first. */
export const listActs = (db: Db, businessId: string, { contacts, hashes }: Of) =>
  rowsOf<ActRow>(
    db,
    sql`select c.id, c.contact, c.contact_hash as "contactHash", c.channel, c.purpose, c.act, c.source, c.wording, c.note,
      c.user_id as "userId", u.name as "userName", u.image as "userImage", c.at
    from consents c left join users u on u.id = c.user_id
    where c.business_id = ${businessId}
      and (c.contact = any(${contacts}::text[]) or c.contact_hash = any(${hashes}::text[]))
    order by c.at desc, c.id desc`,
  )

/** Changes of what a contact agreed to, and messages that leave to it, wait for each other. */
export const lockContact = (tx: Db, businessId: string, contact: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`consent ${businessId} ${contact}`}, 0))`.execute(tx)
