import { sql } from 'kysely'
import type { MessagePurpose, TemplateContent } from '#contract/leads/messages/message-templates.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { StoredAccount } from './account-templates.rules.ts'

export type AccountRow = {
  id: string
  connectionId: string
  accountName: string
  purpose: MessagePurpose
  account: StoredAccount
}
const columns = sql`id, connection_id as "connectionId", account_name as "accountName", purpose, account`

/** The templates of a connection. */
export const listOfConnection = (db: Db, businessId: string, connectionId: string) =>
  rowsOf<AccountRow>(
    db,
    sql`select ${columns} from lead_templates
      where business_id = ${businessId} and connection_id = ${connectionId} and deleted_at is null`,
  )

/** A template of WhatsApp, of any connection. */
export async function findAccountTemplate(db: Db, businessId: string, id: string) {
  const [row] = await rowsOf<AccountRow>(
    db,
    sql`select ${columns} from lead_templates
      where business_id = ${businessId} and id = ${id} and channel = 'whatsapp' and deleted_at is null`,
  )
  return row
}

type Stored = {
  id: string
  connectionId: string
  accountName: string
  purpose: MessagePurpose
  account: StoredAccount
  contents: Record<'he' | 'en', TemplateContent | null>
  at: Date
}
/** Inserts a template, or replaces what WhatsApp has of it. An unchanged one keeps its revision. */
export const upsertAccountTemplate = (tx: Db, businessId: string, { id, at, ...row }: Stored) =>
  sql`insert into lead_templates (business_id, id, name_he, name_en, channel, purpose, contents, connection_id, account_name,
      account, updated_at)
    values (${businessId}, ${id}, ${row.accountName}, ${row.accountName}, 'whatsapp', ${row.purpose},
      ${JSON.stringify(row.contents)}::jsonb, ${row.connectionId}, ${row.accountName}, ${JSON.stringify(row.account)}::jsonb,
      ${at.toISOString()})
    on conflict (business_id, connection_id, account_name) where account_name is not null and deleted_at is null
    do update set purpose = excluded.purpose, contents = excluded.contents, account = excluded.account,
      updated_at = excluded.updated_at, revision = lead_templates.revision + 1
    where (lead_templates.purpose, lead_templates.contents, lead_templates.account)
      is distinct from (excluded.purpose, excluded.contents, excluded.account)`.execute(tx)

/** Templates of WhatsApp that this connection does not have any more, and those of other connections. */
export const deleteOthers = (
  tx: Db,
  businessId: string,
  { connectionId, names, at }: { connectionId: string; names: readonly string[]; at: Date },
) =>
  sql`update lead_templates set deleted_at = ${at.toISOString()} where business_id = ${businessId} and channel = 'whatsapp'
    and deleted_at is null and not (connection_id = ${connectionId} and account_name = any(${names}::text[]))`.execute(
    tx,
  )

export async function countOfConnection(db: Db, businessId: string, connectionId: string): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*)::int as total from lead_templates
      where business_id = ${businessId} and connection_id = ${connectionId} and deleted_at is null`,
  )
  return row?.total ?? 0
}
