import { sql } from 'kysely'
import { FIELD_SAMPLE_MAX, type FieldUsage, type OptionRemoval } from '#contract/lead-fields/lead-fields.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FieldSettings } from './lead-fields.rules.ts'
import type { FieldDefinition } from './values.rules.ts'

type Row = Omit<FieldDefinition, 'group'> & { groupHe: string | null; groupEn: string | null }

/** All fields in their order, those that were deleted too. */
export async function listFields(db: Db, businessId: string): Promise<FieldDefinition[]> {
  const rows = await db
    .selectFrom('lead_fields')
    .select([
      'id as _id',
      'key',
      'name_he as nameHe',
      'name_en as nameEn',
      'help_text as helpText',
      'type',
      'options',
      'unit',
      'is_decimal as isDecimal',
      'is_required as isRequired',
      'required_at as requiredAt',
      'initial as default',
      'campaign_ids as campaignIds',
      'group_he as groupHe',
      'group_en as groupEn',
      'is_personal as isPersonal',
      'is_archived as isArchived',
      'position',
      'has_values as hasValues',
      'deleted_at as deletedAt',
      'purged_at as purgedAt',
    ])
    .$castTo<Row>()
    .where('business_id', '=', businessId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ groupHe, groupEn, ...row }) => ({
    ...row,
    group: groupHe === null || groupEn === null ? null : { nameHe: groupHe, nameEn: groupEn },
  }))
}

/** Serializes changes of a business's fields; leads are not blocked. */
export const lockFields = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${businessId}::text || ' lead fields', 0))`.execute(tx)

const columnsOf = (field: FieldSettings) => ({
  name_he: field.nameHe,
  name_en: field.nameEn,
  help_text: field.helpText,
  type: field.type,
  options: JSON.stringify(field.options),
  unit: field.unit,
  is_decimal: field.isDecimal,
  is_required: field.isRequired,
  required_at: field.requiredAt,
  initial: field.default === null ? null : JSON.stringify(field.default),
  campaign_ids: field.campaignIds,
  group_he: field.group?.nameHe ?? null,
  group_en: field.group?.nameEn ?? null,
  is_personal: field.isPersonal,
  is_archived: field.isArchived,
})

export type NewFieldRow = FieldSettings & { _id: string; key: string; position: number }
export const insertFields = (tx: Db, businessId: string, fields: readonly NewFieldRow[]) =>
  tx
    .insertInto('lead_fields')
    .values(
      fields.map((field) => ({
        business_id: businessId,
        id: field._id,
        key: field.key,
        position: field.position,
        ...columnsOf(field),
      })),
    )
    .execute()

export const updateField = (tx: Db, businessId: string, id: string, field: FieldSettings) =>
  tx
    .updateTable('lead_fields')
    .set(columnsOf(field))
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

export const updateOrder = (tx: Db, businessId: string, ids: readonly string[]) =>
  sql`update lead_fields f set position = o.place - 1 from unnest(${ids}::uuid[]) with ordinality as o(id, place)
    where f.business_id = ${businessId} and f.id = o.id and f.position <> o.place - 1`.execute(tx)

export async function updateDeleted(tx: Db, businessId: string, id: string, deletedAt: string | null) {
  await tx
    .updateTable('lead_fields')
    .set({ deleted_at: deletedAt })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
}

/** How many of these campaigns exist. They are kept from being deleted until the transaction ends. */
export async function lockCampaigns(tx: Db, businessId: string, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('campaigns')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.length
}

/** How many of these statuses exist. */
export async function countStatuses(db: Db, businessId: string, ids: readonly string[]) {
  const { known } = await db
    .selectFrom('lead_statuses')
    .select((eb) => eb.fn.countAll<number>().as('known'))
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return known
}

/** Which of these options some lead has, in the trash too. */
export async function listUsedOptions(db: Db, businessId: string, field: string, options: readonly string[]) {
  const { rows } = await sql<{ option: string }>`select asked.option from unnest(${options}::text[]) asked(option)
    where exists (select from lead_choices c where c.business_id = ${businessId} and c.field = ${field} and c.option = asked.option)`.execute(
    db,
  )
  return rows.map(({ option }) => option)
}

/** Removed options that an operation is still replacing in leads. */
export async function listRemovals(db: Db, businessId: string): Promise<OptionRemoval[]> {
  const { rows } = await sql<OptionRemoval>`
    select o.id as "operationId", f.id as "fieldId", o.action->'options' as options, o.total, o.done + o.skipped as done
    from operations o join lead_fields f on f.business_id = o.business_id and f.key = o.action->>'field'
    where o.business_id = ${businessId} and o.kind = 'replace_option' and o.state in ('queued', 'running')
    order by o.created_at`.execute(db)
  return rows
}

type FormUse = FieldUsage['forms'][number] & { key: string }
/** Forms that ask for own fields, by the field's key. */
export async function listForms(db: Db, businessId: string): Promise<FormUse[]> {
  const { rows } = await sql<FormUse>`
    select f.id as "_id", f.name, f.campaign_id as "campaignId", c.name as "campaignName", substr(asked->>'name', 7) as key
    from forms f join campaigns c on c.business_id = f.business_id and c.id = f.campaign_id,
      jsonb_array_elements(f.fields) asked
    where f.business_id = ${businessId} and f.deleted_at is null and c.deleted_at is null
      and asked->>'kind' = 'lead_field' order by f.created_at, f.id`.execute(db)
  return rows
}

type Filled = { sampled: number; filled: Record<string, number> }
/** How many of the newest open leads have a value, by the field's key. */
export async function countFilled(db: Db, businessId: string): Promise<Filled> {
  const { rows } = await sql<Filled>`
    with sample as materialized (select l.fields from leads l
      join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
      where l.business_id = ${businessId} and l.deleted_at is null and s.type not in ('Won', 'Lost')
      order by l.created_at desc, l.id desc limit ${FIELD_SAMPLE_MAX})
    select (select count(*) from sample) as sampled, coalesce((select jsonb_object_agg(key, filled) from (
      select key, count(*) as filled from sample, jsonb_object_keys(fields) key group by key) counted), '{}') as filled`.execute(
    db,
  )
  return rows[0] ?? { sampled: 0, filled: {} }
}

export type ExpiredField = { businessId: string; _id: string; key: string; nameHe: string; nameEn: string }
/** Fields that were deleted before this moment and still have their values, of all businesses. */
export async function listExpired(db: Db, before: string): Promise<ExpiredField[]> {
  return db
    .selectFrom('lead_fields')
    .select(['business_id as businessId', 'id as _id', 'key', 'name_he as nameHe', 'name_en as nameEn'])
    .where('deleted_at', '<', before)
    .where('purged_at', 'is', null)
    .execute()
}

/** Removes the values of a field from the next leads after `after`. Returns their number and the last id, null at the end. */
export async function clearValues(
  tx: Db,
  businessId: string,
  { key, after, limit }: { key: string; after: string | null; limit: number },
) {
  const { rows } = await sql<{ last: string | null; seen: number; cleared: number }>`
    with seen as materialized (select id, fields from leads where business_id = ${businessId}
        and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit} for no key update),
      cleared as (update leads l set fields = l.fields - ${key}::text from seen
        where l.business_id = ${businessId} and l.id = seen.id and seen.fields ? ${key}::text returning l.id)
    select (select id from seen order by id desc limit 1) as last, (select count(*) from seen)::int as seen,
      (select count(*) from cleared)::int as cleared`.execute(tx)
  const { last = null, seen = 0, cleared = 0 } = rows[0] ?? {}
  return { last: seen === limit ? last : null, cleared }
}

export const updatePurged = (tx: Db, businessId: string, { _id, at }: { _id: string; at: string }) =>
  tx
    .updateTable('lead_fields')
    .set({ purged_at: at })
    .where('business_id', '=', businessId)
    .where('id', '=', _id)
    .where('purged_at', 'is', null)
    .execute()
