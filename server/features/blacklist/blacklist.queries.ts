import { sql } from 'kysely'
import type { BlacklistEntry, BlacklistKind } from '#contract/blacklist/blacklist.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { SearchLike } from '../../platform/phones.ts'
import type { Person } from '../personal-data.ts'

type EntryRow = {
  id: string
  kind: BlacklistKind
  phone: string
  campaign_id: string | null
  campaign_name: string | null
  reason: string
  created_by: string | null
  created_name: string | null
  created_image: string | null
  created_at: string
  expires_at: string | null
  blocked: number
}

const entries = sql`select b.id, b.kind, b.phone, b.campaign_id, c.name as campaign_name, b.reason, b.created_by,
    u.name as created_name, u.image as created_image, b.created_at, b.expires_at, b.blocked
  from blacklist b left join campaigns c on c.business_id = b.business_id and c.id = b.campaign_id
  left join users u on u.id = b.created_by`

export type EntryFilter = {
  /** Campaigns whose entries are listed beside the business's; null: all. */
  editable: readonly string[] | null
  campaignId?: string | undefined
  /** Matches the phone or the reason. */
  like?: SearchLike | undefined
  now: Date
}
const matching = (businessId: string, { editable, campaignId, like, now }: EntryFilter) => sql`
  b.business_id = ${businessId} and (b.expires_at is null or b.expires_at > ${now.toISOString()})
  and (b.campaign_id is null or ${editable}::uuid[] is null or b.campaign_id = any(${editable}::uuid[]))
  and (${campaignId ?? null}::uuid is null or b.campaign_id = ${campaignId ?? null})
  ${like ? sql`and (b.phone like any(${like.phones}::text[]) or b.reason ilike ${like.text})` : sql``}`

type Page = EntryFilter & { limit: number; offset: number }
/** Newest first. */
export async function listEntries(db: Db, businessId: string, { limit, offset, ...filter }: Page) {
  const { rows } = await sql<EntryRow>`${entries} where ${matching(businessId, filter)}
    order by b.created_at desc, b.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(toEntry)
}

export async function countEntries(db: Db, businessId: string, filter: EntryFilter) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from blacklist b where ${matching(businessId, filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function findEntry(db: Db, businessId: string, id: string) {
  const { rows } = await sql<EntryRow>`${entries} where b.business_id = ${businessId} and b.id = ${id}`.execute(db)
  return rows[0] && toEntry(rows[0])
}

type NewEntry = {
  id: string
  kind: BlacklistKind
  phone: string
  campaignId: string | null
  reason: string
  createdBy: string
  expiresAt: string | null
}
/** An existing entry gets the new reason and expiry. */
export async function upsertEntry(db: Db, businessId: string, entry: NewEntry) {
  const { campaignId, createdBy, expiresAt, ...rest } = entry
  const { id } = await db
    .insertInto('blacklist')
    .values({
      business_id: businessId,
      campaign_id: campaignId,
      created_by: createdBy,
      expires_at: expiresAt,
      ...rest,
    })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'kind', 'phone', 'campaign_id']).doUpdateSet((eb) => ({
        reason: eb.ref('excluded.reason'),
        expires_at: eb.ref('excluded.expires_at'),
        created_by: eb.ref('excluded.created_by'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const deleteEntry = (db: Db, businessId: string, id: string) =>
  db.deleteFrom('blacklist').where('business_id', '=', businessId).where('id', '=', id).execute()

/** A caller's number that is blocked in this campaign. */
export async function findBlockedCaller(db: Db, businessId: string, campaignId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('blacklist')
    .select('phone')
    .where('business_id', '=', businessId)
    .where('kind', '=', 'number')
    .where((on) => on.or([on('campaign_id', 'is', null), on('campaign_id', '=', campaignId)]))
    .where((on) => on.or([on('expires_at', 'is', null), on('expires_at', '>', sql<string>`now()`)]))
    .orderBy('created_at')
    .executeTakeFirst()
  return row?.phone
}

const ofPerson = (businessId: string, { contacts }: Person) =>
  sql`business_id = ${businessId} and kind = 'number' and phone = any(${contacts}::text[])`

export const eraseBlocks = (tx: Db, businessId: string, person: Person) =>
  sql`delete from blacklist where ${ofPerson(businessId, person)}`.execute(tx)

export const listBlocks = ({ db }: { db: Db }, businessId: string, person: Person) =>
  rowsOf(
    db,
    sql`select phone, reason, created_at as "createdAt", expires_at as "expiresAt", blocked as "callsTurnedAway" from blacklist
    where ${ofPerson(businessId, person)} order by created_at`,
  )

const toEntry = (row: EntryRow): BlacklistEntry => ({
  _id: row.id,
  kind: row.kind,
  phone: row.phone || null,
  campaignId: row.campaign_id,
  campaignName: row.campaign_name,
  reason: row.reason,
  createdBy: row.created_by ? { _id: row.created_by, name: row.created_name ?? '', image: row.created_image } : null,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  blocked: row.blocked,
})
