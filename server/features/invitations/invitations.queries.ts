import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { SelectableRole } from '#contract/roles.ts'
import type { Invitation, InvitationFilters, InvitationState, MemberAccess } from '#contract/team/invitations.ts'
import type { Db } from '../../platform/db/db.ts'
import type { SearchLike } from '../../platform/phones.ts'

type CampaignAccess = Invitation['campaigns'][number]
/** Fields of a business shown to invitees. */
export type InvitationRow = Omit<Invitation, 'invitedBy'> & {
  role: SelectableRole
  invitedById: string
  inviterName: string
  inviterImage: string | null
}

/** The last sender still has the right to invite. */
const isAnsweredFor = sql`exists (select from memberships m
  where m.business_id = i.business_id and m.user_id = i.invited_by and m.role = 'Owner' and m.suspended_at is null)`
const stateAt = (now: Date, ends = sql`i.expires_at`) =>
  sql<InvitationState>`invitation_state(i.accepted_at, i.revoked_at, ${isAnsweredFor}, ${ends}, ${now.toISOString()})`

const campaigns = sql<CampaignAccess[]>`(select coalesce(jsonb_agg(
    jsonb_build_object('_id', c.id, 'name', c.name, 'role', ic.role) order by c.created_at desc, c.id desc), '[]')
  from invitation_campaigns ic join campaigns c on c.business_id = ic.business_id and c.id = ic.campaign_id
  where ic.business_id = i.business_id and ic.invitation_id = i.id and c.deleted_at is null)`

const rowsOf = (now: Date, ends?: ReturnType<typeof sql>) => sql`
  select i.id as "_id", i.email, i.phone, ${stateAt(now, ends)} as state, i.role,
    ${campaigns} as campaigns, i.message, i.language, i.created_at as "createdAt", i.sent_at as "sentAt",
    i.expires_at as "expiresAt", i.accepted_at as "acceptedAt", i.asked_at as "askedAt",
    i.invited_by as "invitedById", u.name as "inviterName", u.image as "inviterImage"
  from invitations i join users u on u.id = i.invited_by`

export type InvitationFilter = {
  filters?: InvitationFilters | undefined
  /** Part of an address or a phone. */
  like?: SearchLike | undefined
  now: Date
}
const matching = (
  businessId: string,
  { filters = {}, like, now }: InvitationFilter,
) => sql`i.business_id = ${businessId}
  and (${filters.state ?? null}::text[] is null or ${stateAt(now)} = any(${filters.state ?? []}::text[]))
  and (${filters.role ?? null}::text[] is null or i.role = any(${filters.role ?? []}::text[]))
  ${like ? sql`and (i.email ilike ${like.text} or i.phone like any(${like.phones}::text[]))` : sql``}`

type Page = InvitationFilter & { limit: number; offset: number }
/** Newest first. */
export async function listInvitations(db: Db, businessId: string, { limit, offset, ...filter }: Page) {
  const { rows } = await sql<InvitationRow>`${rowsOf(filter.now)} where ${matching(businessId, filter)}
    order by i.created_at desc, i.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countInvitations(db: Db, businessId: string, filter: InvitationFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from invitations i where ${matching(businessId, filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function listInvitationsById(db: Db, businessId: string, { ids, now }: { ids: string[]; now: Date }) {
  const { rows } = await sql<InvitationRow>`${rowsOf(now)}
    where i.business_id = ${businessId} and i.id = any(${ids}::uuid[]) order by i.created_at desc, i.id desc`.execute(
    db,
  )
  return rows
}

export const findInvitedRole = (db: Db, businessId: string, id: string) =>
  db
    .selectFrom('invitations')
    .select('role')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Locks the invitation: accept, send and revoke are serialised. */
export const lockInvitation = (tx: Db, businessId: string, id: string) =>
  tx
    .selectFrom('invitations')
    .select(['accepted_at as acceptedAt', 'revoked_at as revokedAt', 'email', 'phone'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The business of a link; undefined: unknown link. Across businesses, through a `security definer` function. */
export async function findLink(db: Db, { id, hash }: { id: string; hash: Buffer }) {
  const { rows } = await sql<{ businessId: string; expiresAt: string; isMailed: boolean }>`
    select business_id as "businessId", expires_at as "expiresAt", is_mailed as "isMailed"
    from find_invitation_link(${id}, ${hash})`.execute(db)
  return rows[0]
}

/** The invitation of a link, in any business. */
export async function findIdOfLink(db: Db, hash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`select find_invitation_of_link(${hash}) as id`.execute(db)
  return rows[0]?.id ?? undefined
}

type Opened = InvitationRow & { businessName: string; businessImage: string | null; isClosing: boolean }
/** An invitation with its business, and its state for the holder of a link that expires at `linkEnds`. */
export async function findOpened(db: Db, businessId: string, of: { id: string; linkEnds: string; now: Date }) {
  const { rows } = await sql<Opened>`
    select o.*, b.name as "businessName", b.image as "businessImage", b.closes_at is not null as "isClosing"
    from (${rowsOf(of.now, sql`${of.linkEnds}::timestamptz`)} where i.business_id = ${businessId} and i.id = ${of.id}) o
      join businesses b on b.business_id = ${businessId}`.execute(db)
  return rows[0]
}

/** Members with these addresses or phones, and whether they are suspended. */
export const listMembersAmong = (db: Db, businessId: string, recipients: readonly string[]) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select((eb) => ['u.email', 'u.phone', eb('m.suspended_at', 'is not', null).as('isSuspended')])
    .where('m.removed_at', 'is', null)
    .$narrowType<{ isSuspended: boolean }>()
    .where('m.business_id', '=', businessId)
    .where((eb) =>
      eb.or([
        eb('u.email', '=', sql<string>`any(${recipients}::text[])`),
        eb('u.phone', '=', sql<string>`any(${recipients}::text[])`),
      ]),
    )
    .execute()

/** Deletes expired invitations, so that the address can be invited again. */
export const deleteExpired = (db: Db, businessId: string, of: { recipients: readonly string[]; now: Date }) =>
  sql`delete from invitations i where i.business_id = ${businessId}
    and (i.email = any(${of.recipients}::text[]) or i.phone = any(${of.recipients}::text[]))
    and i.accepted_at is null and i.revoked_at is null and ${stateAt(of.now)} <> 'Pending'`.execute(db)

export type NewInvitation = Pick<MemberAccess, 'role'> & {
  id: string
  email: string | null
  phone: string | null
  message: string
  language: Language
  invitedBy: string
  isSent: boolean
  now: Date
  expiresAt: Date
}
/** Inserts new invitations; an address has at most one that can be accepted. */
export async function insertInvitations(db: Db, businessId: string, wanted: readonly NewInvitation[]) {
  const inserted = await db
    .insertInto('invitations')
    .values(
      wanted.map(({ invitedBy, isSent, now, expiresAt, ...row }) => ({
        ...row,
        business_id: businessId,
        invited_by: invitedBy,
        created_at: now.toISOString(),
        sent_at: isSent ? now.toISOString() : null,
        expires_at: expiresAt.toISOString(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return new Set(inserted.map(({ id }) => id))
}

type InvitationCampaigns = { ids: readonly string[]; campaigns: MemberAccess['campaigns'] }
export const insertCampaigns = (db: Db, businessId: string, { ids, campaigns }: InvitationCampaigns) =>
  db
    .insertInto('invitation_campaigns')
    .values(
      ids.flatMap((id) =>
        campaigns.map(({ campaignId, role }) => ({
          business_id: businessId,
          invitation_id: id,
          campaign_id: campaignId,
          role,
        })),
      ),
    )
    .execute()

export type NewLink = {
  invitationId: string
  hash: Buffer
  expiresAt: Date
  /** The link was sent only by mail to the invited address. */
  isMailed: boolean
}
export const insertLinks = (db: Db, businessId: string, links: readonly NewLink[]) =>
  db
    .insertInto('invitation_links')
    .values(
      links.map(({ invitationId, hash, expiresAt, isMailed }) => ({
        business_id: businessId,
        invitation_id: invitationId,
        token_hash: hash,
        expires_at: expiresAt.toISOString(),
        is_mailed: isMailed,
      })),
    )
    .execute()

type Renewed = { id: string; by: string; expiresAt: Date; sentAt: Date | null }
/** Makes it acceptable again; the member who renewed it becomes its sender. */
export const renewInvitation = (db: Db, businessId: string, { id, by, expiresAt, sentAt }: Renewed) =>
  db
    .updateTable('invitations')
    .set({
      invited_by: by,
      expires_at: expiresAt.toISOString(),
      revoked_at: null,
      asked_at: null,
      ...(sentAt && { sent_at: sentAt.toISOString() }),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

export const updateRevoked = (db: Db, businessId: string, { id, now }: { id: string; now: Date }) =>
  db
    .updateTable('invitations')
    .set({ revoked_at: now.toISOString() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** Marks a request for a new link; false if there was one since it was last sent. */
export async function updateAsked(db: Db, businessId: string, { id, now }: { id: string; now: Date }) {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ asked_at: now.toISOString() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('asked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes new members from the waiting list. */
export const closeRequest = (db: Db, businessId: string, of: { userId: string; now: Date }) =>
  db
    .updateTable('join_requests')
    .set({ decided_at: of.now.toISOString(), outcome: 'invited' })
    .where('business_id', '=', businessId)
    .where('user_id', '=', of.userId)
    .where('decided_at', 'is', null)
    .execute()

export const updateAccepted = (db: Db, businessId: string, of: { id: string; userId: string; now: Date }) =>
  db
    .updateTable('invitations')
    .set({ accepted_at: of.now.toISOString(), accepted_by: of.userId })
    .where('business_id', '=', businessId)
    .where('id', '=', of.id)
    .execute()

/** Whether the business has ever invited a person, or has or had a second member. */
export async function hasInvited(db: Db, businessId: string) {
  const invited = db.selectFrom('invitations').select('id').where('business_id', '=', businessId)
  const members = db.selectFrom('memberships').select('user_id').where('business_id', '=', businessId)
  const [invitation, people] = await Promise.all([invited.limit(1).executeTakeFirst(), members.limit(2).execute()])
  return invitation !== undefined || people.length > 1
}
