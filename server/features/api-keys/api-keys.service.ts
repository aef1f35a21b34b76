import type { ChangedApiKey, NewApiKey } from '#contract/auth/api-keys.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Db } from '../../platform/db/db.ts'
import { changesTo } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { hashKey } from '../access/access.service.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { deleteApiKey, findApiKey, insertApiKey, replaceHash, updateApiKey } from './api-keys.queries.ts'
import { newKey } from './api-keys.rules.ts'

type Context = { db: Db; caller: Member }

/** Returns the key once: only its hash is stored. */
export async function createApiKey({ db, caller }: Context, { campaignIds, ...wanted }: NewApiKey) {
  const { businessId, userId } = caller
  const [id, { key, hint }] = [newId(), newKey()]
  const bound = campaignIds && [...new Set(campaignIds)]
  if (bound) await requireCampaigns(db, businessId, bound)
  const { name, ratePerMinute, allowedAddresses, expiresAt } = wanted
  const limits = { ratePerMinute, allowedAddresses, expiresAt }
  const opens = { scopes: [...new Set(wanted.scopes)], campaignIds: bound ?? null, ...limits }
  await db.transaction().execute(async (tx) => {
    await insertApiKey(tx, businessId, { name, ...opens, id, hint, hash: hashKey(key), createdBy: userId })
    await emit(tx, caller, 'key.created', { ...about(id, name), changes: changesTo({}, opens) })
  })
  return { apiKey: await requireApiKey(db, businessId, id), key }
}

const about = (keyId: string, name: string) => ({ campaignId: ALL_CAMPAIGNS, keyId, name })

/** Renames, disables or enables a key, or changes its rate. */
export const changeApiKey = ({ db, caller }: Context, id: string, wanted: ChangedApiKey) =>
  db.transaction().execute(async (tx) => {
    const { businessId } = caller
    const before = await requireApiKey(tx, businessId, id)
    const changes = changesTo(before, wanted)
    if (!Object.keys(changes).length) return before
    await updateApiKey(tx, businessId, { id, ...wanted })
    await emit(tx, caller, 'key.changed', { ...about(id, before.name), changes })
    return requireApiKey(tx, businessId, id)
  })

/** A new key in place of the present one, which is accepted for some hours more. Returns it once. */
export async function rotateApiKey({ db, caller }: Context, id: string, { until }: { until: Date }) {
  const { key, hint } = newKey()
  const apiKey = await db.transaction().execute(async (tx) => {
    const { name } = await requireApiKey(tx, caller.businessId, id)
    await replaceHash(tx, caller.businessId, { id, hash: hashKey(key), hint, oldUntil: until })
    await emit(tx, caller, 'key.rotated', about(id, name))
    return requireApiKey(tx, caller.businessId, id)
  })
  return { apiKey, key }
}

export const removeApiKey = ({ db, caller }: Context, id: string) =>
  db.transaction().execute(async (tx) => {
    const { name } = await requireApiKey(tx, caller.businessId, id)
    if (!(await deleteApiKey(tx, caller.businessId, id))) throw new AppError('api_key_not_found')
    await emit(tx, caller, 'key.deleted', about(id, name))
  })

export async function requireApiKey(db: Db, businessId: string, id: string) {
  const apiKey = await findApiKey(db, businessId, id)
  if (!apiKey) throw new AppError('api_key_not_found')
  return apiKey
}
