import { isOwnFieldName, keyOfFieldName } from '#contract/lead-fields/own-fields.ts'
import {
  CAPTURE_MINUTES,
  LEAD_SOURCES_MAX,
  type LeadSource,
  type LeadSourceChanges,
  type LeadSourceKind,
} from '#contract/lead-sources/lead-sources.ts'
import type { Db } from '../../platform/db/db.ts'
import { type MarkedRequest, onceInTransaction } from '../../platform/db/idempotency.ts'
import { changesTo } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, type Issue } from '../../platform/http/errors.ts'
import { newAddressToken, newId } from '../../platform/ids.ts'
import { requireCampaigns, setMailAddress } from '../campaigns/campaigns.service.ts'
import { fieldWithKey } from '../lead-fields/values.rules.ts'
import { isAssignable } from '../leads/change/lead-writer.rules.ts'
import { readLookups } from '../leads/import/import-context.service.ts'
import { addressOf } from './addresses.ts'
import { toSource } from './lead-sources.presenter.ts'
import * as queries from './lead-sources.queries.ts'
import type { ReadingDeps } from './reading.service.ts'

type Context = { db: Db; caller: Member }

export async function listSources(deps: ReadingDeps, { db, caller }: Context, campaignId: string | undefined) {
  if (campaignId) await requireCampaigns(db, caller.businessId, [campaignId])
  const rows = await queries.listSources(db, caller.businessId, campaignId)
  return rows.map((row) => toSource(deps, row))
}

export async function requireSource({ db, caller }: Context, id: string) {
  const source = await queries.findSource(db, caller.businessId, id)
  if (!source) throw new AppError('lead_source_not_found')
  return source
}

/** The source that leads of each kind get, unless the request names one. */
const sourceOf: Record<LeadSourceKind, string> = {
  web: 'website',
  google_ads: 'google_ads',
  tiktok: 'TikTok',
  email: 'email',
}

type Wanted = { campaignId: string; kind: LeadSourceKind; name: string }
export async function createSource(deps: ReadingDeps, request: Context & MarkedRequest, wanted: Wanted) {
  const { caller } = request
  if (wanted.kind === 'email' && !deps.env.mailIn) throw new AppError('mail_in_unset')
  const id = await onceInTransaction(request, wanted, async (tx) => {
    const { businessId, userId } = caller
    const { campaignId, kind, name } = wanted
    await requireCampaigns(tx, businessId, [campaignId])
    if ((await queries.countSources(tx, businessId, campaignId)) >= LEAD_SOURCES_MAX)
      throw new AppError('too_many_lead_sources')
    if (kind === 'email' && (await queries.hasMailSource(tx, businessId, campaignId)))
      throw new AppError('lead_mail_exists')
    const source = { id: newId(), campaignId, kind, name, key: newAddressToken(), source: sourceOf[kind] }
    await queries.insertSource(tx, businessId, { ...source, createdBy: userId })
    if (kind === 'email') await setMailAddress(tx, businessId, campaignId, addressOf(deps, source))
    await emit(tx, caller, 'lead_source.created', about(source))
    return source.id
  })
  return toSource(deps, await requireSource(request, id))
}

const about = ({ id, campaignId, name }: Pick<queries.SourceRow, 'id' | 'campaignId' | 'name'>) => ({
  campaignId,
  sourceId: id,
  name,
})

export const changeSource = (deps: ReadingDeps, { db, caller }: Context, id: string, wanted: LeadSourceChanges) =>
  db.transaction().execute(async (tx): Promise<LeadSource> => {
    const before = await requireSource({ db: tx, caller }, id)
    const issues = await issuesOf(deps, tx, { businessId: caller.businessId, before, wanted })
    if (issues.length) throw new AppError('invalid_input', { issues })
    const changes = changesTo(before, wanted)
    if (!Object.keys(changes).length) return toSource(deps, before)
    await queries.updateSource(tx, caller.businessId, id, wanted)
    await emit(tx, caller, 'lead_source.changed', { ...about(before), changes })
    return toSource(deps, await requireSource({ db: tx, caller }, id))
  })

type Checking = { businessId: string; before: queries.SourceRow; wanted: LeadSourceChanges }
/** What a mapping and defaults name that the business does not have. */
async function issuesOf(deps: ReadingDeps, tx: Db, { businessId, before, wanted }: Checking): Promise<Issue[]> {
  const { campaignId } = before
  const own = await deps.ownFields.find(businessId)
  const { lookups, ids, assignable } = await readLookups(tx, businessId, { own, allowed: [campaignId] })
  const { mapping, statusId, assignedTo } = wanted
  const isUnknown = (choice: string) =>
    isOwnFieldName(choice) && fieldWithKey(own, keyOfFieldName(choice)) === undefined
  if (assignedTo && !isAssignable(assignable.get(assignedTo), campaignId)) throw new AppError('user_not_found')
  return [
    ...Object.entries(mapping?.columns ?? {}).flatMap(([path, choice]) =>
      isUnknown(choice) ? [{ path: `mapping.columns.${path}`, message: 'unknown_field' }] : [],
    ),
    ...Object.entries(mapping?.values ?? {}).flatMap(([target, texts]) => {
      const known = new Set(lookups.get(target)?.values() ?? [])
      const isWrong = Object.values(texts).some((value) => value !== null && !known.has(value))
      return isWrong ? [{ path: `mapping.values.${target}`, message: 'invalid_value' }] : []
    }),
    ...(statusId && !ids.status.includes(statusId) ? [{ path: 'statusId', message: 'status_not_found' }] : []),
  ]
}

/** A new address, and with it a new key for Google. */
export const rotateSource = (deps: ReadingDeps, { db, caller }: Context, id: string) =>
  db.transaction().execute(async (tx) => {
    const source = await requireSource({ db: tx, caller }, id)
    const key = newAddressToken()
    await queries.updateSource(tx, caller.businessId, id, { key })
    if (source.kind === 'email')
      await setMailAddress(tx, caller.businessId, source.campaignId, addressOf(deps, { ...source, key }))
    await emit(tx, caller, 'lead_source.rotated', about(source))
    return toSource(deps, { ...source, key })
  })

export const removeSource = ({ db, caller }: Context, id: string) =>
  db.transaction().execute(async (tx) => {
    const source = await requireSource({ db: tx, caller }, id)
    await queries.deleteSource(tx, caller.businessId, id)
    if (source.kind === 'email') await setMailAddress(tx, caller.businessId, source.campaignId, null)
    await emit(tx, caller, 'lead_source.deleted', about(source))
  })

const MINUTE_MS = 60_000
/** The next request becomes the sample of the source. */
export async function captureSample(deps: ReadingDeps, { db, caller }: Context, id: string) {
  const source = await requireSource({ db, caller }, id)
  const capturesUntil = new Date(deps.now().getTime() + CAPTURE_MINUTES * MINUTE_MS).toISOString()
  await queries.updateSource(db, caller.businessId, id, { capturesUntil, sampleId: null })
  return toSource(deps, { ...source, capturesUntil })
}
