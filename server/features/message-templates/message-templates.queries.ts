import { sql } from 'kysely'
import type { MessageTemplate } from '#contract/leads/messages/message-templates.ts'
import type { Db } from '../../platform/db/db.ts'
import { type StoredAccount, toAccountText } from './account-templates.rules.ts'

/** Serializes changes of a business's templates, whose number is limited. */
export const lockTemplates = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${businessId}::text || ' message templates', 0))`.execute(tx)

const templates = sql`select id as "_id", name_he as "nameHe", name_en as "nameEn", channel, purpose, contents, account, revision,
    updated_at as "updatedAt"
  from lead_templates`

type Stored = Omit<MessageTemplate, 'account'> & { account: StoredAccount | null }
const toTemplate = ({ account, ...row }: Stored): MessageTemplate => ({
  ...row,
  account: account && { he: toAccountText(account.he, row.purpose), en: toAccountText(account.en, row.purpose) },
})

/** By name, in Hebrew. */
export async function listTemplates(db: Db, businessId: string, most: number) {
  const { rows } = await sql<Stored>`${templates} where business_id = ${businessId} and deleted_at is null
    order by name_he, id limit ${most}`.execute(db)
  return rows.map(toTemplate)
}

/** Without those of WhatsApp. */
export async function countTemplates(db: Db, businessId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from lead_templates
    where business_id = ${businessId} and deleted_at is null and channel <> 'whatsapp'`.execute(db)
  return rows[0]?.total ?? 0
}

type Wanted = { id: string; isDeleted?: boolean }
export async function findTemplate(db: Db, businessId: string, { id, isDeleted = false }: Wanted) {
  const { rows } = await sql<Stored>`${templates} where business_id = ${businessId} and id = ${id}
    and deleted_at is ${sql.raw(isDeleted ? 'not null' : 'null')}`.execute(db)
  return rows[0] && toTemplate(rows[0])
}

/** Those of these templates that the business has. */
export async function listTemplatesAmong(db: Db, businessId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`select id from lead_templates
    where business_id = ${businessId} and id = any(${ids}::uuid[]) and deleted_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

type Row = Pick<MessageTemplate, '_id' | 'nameHe' | 'nameEn' | 'channel' | 'purpose' | 'contents'>
const columnsOf = ({ nameHe, nameEn, channel, purpose, contents }: Omit<Row, '_id'>) => ({
  name_he: nameHe,
  name_en: nameEn,
  channel,
  purpose,
  contents: JSON.stringify(contents),
})

export const insertTemplates = (tx: Db, businessId: string, rows: readonly Row[]) =>
  tx
    .insertInto('lead_templates')
    .values(rows.map(({ _id, ...row }) => ({ business_id: businessId, id: _id, ...columnsOf(row) })))
    .execute()

export const updateTemplate = (tx: Db, businessId: string, { _id, ...row }: Row, at: Date) =>
  tx
    .updateTable('lead_templates')
    .set({ ...columnsOf(row), revision: sql`revision + 1`, updated_at: at.toISOString() })
    .where('business_id', '=', businessId)
    .where('id', '=', _id)
    .execute()

export const updateDeleted = (tx: Db, businessId: string, id: string, at: Date | null) =>
  tx
    .updateTable('lead_templates')
    .set({ deleted_at: at?.toISOString() ?? null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
