import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Account, invitationsOf, messagesTo, provedOf } from './addresses.sql.ts'
import { matchTextOf } from './contact-match.rules.ts'
import { mentions } from './contact-match.sql.ts'

/** Runs as the worker’s role in one transaction: data of an account lies in all businesses that knew it. */

/** Replaces a name; in both languages, because any reader may see it. */
export const ERASED_NAME = 'חשבון שנמחק · Deleted account'
/** Not deliverable (RFC 2606), and not usable to sign in. */
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
/** Memberships, and whether the user is the last active Owner. */
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

/** A business that knows the user, and the user’s addresses that it knows. */
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

/** Tables with rows that belong to the user alone. */
const OWN_TABLES = [
  ...['sessions', 'phone_codes', 'password_resets', 'email_changes', 'second_steps', 'two_factor', 'recovery_codes'],
  ...['passkeys', 'google_accounts', 'notifications', 'notification_choices', 'notification_quiet'],
  ...['join_requests', 'softphones'],
]

/** Events keep the user’s id; name, addresses and sign-in data are erased. */
export async function eraseAccount(tx: Db, account: Gone, at: string) {
  const { userId } = account
  await sql`update users set name = ${ERASED_NAME}, email = ${erasedEmail(userId)}, phone = null, phone_verified_at = null,
      email_verified_at = null, password_hash = null, image = null, table_views = '{}', last_business_id = null, erased_at = ${at}::timestamptz
    where id = ${userId}`.execute(tx)
  for (const table of OWN_TABLES) await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
  await sql`delete from google_arrivals where email = ${provedOf(account).email}`.execute(tx)
  await sql`delete from invitations where ${invitationsOf(account)}`.execute(tx)
  await sql`delete from messages where state = 'queued' and ${messagesTo(account)}`.execute(tx)
  await sql`update messages set recipient = '', subject = null, body = null, html = null, dedupe_key = null
    where ${messagesTo(account)}`.execute(tx)
  // Suspended memberships; the others were left before.
  await sql`delete from campaign_members where user_id = ${userId}`.execute(tx)
  await sql`update memberships set removed_at = ${at}::timestamptz, suspended_at = coalesce(suspended_at, ${at}::timestamptz)
    where user_id = ${userId} and removed_at is null`.execute(tx)
}

/** The user’s IP addresses and devices are erased, the objects of their actions are not. */
const withoutTrace = sql`nullif(personal - 'from', '{}')`
const traceOfOthers = (
  userId: string,
) => sql`case when actor ->> 'userId' is distinct from ${userId}::text and personal ? 'from'
  then jsonb_build_object('from', personal -> 'from') end`
const ofBusiness = sql`lead_id is null and name not in ('call.started', 'call.changed', 'call.ended') and personal is not null`

type Known = Pick<Gone, 'userId' | 'name'> & Pick<Knowing, 'email' | 'phone'>
export async function eraseInBusiness(tx: Db, businessId: string, { userId, name, email, phone }: Known) {
  const matchTexts = [email, phone].filter((contact) => contact !== null).map(matchTextOf)
  await sql`update events set personal = ${withoutTrace}
    where business_id = ${businessId} and actor ->> 'userId' = ${userId}::text and personal ? 'from'`.execute(tx)
  await sql`update events set personal = ${traceOfOthers(userId)} where business_id = ${businessId} and ${ofBusiness}
    and (payload ->> 'userId' = ${userId}::text or ${mentions(sql`personal::text`, matchTexts)})`.execute(tx)
  await eraseNotices(tx, businessId, { userId, name, email, phone })
  await sql`delete from idempotency_keys where business_id = ${businessId}
    and (author_id = ${userId} or position(${userId}::text in reply::text) > 0)`.execute(tx)
  await sql`update campaigns set email_notifications = array_remove(email_notifications, ${email}),
      sms_notifications = array_remove(sms_notifications, ${phone})
    where business_id = ${businessId} and (${email} = any(email_notifications) or ${phone} = any(sms_notifications))`.execute(
    tx,
  )
  await sql`delete from listed_recipients where business_id = ${businessId} and address in (${email}, ${phone})`.execute(
    tx,
  )
  await eraseAtPhones(tx, businessId, userId)
}

/**
 * Names in notifications and messages. Found by event, because others may have the same name or one that contains it.
 */
async function eraseNotices(tx: Db, businessId: string, { userId, name, email, phone }: Known) {
  const theirs = sql`(select id from events where business_id = ${businessId}
    and (user_id = ${userId} or (lead_id is null and payload ->> 'userId' = ${userId}::text)))`
  await sql`delete from notifications where business_id = ${businessId} and content ? 'personName'
    and (event_id in ${theirs} or content ->> 'personName' in (${email}, ${phone}))`.execute(tx)
  const named = (text: RawBuilder<unknown>) => sql`position(${name} in ${text}) > 0`
  await sql`update messages set subject = null, body = null, html = null where business_id = ${businessId}
    and state <> 'queued' and split_part(dedupe_key, ' ', 1) in (select id::text from ${theirs} notified)
    and (${named(sql`body`)} or ${named(sql`subject`)})`.execute(tx)
}

/** The phones on which the user was rung. */
async function eraseAtPhones(tx: Db, businessId: string, userId: string) {
  const theirs = sql`(select call_id from call_attempts where business_id = ${businessId} and user_id = ${userId})`
  await sql`update calls set plan = null where business_id = ${businessId} and state = 'ended' and plan is not null
    and id in ${theirs}`.execute(tx)
  await sql`update calls set answered_phone = null where business_id = ${businessId} and answered_by = ${userId}
    and answered_phone is not null`.execute(tx)
  await sql`update call_attempts set phone = null where business_id = ${businessId} and user_id = ${userId}
    and phone is not null`.execute(tx)
  for (const table of ['virtual_numbers', 'number_orders'])
    await sql`update ${sql.table(table)} set routing = jsonb_set(routing, '{ring,targets}', (
        select coalesce(jsonb_agg(target), '[]') from jsonb_array_elements(routing #> '{ring,targets}') target
        where target ->> 'userId' is distinct from ${userId}::text))
      where business_id = ${businessId} and jsonb_typeof(routing #> '{ring,targets}') = 'array'
        and routing::text like '%' || ${userId}::text || '%'`.execute(tx)
}
