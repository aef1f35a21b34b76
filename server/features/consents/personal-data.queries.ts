import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { ErasureTarget, Person } from '../personal-data.ts'

/** Of withdrawals the keyed hash of the contact remains, so that it is not written to again. */
export async function eraseConsents(tx: Db, businessId: string, { contacts, hashOf }: ErasureTarget) {
  const hashes = contacts.map((contact) => ({ contact, hash: hashOf(contact) }))
  await sql`update consents c set contact = null, contact_hash = h.hash, wording = '', note = '', ip = null, user_id = null
    from jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) h(contact text, hash text)
    where c.business_id = ${businessId} and c.contact = h.contact and c.act = 'withdrawn'`.execute(tx)
  await sql`delete from consents where business_id = ${businessId} and contact = any(${contacts}::text[])`.execute(tx)
}

export const listConsents = ({ db }: { db: Db }, businessId: string, { contacts }: Person) =>
  rowsOf(
    db,
    sql`select contact, channel, purpose, act, source, wording, note, ip, at from consents
    where business_id = ${businessId} and contact = any(${contacts}::text[]) order by at, id`,
  )
