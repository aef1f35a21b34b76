import { createHash } from 'node:crypto'
import { SAME_BODY_MINUTES } from '#contract/lead-sources/lead-sources.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { readLookups } from '../leads/import/import-context.service.ts'
import { createSourceLead } from '../leads/intake/source-intake.service.ts'
import { isGoogleKey } from './addresses.ts'
import * as queries from './deliveries.queries.ts'
import { findSource, type SourceRow } from './lead-sources.queries.ts'
import { type MappedLead, mapFields } from './mapping.rules.ts'
import { type Part, type ReadBody, readLead, readRequest } from './reading/bodies.rules.ts'
import { bytesOf } from './reading/decoding.rules.ts'
import type { FoundField } from './reading/flattening.rules.ts'
import { storedOf } from './stored-fields.rules.ts'

export type ReadingDeps = Pick<Deps, 'env' | 'tenants' | 'ownFields' | 'now'>

const MINUTE_MS = 60_000

/** What a lead of these fields would be. */
export async function mapFor(
  { ownFields, now }: Pick<Deps, 'ownFields' | 'now'>,
  db: Db,
  businessId: string,
  of: Pick<SourceRow, 'kind' | 'campaignId' | 'mapping'> & { fields: readonly FoundField[] },
): Promise<MappedLead> {
  const own = await ownFields.find(businessId)
  const { lookups } = await readLookups(db, businessId, { own, allowed: [of.campaignId] })
  return mapFields(of.fields, { ...of, own, lookups, now: now() })
}

/**
 * Reads a request that waits, and stores what came of it in one transaction with the lead: a process that dies in between
 * leaves it waiting.
 */
export const readDelivery = (deps: ReadingDeps, { businessId, id }: queries.DueDelivery) =>
  deps.tenants
    .scope({ businessId })
    .transaction()
    .execute(async (tx) => {
      const delivery = await queries.lockWaiting(tx, businessId, id)
      const source = delivery && (await findSource(tx, businessId, delivery.sourceId))
      if (!delivery || !source) return
      // Of a part, as of what was read before, the fields are known: it is one lead.
      const sent = [source.kind, bytesOf(delivery), delivery.contentType] as const
      const read = delivery.fields ? { one: readLead(...sent) } : readRequest(...sent)
      if ('many' in read) return queries.splitDelivery(tx, businessId, delivery, partsOf(delivery, read.many))
      const fields = corrected(read.one.fields, delivery.corrections)
      const came = await take(deps, tx, { businessId, source, delivery, read: { ...read.one, fields } })
      await queries.settleDelivery(tx, businessId, id, { ...came, fields: storedOf(fields) })
    })

const partsOf = ({ sourceId, at, address }: queries.LockedDelivery, parts: readonly Part[]) =>
  parts.map(({ raw, fields }) => ({
    ...{ id: newId(), sourceId, at, address, raw, isBase64: false, fields: storedOf(fields) },
    ...{ state: 'waiting' as const, contentType: 'application/json' },
  }))

function corrected(fields: readonly FoundField[], corrections: Record<string, string> | null): FoundField[] {
  if (!corrections) return [...fields]
  const added = Object.keys(corrections).filter((path) => !fields.some((field) => field.path === path))
  return [...fields, ...added.map((path) => ({ path, label: path, value: '' }))]
    .map((field) =>
      Object.hasOwn(corrections, field.path) ? { ...field, value: corrections[field.path] ?? '' } : field,
    )
    .filter(({ value }) => value !== '')
}

type Taking = { businessId: string; source: SourceRow; delivery: queries.LockedDelivery; read: ReadBody }
type Came = Omit<queries.Read, 'fields'>

/** What becomes of a request: a lead, nothing new, a test, or a reason why it could not be read. */
async function take(deps: ReadingDeps, tx: Db, { businessId, source, delivery, read }: Taking): Promise<Came> {
  const none = { reason: null, sameness: null, leadId: null }
  if (
    source.kind === 'google_ads' &&
    !delivery.isTrusted &&
    !isGoogleKey(deps.env.secretKey, source.key, read.googleKey)
  )
    return { ...none, state: 'unread', reason: 'wrong_key' }
  if (read.isTest) return { ...none, state: 'test' }
  const sameness = samenessOf(delivery, read)
  await queries.lockSameness(tx, businessId, { sourceId: source.id, sameness })
  const since = read.externalId ? null : new Date(Date.parse(delivery.at) - SAME_BODY_MINUTES * MINUTE_MS).toISOString()
  const same = await queries.findSame(tx, businessId, { sourceId: source.id, sameness, since })
  if (same) return { ...none, state: 'repeated', sameness, leadId: same.leadId }
  const { reason, ...mapped } = await mapFor(deps, tx, businessId, { ...source, fields: read.fields })
  if (reason) return { ...none, state: 'unread', reason }
  const own = await deps.ownFields.find(businessId)
  const sent = { ...mapped, own, raw: delivery.isBase64 ? null : delivery.raw, contentType: delivery.contentType }
  const made = await createSourceLead(tx, placeOf(businessId, source), sent)
  if (!made) return { ...none, state: 'unread', reason: 'campaign_deleted' }
  return { ...none, state: 'lead', sameness, leadId: made.leadId }
}

export const placeOf = (businessId: string, source: SourceRow) => ({
  ...{ businessId, sourceId: source.id, campaignId: source.campaignId, source: source.source },
  ...{ statusId: source.statusId, assignedTo: source.assignedTo },
})

const samenessOf = ({ raw }: queries.LockedDelivery, { externalId }: ReadBody) =>
  externalId ? `id ${externalId}` : `body ${createHash('sha256').update(raw).digest('base64url')}`
