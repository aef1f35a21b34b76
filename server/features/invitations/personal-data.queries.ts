import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { Account, Person } from '../personal-data.ts'
import { invitationsOf } from './invitations.sql.ts'

const toPerson = (businessId: string, { contacts }: Person) => sql`business_id = ${businessId}
  and (email = any(${contacts}::text[]) or phone = any(${contacts}::text[]))`

export const eraseInvitations = (tx: Db, businessId: string, person: Person) =>
  sql`delete from invitations where ${toPerson(businessId, person)}`.execute(tx)

export const listInvitationsTo = ({ db }: { db: Db }, businessId: string, person: Person) =>
  rowsOf(
    db,
    sql`select email, phone, role, message, created_at as "createdAt", accepted_at as "acceptedAt", revoked_at as "revokedAt"
    from invitations where ${toPerson(businessId, person)} order by created_at, id`,
  )

export const eraseInvitationsOfAccount = (tx: Db, account: Account) =>
  sql`delete from invitations where ${invitationsOf(account)}`.execute(tx)

export const listInvitationsOfAccount = (db: Db, account: Account) =>
  rowsOf(
    db,
    sql`select b.name as business, i.email, i.phone, i.role, i.message, i.created_at as "createdAt", i.accepted_at as "acceptedAt"
    from (select * from invitations where ${invitationsOf(account)}) i join businesses b using (business_id) order by i.created_at`,
  )
