import { sql } from 'kysely'
import type { OperationState } from '#contract/leads/operations.ts'
import type { ImportColumn, ImportCounts, ImportFate, ImportSettings } from '#contract/leads/sheets/lead-import.ts'
import type { Db } from '../../../platform/db/db.ts'

/** A row of a file: its number there, and its cells. */
export type StoredRow = [number: number, ...cells: string[]]

export type ImportRow = ImportCounts & {
  id: string
  name: string
  format: 'csv' | 'xlsx'
  rowCount: number
  columns: ImportColumn[]
  settings: ImportSettings | null
  operationId: string | null
  createdAt: string
  userId: string
  userName: string
  userImage: string | null
  state: OperationState | null
  undoneBy: string | null
  undoState: OperationState | null
  done: number
}

const imports = sql`select i.id, i.name, i.format, i.row_count as "rowCount", i.columns, i.settings,
    i.operation_id as "operationId", i.created_at as "createdAt", i.user_id as "userId", u.name as "userName",
    u.image as "userImage", o.state, o.undone_by as "undoneBy", back.state as "undoState", coalesce(o.done, 0) as done,
    i.created as "create", i.updated as "update", i.joined as "join", i.left_out as "left"
  from lead_imports i join users u on u.id = i.user_id
    left join operations o on o.business_id = i.business_id and o.id = i.operation_id
    left join operations back on back.business_id = i.business_id and back.id = o.undone_by`
/** If `userId` is null, imports of all people are selected. */
const isOf = (businessId: string, userId: string | null) =>
  sql`i.business_id = ${businessId} and i.read_at is not null and (${userId}::uuid is null or i.user_id = ${userId}::uuid)`

export async function listImports(
  db: Db,
  businessId: string,
  { userId, limit }: { userId: string | null; limit: number },
) {
  const { rows } = await sql<ImportRow>`${imports} where ${isOf(businessId, userId)}
    order by i.created_at desc, i.id desc limit ${limit}`.execute(db)
  return rows
}

export async function findImport(db: Db, businessId: string, { id, userId }: { id: string; userId: string | null }) {
  const { rows } = await sql<ImportRow>`${imports} where ${isOf(businessId, userId)} and i.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks an import, so that it is changed or started once. */
export const lockImport = (tx: Db, businessId: string, id: string) =>
  sql`select from lead_imports where business_id = ${businessId} and id = ${id} for no key update`.execute(tx)

type NewImport = { id: string; userId: string; name: string; format: 'csv' | 'xlsx' }
export const insertImport = (db: Db, businessId: string, { id, userId, name, format }: NewImport) =>
  db.insertInto('lead_imports').values({ business_id: businessId, id, user_id: userId, name, format }).execute()

type Changes = { columns?: ImportColumn[]; row_count?: number; read_at?: string; operation_id?: string }
export const updateImport = (
  db: Db,
  businessId: string,
  id: string,
  { columns, settings, ...changes }: Changes & { settings?: ImportSettings },
) =>
  db
    .updateTable('lead_imports')
    .set({
      ...changes,
      ...(columns && { columns: JSON.stringify(columns) }),
      ...(settings && { settings: JSON.stringify(settings) }),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

export const deleteImport = (db: Db, businessId: string, id: string) =>
  db.deleteFrom('lead_imports').where('business_id', '=', businessId).where('id', '=', id).execute()

export const insertPiece = (
  db: Db,
  businessId: string,
  { importId, number, rows }: { importId: string; number: number; rows: readonly StoredRow[] },
) =>
  db
    .insertInto('lead_import_pieces')
    .values({
      business_id: businessId,
      import_id: importId,
      number,
      first_row: rows[0]?.[0] ?? 0,
      rows: JSON.stringify(rows),
    })
    .execute()

/** Undefined after the last piece. */
export async function findPiece(db: Db, businessId: string, importId: string, number: number) {
  const piece = await db
    .selectFrom('lead_import_pieces')
    .select('rows')
    .$narrowType<{ rows: StoredRow[] }>()
    .where('business_id', '=', businessId)
    .where('import_id', '=', importId)
    .where('number', '=', number)
    .executeTakeFirst()
  return piece?.rows
}

/** The piece that has a row of the file, if any has it. */
export async function lockPieceOfRow(tx: Db, businessId: string, importId: string, row: number) {
  return tx
    .selectFrom('lead_import_pieces')
    .select(['number', 'rows'])
    .$narrowType<{ rows: StoredRow[] }>()
    .where('business_id', '=', businessId)
    .where('import_id', '=', importId)
    .where('first_row', '<=', row)
    .orderBy('first_row', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export const updatePiece = (
  tx: Db,
  businessId: string,
  { importId, number, rows }: { importId: string; number: number; rows: readonly StoredRow[] },
) =>
  tx
    .updateTable('lead_import_pieces')
    .set({ rows: JSON.stringify(rows) })
    .where('business_id', '=', businessId)
    .where('import_id', '=', importId)
    .where('number', '=', number)
    .execute()

/** The texts in a column with the number of their rows, most frequent first. */
export async function listValues(
  db: Db,
  businessId: string,
  importId: string,
  { column, limit }: { column: number; limit: number },
) {
  const { rows } = await sql<{ text: string; rows: number }>`
    select btrim(r ->> ${column + 1}::int) as text, count(*) as rows
    from lead_import_pieces p, jsonb_array_elements(p.rows) r
    where p.business_id = ${businessId} and p.import_id = ${importId} and btrim(r ->> ${column + 1}::int) <> ''
    group by 1 order by 2 desc, 1 limit ${limit}`.execute(db)
  return rows
}

const isFate: Record<ImportFate, ReturnType<typeof sql<boolean>>> = {
  create: sql`i.before ? 'isNew'`,
  update: sql`(i.outcome in ('changed', 'undone', 'same') and not i.before ?| array['isNew', 'joins'])`,
  join: sql`i.before ? 'joins'`,
  left: sql`i.outcome not in ('changed', 'undone', 'same')`,
}

/** Adds to the fates of the rows so far. */
export const addFates = (tx: Db, businessId: string, id: string, { create, update, join, left }: ImportCounts) =>
  sql`update lead_imports set created = created + ${create}, updated = updated + ${update}, joined = joined + ${join},
    left_out = left_out + ${left} where business_id = ${businessId} and id = ${id}`.execute(tx)

export type PassedRow = {
  number: number
  outcome: string
  column: number | null
  /** Null if there is none, or it is in the trash. */
  leadId: string | null
  campaignId: string | null
  joins: number | null
  /** As in the file; null once a person was erased. */
  cells: string[] | null
}
type Wanted = { operationId: string; importId: string; fate: ImportFate; after: number; limit: number }
/** Rows that an import has passed, with their cells. Only the pieces that have one of them are read. */
export async function listPassed(db: Db, businessId: string, { operationId, importId, fate, after, limit }: Wanted) {
  const { rows } = await sql<PassedRow>`
    with passed as materialized (
      select (i.before ->> 'number')::int as number, i.outcome, (i.before ->> 'column')::int as "column",
        coalesce((i.before ->> 'joins')::uuid, i.item_id) as lead_id, i.before ? 'joins' as is_joined
      from operation_items i where i.business_id = ${businessId} and i.operation_id = ${operationId} and ${isFate[fate]}
        and (i.before ->> 'number')::int > ${after}
      order by 1 limit ${limit}),
    pieces as materialized (
      select distinct (select p.number from lead_import_pieces p where p.business_id = ${businessId}
        and p.import_id = ${importId} and p.first_row <= passed.number order by p.first_row desc limit 1) as number
      from passed),
    cells as materialized (
      select (r ->> 0)::int as number, r - 0 as cells
      from lead_import_pieces p, jsonb_array_elements(p.rows) r
      where p.business_id = ${businessId} and p.import_id = ${importId} and p.number in (select number from pieces))
    select p.number, p.outcome, p."column", l.id as "leadId", l.campaign_id as "campaignId",
      case when p.is_joined then (j.before ->> 'number')::int end as joins, c.cells
    from passed p
      left join cells c on c.number = p.number
      left join leads l on l.business_id = ${businessId} and l.id = p.lead_id and l.deleted_at is null
      left join operation_items j on p.is_joined and j.business_id = ${businessId} and j.operation_id = ${operationId}
        and j.item_id = p.lead_id
    order by p.number`.execute(db)
  return rows
}

export type FailedRow = { number: number; reason: string; column: number | null }
/** Rows that an operation did not import. */
export async function listFailed(db: Db, businessId: string, operationId: string) {
  const { rows } = await sql<FailedRow>`
    select (before ->> 'number')::int as number, outcome as reason, (before ->> 'column')::int as "column"
    from operation_items where business_id = ${businessId} and operation_id = ${operationId}
      and outcome not in ('changed', 'undone', 'same')`.execute(db)
  return rows
}
