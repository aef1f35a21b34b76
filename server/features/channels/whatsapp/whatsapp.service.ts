import { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import {
  META_MINUTES,
  type OwnWhatsApp,
  WHATSAPP_TRIES_MAX,
  WHATSAPP_TRY_MINUTES,
  type WhatsAppConnection,
} from '#contract/leads/messages/whatsapp.ts'
import type { Deps } from '../../../deps.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { counterOf, type Limit, limitTo } from '../../../platform/http/rate-limits.ts'
import { openRedirects } from '../../../platform/oauth/redirects.ts'
import type { WhatsAppPhone } from '../../../providers/whatsapp/whatsapp.ts'
import { WhatsAppError, type WhatsAppFault } from '../../../providers/whatsapp/whatsapp-errors.ts'
import { type Connector, connect, disconnect } from '../../connections/connections.service.ts'
import { countAccountTemplates } from '../../message-templates/account-templates.service.ts'
import { findCampaignOfNewcomers, lookAfter } from './looking-after.service.ts'
import * as queries from './whatsapp.queries.ts'
import { termOf } from './whatsapp.rules.ts'

type WhatsAppDeps = Pick<Deps, 'env' | 'now' | 'whatsApp' | 'workerDb' | 'tenants' | 'onError'>
type Context = { db: Db; caller: Member }

/** The connected number, as the page of channels shows it. */
export async function findChannel(deps: Pick<Deps, 'whatsApp'>, { db, caller }: Context) {
  const row = await queries.findOfBusiness(db, caller.businessId)
  const hasSignIn = deps.whatsApp.app() !== undefined
  return { connection: row ? await toConnection(deps, db, row) : null, hasSignIn }
}

async function toConnection(
  { whatsApp }: Pick<Deps, 'whatsApp'>,
  db: Db,
  row: queries.WhatsAppRow,
): Promise<WhatsAppConnection> {
  const { id, businessId, settings, failure, failedAt, error, state, since, lastSuccessAt } = row
  const { phone, name, isOwnApp, expiresAt, hookFailure } = settings
  const failed = failure && failedAt ? { reason: failure, words: error ?? '', at: failedAt } : null
  return {
    ...{ _id: id, phone, name, since, lastSuccessAt, expiresAt },
    state: hookFailure ? 'failing' : state,
    lastFailure: failed ?? (hookFailure ? { reason: 'hook', ...hookFailure } : null),
    lastReceivedAt: await queries.findLastReceived(db, businessId, id),
    hook: isOwnApp ? whatsApp.hookOf(id) : null,
    campaignId: await findCampaignOfNewcomers(db, businessId, settings.campaignId),
    templates: await countAccountTemplates(db, businessId, id),
  }
}

const codes: Record<WhatsAppFault, ErrorCode> = {
  credentials: 'whatsapp_token_refused',
  refused: 'whatsapp_refused',
  busy: 'whatsapp_unreachable',
  unavailable: 'whatsapp_unreachable',
}
const asAppErrors = <T>(tried: Promise<T>): Promise<T> =>
  tried.catch((error: unknown) => {
    if (!(error instanceof WhatsAppError)) throw error
    throw new AppError(codes[error.fault], { values: { words: error.message } })
  })

const limit: Limit = { max: WHATSAPP_TRIES_MAX, seconds: WHATSAPP_TRY_MINUTES * 60 }
/** Counted apart from any transaction, so that a refused try counts, too. */
const countTry = ({ now }: WhatsAppDeps, { db, caller }: Context) =>
  limitTo(db, counterOf('whatsAppTries', caller.businessId), limit, now())

function redirectsOf(deps: WhatsAppDeps, businessId: string) {
  const signIn = deps.whatsApp.signIn()
  if (!signIn) throw new AppError('whatsapp_no_sign_in')
  const flow = { ...signIn, newRedirect: () => signIn.newRedirect(businessId) }
  const redirects = openRedirects(deps, flow, {
    // Part of the key of what is sealed meanwhile: it never changes.
    purpose: 'whatsapp consent',
    minutes: META_MINUTES,
    kept: z.object({ businessId: z.string() }),
    failures: { start: 'whatsapp_unreachable', finish: 'whatsapp_sign_in_failed' },
  })
  return { signIn, redirects }
}

/** The address of the consent page, and the ticket of this tab. */
export async function startSignIn(deps: WhatsAppDeps, context: Context) {
  await countTry(deps, context)
  const { businessId } = context.caller
  return redirectsOf(deps, businessId).redirects.start({ businessId })
}

/** Connects the first free number of the account that was chosen on the consent page. */
export async function finishSignIn(deps: WhatsAppDeps, context: Context, back: { ticket: string; query: string }) {
  const { businessId } = context.caller
  const { signIn, redirects } = redirectsOf(deps, businessId)
  const { answer, kept } = await redirects.finish(back)
  if (kept.businessId !== businessId) throw new AppError('whatsapp_sign_in_failed')
  const { token, expiresAt } = answer
  const account = deps.whatsApp.openAccount(token)
  const found = await asAppErrors(
    (async () => {
      for (const wabaId of await signIn.findAccounts(token))
        for (const phone of await account.listPhones(wabaId)) return { wabaId, phone }
      throw new AppError('whatsapp_no_number')
    })(),
  )
  return store(deps, context, { ...found, token, expiresAt, appSecret: null })
}

/** Connects a number of the business's own app, after Meta accepted its token. */
export async function connectOwn(deps: WhatsAppDeps, context: Context, given: OwnWhatsApp) {
  await countTry(deps, context)
  const { token, appSecret, phoneNumberId, wabaId } = given
  const account = deps.whatsApp.openAccount(token)
  const phone = await asAppErrors(
    account.listPhones(wabaId).then((phones) => phones.find(({ id }) => id === phoneNumberId)),
  )
  if (!phone) throw new AppError('whatsapp_no_number')
  return store(deps, context, { wabaId, phone, token, appSecret, expiresAt: null })
}

type Given = { wabaId: string; phone: WhatsAppPhone; token: string; expiresAt: Date | null; appSecret: string | null }
async function store(deps: WhatsAppDeps, context: Context, { wabaId, phone, token, expiresAt, appSecret }: Given) {
  const { db, caller } = context
  const { businessId } = caller
  const known = await queries.findOfBusiness(db, businessId)
  const settings: queries.WhatsAppSettings = {
    ...{ wabaId, phone: phone.phone, name: phone.name, isOwnApp: appSecret !== null, hookFailure: null },
    campaignId: await findCampaignOfNewcomers(db, businessId, known?.settings.campaignId ?? null),
    ...termOf(expiresAt, deps.now()),
  }
  const secrets: Record<string, string> = { token, ...(appSecret !== null && { appSecret }) }
  await connect(deps, context, connectorOf(phone.phone, known), { account: phone.id, settings, secrets })
  const row = await queries.findOfBusiness(db, businessId)
  if (row) {
    await queries.updateAccepted(db, businessId, row.id, deps.now())
    // The event ends caches after the request, which goes on with the new token.
    deps.whatsApp.forget()
    await lookAfter(deps, row)
  }
  return findChannel(deps, context)
}

const whats = { added: 'whatsapp.connected', changed: 'whatsapp.changed', removed: 'whatsapp.disconnected' } as const
const connectorOf = (phone: string, known: queries.WhatsAppRow | undefined): Connector => ({
  provider: 'whatsapp',
  taken: 'whatsapp_number_taken',
  // The account was asked for its number before.
  try: async () => undefined,
  requireUnused: async () => undefined,
  emit: (tx, caller, { id: connectionId, what }) =>
    emit(tx, caller, whats[what], {
      ...{ campaignId: ALL_CAMPAIGNS, connectionId },
      phone: what === 'removed' ? (known?.settings.phone ?? phone) : phone,
    }),
})

async function requireNumber({ db, caller }: Context) {
  const row = await queries.findOfBusiness(db, caller.businessId)
  if (!row) throw new AppError('channel_not_found')
  return row
}

/** Chooses where a person who writes first becomes a lead. */
export async function chooseCampaign(deps: WhatsAppDeps, context: Context, campaignId: string) {
  const { caller } = context
  await inTransaction(context.db, async (tx) => {
    const { id: connectionId, settings } = await requireNumber({ db: tx, caller })
    if (!(await queries.findCampaign(tx, caller.businessId, campaignId))) throw new AppError('campaign_not_found')
    if (settings.campaignId === campaignId) return
    await queries.updateSettings(tx, caller.businessId, connectionId, { campaignId })
    await emit(tx, caller, 'whatsapp.changed', { campaignId: ALL_CAMPAIGNS, connectionId, phone: settings.phone })
  })
  return findChannel(deps, context)
}

/** Asks Meta for the number, for what arrives, and for the templates. */
export async function testNumber(deps: WhatsAppDeps, context: Context) {
  const row = await requireNumber(context)
  await countTry(deps, context)
  const opened = await deps.whatsApp.find(row.id)
  if (!opened) throw new AppError('channel_not_found')
  await asAppErrors(opened.account.findPhone(opened.phoneNumberId))
  await lookAfter(deps, row)
  return findChannel(deps, context)
}

export async function disconnectNumber(deps: WhatsAppDeps, context: Context) {
  const row = await requireNumber(context)
  const opened = await deps.whatsApp.find(row.id)
  if (!(await disconnect(context, connectorOf(row.settings.phone, row)))) throw new AppError('channel_not_found')
  // What still arrives is refused, so a refusal of Meta changes nothing.
  await opened?.account.unsubscribe(row.settings.wabaId).catch(deps.onError)
  return findChannel(deps, context)
}
