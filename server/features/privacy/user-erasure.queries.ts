import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import { matchTextOf, mentions } from '../../platform/db/contact-match.ts'
import type { Db } from '../../platform/db/db.ts'
import { invitationsOf } from '../invitations/invitations.sql.ts'
import { type Account, type KnownUser, provedOf } from '../personal-data.ts'

/**
 * Runs as the worker’s role in one transaction, because data of an account is stored in all businesses that knew it.
 */

/** Replaces an erased name. It is in both languages, because any reader may see it. */
export const ERASED_NAME = 'חשבון שנמחק · Deleted account'
/** An address that is not deliverable (RFC 2606) and cannot be used to sign in. */
const erasedEmail = (userId: string) => `${userId}@erased.invalid`

type Gone = Account & { name: string }

export const findGone = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['id as userId', 'name', 'email', 'phone', 'image', 'password_hash as passwordHash'])
    .select(['email_verified_at as emailVerifiedAt', 'phone_verified_at as phoneVerifiedAt'])
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()

type Membership = { businessId: string; name: string; role: Role; isLastOwner: boolean; isSuspended: boolean }
/** Memberships of the user, each with whether the user is the last active Owner. */
export async function listMemberships(db: Db, userId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select m.business_id as "businessId", b.name, m.role, m.suspended_at is not null as "isSuspended",
      m.role = 'Owner' and m.suspended_at is null and not exists (
        select from memberships o join users u on u.id = o.user_id where o.business_id = m.business_id and o.user_id <> m.user_id
          and o.role = 'Owner' and o.suspended_at is null and u.status = 'Active') as "isLastOwner"
    from memberships m join businesses b using (business_id)
    where m.user_id = ${userId} and m.removed_at is null and b.erasing_since is null order by b.name`.execute(db)
  return rows
}

/** A business that knows the user, with the user’s addresses that it knows. */
type Knowing = { businessId: string; email: string | null; phone: string | null }
/** All businesses that ever knew the user. */
export async function listKnowing(db: Db, account: Gone): Promise<Knowing[]> {
  const { userId } = account
  const { rows } = await sql<{ businessId: string; isTheirs: boolean }>`
    select business_id as "businessId", bool_or("isTheirs") as "isTheirs" from (
      select business_id, true as "isTheirs" from memberships where user_id = ${userId}
      union all select business_id, false from join_requests where user_id = ${userId}
      union all select business_id, false from invitations where ${invitationsOf(account)}) known
    group by business_id`.execute(db)
  const proved = provedOf(account)
  return rows.map(({ businessId, isTheirs }) => ({
    businessId,
    ...proved,
    ...(isTheirs && { email: account.email }),
  }))
}

/** Erases name, addresses and sign-in data. Events keep the user’s id. */
export const eraseAccount = (tx: Db, { userId }: Gone, at: string) =>
  sql`update users set name = ${ERASED_NAME}, email = ${erasedEmail(userId)}, phone = null, phone_verified_at = null,
      email_verified_at = null, password_hash = null, image = null, table_views = '{}', last_business_id = null, erased_at = ${at}::timestamptz
    where id = ${userId}`.execute(tx)

export const deleteOwnRows = (tx: Db, table: string, userId: string) =>
  sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)

/** Erases the user’s IP addresses and devices, but not the data about the objects of their actions. */
const withoutTrace = sql`nullif(personal - 'from', '{}')`
const traceOfOthers = (
  userId: string,
) => sql`case when actor ->> 'userId' is distinct from ${userId}::text and personal ? 'from'
  then jsonb_build_object('from', personal -> 'from') end`
const ofBusiness = sql`lead_id is null and name not in ('call.started', 'call.changed', 'call.ended') and personal is not null`

/** Erases the user's personal data in events, and deletes stored replies. */
export async function eraseTraces(tx: Db, businessId: string, { userId, email, phone }: KnownUser) {
  const matchTexts = [email, phone].filter((contact) => contact !== null).map(matchTextOf)
  await sql`update events set personal = ${withoutTrace}
    where business_id = ${businessId} and actor ->> 'userId' = ${userId}::text and personal ? 'from'`.execute(tx)
  await sql`update events set personal = ${traceOfOthers(userId)} where business_id = ${businessId} and ${ofBusiness}
    and (payload ->> 'userId' = ${userId}::text or ${mentions(sql`personal::text`, matchTexts)})`.execute(tx)
  await sql`delete from idempotency_keys where business_id = ${businessId}
    and (author_id = ${userId} or position(${userId}::text in reply::text) > 0)`.execute(tx)
}
