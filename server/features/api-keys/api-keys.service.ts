import type { NewApiKey } from '#contract/api-keys.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { hashKey } from '../access/access.service.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { findApiKey, insertApiKey } from './api-keys.queries.ts'
import { newKey } from './api-keys.rules.ts'

type Context = { db: Db; caller: Pick<Member, 'businessId' | 'userId'> }

/** The key itself is told this once: its hash alone is stored. */
export async function createApiKey({ db, caller }: Context, { campaignIds, ...wanted }: NewApiKey) {
  const { businessId, userId } = caller
  const [id, { key, hint }] = [newId(), newKey()]
  const bound = campaignIds && [...new Set(campaignIds)]
  if (bound) await requireCampaigns(db, businessId, bound)
  const scopes = [...new Set(wanted.scopes)]
  await insertApiKey(db, businessId, {
    ...wanted,
    scopes,
    id,
    hint,
    hash: hashKey(key),
    campaignIds: bound ?? null,
    createdBy: userId,
  })
  return { apiKey: await requireApiKey(db, businessId, id), key }
}

export async function requireApiKey(db: Db, businessId: string, id: string) {
  const apiKey = await findApiKey(db, businessId, id)
  if (!apiKey) throw new AppError('api_key_not_found')
  return apiKey
}
