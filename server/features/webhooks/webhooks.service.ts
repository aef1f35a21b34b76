import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { type WebhookType, webhookTypes } from '#contract/webhooks/webhook-types.ts'
import {
  type NewWebhook,
  OLD_SECRET_HOURS,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookChanges,
} from '#contract/webhooks/webhooks.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { changesTo } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { checkResolved } from '../../platform/oauth/outbound-post.ts'
import { NotPublic } from '../../platform/oauth/public-addresses.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { dropWaiting } from './deliveries.queries.ts'
import { resetRefusals, tryWaitingNow } from './sending/sending.queries.ts'
import { rulesFor } from './sending/sending.service.ts'
import { newSecret, sealSecret } from './sending/signing.ts'
import * as queries from './webhooks.queries.ts'
import { originOf, webhookOf } from './webhooks.rules.ts'

const HOUR_MS = 3_600_000

export type WebhookContext = { db: Db; caller: Caller }
type WebhookDeps = Pick<Deps, 'env' | 'now'>

/** Keys see those that they made. */
const keyIn = (caller: Caller) => (caller.kind === 'key' ? caller.keyId : undefined)

export async function listWebhooks({ db, caller }: WebhookContext): Promise<Webhook[]> {
  return (await queries.listWebhooks(db, caller.businessId, keyIn(caller))).map(webhookOf)
}

export async function requireWebhook({ db, caller }: WebhookContext, id: string) {
  const row = await queries.findWebhook(db, caller.businessId, id)
  if (!row || (caller.kind === 'key' && row.keyId !== caller.keyId)) throw new AppError('webhook_not_found')
  return row
}
export const readWebhook = async (context: WebhookContext, id: string) => webhookOf(await requireWebhook(context, id))

export const about = (webhookId: string, name: string) => ({
  campaignId: ALL_CAMPAIGNS as typeof ALL_CAMPAIGNS,
  webhookId,
  name,
})

/** Refuses an address that is not on the internet. It is checked again with each connection. */
async function requirePublic(deps: WebhookDeps, address: string) {
  const url = new URL(address)
  try {
    await checkResolved(url, rulesFor(deps, url))
  } catch (error) {
    throw error instanceof NotPublic ? new AppError('webhook_not_public') : error
  }
}

/** The campaigns whose events a caller may be sent: those wanted, among a key's own. */
async function campaignsFor({ db, caller }: WebhookContext, wanted: readonly string[] | null) {
  const own = caller.kind === 'key' ? caller.campaignIds : null
  if (!wanted) return own && [...own]
  const chosen = [...new Set(wanted)]
  if (own && !chosen.every((id) => own.includes(id))) throw invalidInput('campaignIds', 'invalid_value')
  await requireCampaigns(db, caller.businessId, chosen)
  return chosen
}

function requireScopes(caller: Caller, types: readonly WebhookType[]) {
  if (caller.kind === 'key' && !types.every((type) => caller.scopes.includes(webhookTypes[type])))
    throw new AppError('webhook_scope_missing')
}

type Wanted = NewWebhook & { language: Language }
/** Returns the secret once: it is stored sealed, to sign with. */
export async function createWebhook(deps: WebhookDeps, context: WebhookContext, { language, ...wanted }: Wanted) {
  const { db, caller } = context
  const { businessId } = caller
  requireScopes(caller, wanted.types)
  await requirePublic(deps, wanted.url)
  const campaignIds = await campaignsFor(context, wanted.campaignIds)
  const [id, secret] = [newId(), newSecret()]
  const opens = { name: wanted.name, url: wanted.url, types: [...new Set(wanted.types)], campaignIds }
  await db.transaction().execute(async (tx) => {
    await queries.lockWebhooks(tx, businessId)
    if ((await queries.listWebhooks(tx, businessId, undefined)).length >= WEBHOOKS_MAX)
      throw new AppError('webhook_full')
    await queries.insertWebhook(tx, businessId, {
      ...{ ...opens, id, language, secret: sealSecret(deps.env.secretKey, id, secret), at: deps.now() },
      createdBy: caller.kind === 'person' ? caller.userId : null,
      keyId: keyIn(caller) ?? null,
    })
    const changes = changesTo({}, { ...opens, url: originOf(opens.url) })
    await emit(tx, caller, 'webhook.created', { ...about(id, opens.name), changes })
  })
  return { webhook: await readWebhook(context, id), secret }
}

export async function changeWebhook(deps: WebhookDeps, context: WebhookContext, id: string, wanted: WebhookChanges) {
  const { caller } = context
  const { businessId } = caller
  if (wanted.url !== undefined) await requirePublic(deps, wanted.url)
  const campaignIds = wanted.campaignIds && (await campaignsFor(context, wanted.campaignIds))
  const types = wanted.types && [...new Set(wanted.types)]
  const given = { ...wanted, ...(types && { types }), ...(campaignIds !== undefined && { campaignIds }) }
  return context.db.transaction().execute(async (tx) => {
    const inTx = { db: tx, caller }
    await queries.lockWebhooks(tx, businessId)
    const before = await requireWebhook(inTx, id)
    const changes = changesTo(before, given)
    if (!Object.keys(changes).length) return webhookOf(before)
    const { campaignIds: campaign_ids, ...others } = given
    await queries.updateWebhook(tx, businessId, id, { ...others, ...(campaign_ids !== undefined && { campaign_ids }) })
    if (changes.url) await queries.resetFailures(tx, businessId, id)
    const shown = changes.url ? { ...changes, url: changes.url.map((url) => originOf(String(url))) } : changes
    await emit(tx, caller, 'webhook.changed', { ...about(id, before.name), changes: shown as typeof changes })
    return readWebhook(inTx, id)
  })
}

export const removeWebhook = ({ db, caller }: WebhookContext, id: string) =>
  db.transaction().execute(async (tx) => {
    const { name } = await requireWebhook({ db: tx, caller }, id)
    await queries.deleteWebhook(tx, caller.businessId, id)
    await emit(tx, caller, 'webhook.deleted', about(id, name))
  })

/** A new secret. The one before signs, too, for a while. */
export async function rotateSecret({ env, now }: WebhookDeps, { db, caller }: WebhookContext, id: string) {
  const secret = newSecret()
  const webhook = await db.transaction().execute(async (tx) => {
    await queries.lockWebhooks(tx, caller.businessId)
    const { name, secret: old_secret } = await requireWebhook({ db: tx, caller }, id)
    await queries.updateWebhook(tx, caller.businessId, id, {
      ...{ secret: sealSecret(env.secretKey, id, secret), old_secret },
      old_secret_until: new Date(now().getTime() + OLD_SECRET_HOURS * HOUR_MS).toISOString(),
    })
    await emit(tx, caller, 'webhook.secret_rotated', about(id, name))
    return readWebhook({ db: tx, caller }, id)
  })
  return { webhook, secret }
}

type Pausing = { isPaused: boolean; waiting: 'send' | 'drop' }
/** While it is paused, events wait. What waited is sent or dropped when it goes on. */
export const pauseWebhook = ({ now }: WebhookDeps, { db, caller }: WebhookContext, id: string, wanted: Pausing) =>
  db.transaction().execute(async (tx) => {
    const { businessId } = caller
    await queries.lockWebhooks(tx, businessId)
    const before = await requireWebhook({ db: tx, caller }, id)
    const { isPaused, waiting } = wanted
    if (isPaused === (before.pausedAt !== null)) return webhookOf(before)
    const paused_at = isPaused ? now().toISOString() : null
    await queries.updateWebhook(tx, businessId, id, { paused_at, pause_reason: isPaused ? 'person' : null })
    if (!isPaused) {
      if (waiting === 'drop') await dropWaiting(tx, businessId, id)
      await queries.resetFailures(tx, businessId, id)
      await resetRefusals(tx, businessId, id)
      await tryWaitingNow(tx, businessId, id, now())
    }
    await emit(tx, caller, isPaused ? 'webhook.paused' : 'webhook.resumed', about(id, before.name))
    return readWebhook({ db: tx, caller }, id)
  })
