import type { SourceMapping } from '#contract/lead-sources/lead-sources.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { deleteDelivery, findDelivery, insertDelivery } from './deliveries.queries.ts'
import { toSample } from './lead-sources.presenter.ts'
import { type SourceRow, updateSource } from './lead-sources.queries.ts'
import { requireSource } from './lead-sources.service.ts'
import { readRequest } from './reading/bodies.rules.ts'
import { bytesOf } from './reading/decoding.rules.ts'
import type { FoundField } from './reading/flattening.rules.ts'
import { mapFor, type ReadingDeps } from './reading.service.ts'
import { fieldsOfStored, storedOf } from './stored-fields.rules.ts'

type Context = { db: Db; caller: Member }
type Sample = { at: string; fields: FoundField[] }

/** The fields of the sample as it came, also while it waits to be read. */
async function findSample(db: Db, businessId: string, { kind, sampleId }: SourceRow): Promise<Sample | undefined> {
  const kept = sampleId === null ? undefined : await findDelivery(db, businessId, sampleId)
  if (!kept) return undefined
  if (kept.fields) return { at: kept.at, fields: fieldsOfStored(kept.fields) }
  const fields = firstFields(kind, bytesOf(kept), kept.contentType)
  return { at: kept.at, fields }
}

/** Of a request with several leads those of the first. */
function firstFields(kind: SourceRow['kind'], bytes: Buffer, contentType: string | null): FoundField[] {
  const read = readRequest(kind, bytes, contentType)
  if ('one' in read) return read.one.fields
  return read.many[0]?.fields ?? []
}

export async function showSample({ ownFields }: Pick<ReadingDeps, 'ownFields'>, { db, caller }: Context, id: string) {
  const source = await requireSource({ db, caller }, id)
  const sample = await findSample(db, caller.businessId, source)
  return { source, sample: sample ? toSample(sample.at, sample.fields, await ownFields.find(caller.businessId)) : null }
}

/** Keeps a pasted text as the sample. */
export async function pasteSample(deps: ReadingDeps, { db, caller }: Context, id: string, text: string) {
  const { businessId } = caller
  const own = await deps.ownFields.find(businessId)
  return db.transaction().execute(async (tx) => {
    const source = await requireSource({ db: tx, caller }, id)
    const fields = firstFields(source.kind, Buffer.from(text), null)
    if (!fields.length) throw new AppError('sample_without_fields')
    const sampleId = newId()
    const at = deps.now().toISOString()
    const stored = { raw: text, isBase64: false, fields: storedOf(fields) }
    await insertDelivery(tx, businessId, {
      ...{ id: sampleId, sourceId: id, at, state: 'sample', contentType: null, address: '' },
      ...stored,
    })
    await updateSource(tx, businessId, id, { sampleId, capturesUntil: null })
    if (source.sampleId) await deletePasted(tx, businessId, source.sampleId)
    return toSample(at, fields, own)
  })
}

/** A sample that was pasted before serves nothing any more; one that was captured is a request of its own. */
async function deletePasted(tx: Db, businessId: string, id: string) {
  const kept = await findDelivery(tx, businessId, id)
  if (kept?.state === 'sample') await deleteDelivery(tx, businessId, id)
}

export async function previewSample(
  deps: ReadingDeps,
  { db, caller }: Context,
  { id, mapping }: { id: string; mapping: SourceMapping | null },
) {
  const { businessId } = caller
  const source = await requireSource({ db, caller }, id)
  const sample = await findSample(db, businessId, source)
  const fields = sample?.fields ?? []
  const { values, reason, notes } = await mapFor(deps, db, businessId, { ...source, mapping, fields })
  const { name = '', phone = null, email = null, message = null } = values
  const lead = {
    name,
    phone,
    email,
    message,
    source: values.source ?? source.source,
    statusId: values.statusId ?? null,
  }
  return { lead: reason ? null : lead, reason: reason ?? null, notes }
}
