import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import {
  ASK_AGAIN_HOURS,
  ASKS_MAX,
  type ListedRecipient,
  type OpenedRecipient,
  RECIPIENT_PATH,
} from '#contract/notifications/recipients.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { Client } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { counterOf, hit, type Limit, limitTo, networkOf } from '../../platform/http/rate-limits.ts'
import { newId } from '../../platform/ids.ts'
import { requireEditable } from '../campaigns/campaigns.service.ts'
import { requireRoom } from '../ceilings/ceilings.service.ts'
import { phoneRefusal } from '../ceilings/reachable-phones.rules.ts'
import { listFailed, listLastMessagesTo, queueMessage, refuseQueued } from '../messages/messages.service.ts'
import { deliveryOf } from '../notification-settings/delivery.rules.ts'
import { consentRequestMessage } from './messages.ts'
import * as queries from './recipients.queries.ts'
import { idOfToken, tokenOf } from './tokens.ts'

const HOUR_MS = 3_600_000
const DAY = 86_400
const limits = {
  /** Requests to one address, across all businesses. */
  toAddress: { max: 10, seconds: DAY },
  /** Requests with unknown links, per network. */
  wrongLinks: { max: 60, seconds: 3_600 },
  /** Answers per link. Each answer is an audit event. */
  answers: { max: 20, seconds: DAY },
} as const satisfies Record<string, Limit>

export const recipientUrl = ({ env }: Pick<Deps, 'env'>, id: string) =>
  `${env.publicUrl}${RECIPIENT_PATH}/${tokenOf(env.secretKey, id)}`

type RecipientDeps = Pick<Deps, 'env' | 'workerDb' | 'mail' | 'sms' | 'now'>
type By = { db: Db; caller: Member }

/** The addresses that a campaign lists, with their answers. */
export async function findRecipients(
  deps: RecipientDeps,
  { db, caller }: By,
  campaignId: string,
): Promise<ListedRecipient[]> {
  await requireEditable({ db, caller }, campaignId)
  const { businessId, seesMasked } = caller
  const rows = await queries.listRecipients(db, businessId, campaignId)
  const last = await listLastMessagesTo(
    deps.workerDb,
    businessId,
    rows.map(({ address }) => address),
  )
  const failed = await findFailedQuestions(deps, rows)
  const now = deps.now()
  return rows.map((row) => ({
    channel: row.channel,
    address: row.address,
    state: stateOf(row),
    askedAt: row.askedAt,
    canAsk:
      !seesMasked &&
      deps[row.channel].isAvailable &&
      refusalToAsk(row, { now, isLastFailed: failed(row) }) === undefined,
    delivery: deliveryOf(
      last.find(({ recipient }) => recipient === row.address),
      now,
    ),
  }))
}

type Known = Pick<queries.ListedRow, 'isMember' | 'state'>
const stateOf = ({ isMember, state }: Known) =>
  isMember ? 'member' : state === null || state === 'asked' ? 'waiting' : state

/** Deduplication key of the consent request sent to a recipient at this time. */
const questionKey = (id: string, askedAt: Date) => `question ${id} ${askedAt.toISOString()}`
const lastQuestion = ({ id, askedAt }: Pick<queries.ListedRow, 'id' | 'askedAt'>) =>
  id && askedAt ? questionKey(id, new Date(askedAt)) : ''

/** Returns a function that says whether the last consent request to a recipient could not be sent. */
async function findFailedQuestions({ workerDb }: RecipientDeps, rows: readonly queries.ListedRow[]) {
  const failed = await listFailed(workerDb, rows.map(lastQuestion).filter(Boolean))
  return (row: queries.ListedRow) => failed.includes(lastQuestion(row))
}

type AskedRow = Known & Pick<queries.ListedRow, 'asks' | 'askedAt'>
/** The reason why consent cannot be requested now, or undefined if it can. */
function refusalToAsk(
  row: AskedRow,
  { now, isLastFailed }: { now: Date; isLastFailed: boolean },
): AppError | undefined {
  const state = stateOf(row)
  if (state === 'refused') return new AppError('recipient_refused')
  if (state !== 'waiting') return new AppError('changed_meanwhile')
  if (row.asks - (isLastFailed ? 1 : 0) >= ASKS_MAX) return new AppError('recipient_asked_enough')
  const free = row.askedAt === null ? 0 : Date.parse(row.askedAt) + ASK_AGAIN_HOURS * HOUR_MS - now.getTime()
  return free > 0 ? new AppError('too_many_requests', { retryAfter: Math.ceil(free / 1_000) }) : undefined
}

type ConsentInput = queries.Address & { campaignId: string; language: Language }
/** Requests consent of an address, again or for the first time. */
export async function requestConsent(
  deps: RecipientDeps,
  { db, caller }: By,
  { campaignId, language, ...wanted }: ConsentInput,
) {
  const { businessId, userId } = caller
  const { channel, address } = wanted
  await requireEditable({ db, caller }, campaignId)
  // Notices contain phones and e-mails, which this caller sees only masked.
  if (caller.seesMasked) throw new AppError('forbidden')
  const now = deps.now()
  const isSame = (one: queries.Address) => one.channel === channel && one.address === address
  await db.transaction().execute(async (tx) => {
    const locked = await queries.lockRecipient(tx, businessId, wanted)
    const row = (await queries.listRecipients(tx, businessId, campaignId)).find(isSame)
    if (!row) throw new AppError('recipient_not_found')
    const isLastFailed = (await findFailedQuestions(deps, [row]))(row)
    const refusal = refusalToAsk(row, { now, isLastFailed })
    if (refusal) throw refusal
    if (!deps[channel].isAvailable) throw new AppError('channel_unavailable')
    await requireRoom(deps, { businessId, accountId: userId, kind: 'stranger', channel, count: 1 })
    await limitTo(tx, counterOf('recipientAsks', address), limits.toAddress, now)
    const id = locked?.id ?? newId()
    if (locked) await queries.updateAsked(tx, businessId, { id, now, isLastFailed })
    // A concurrent request inserted the recipient.
    else if (!(await queries.insertRecipient(tx, businessId, { ...wanted, id, language, now })))
      throw new AppError('changed_meanwhile')
    await sendConsentRequest(tx, deps, {
      ...wanted,
      id,
      businessId,
      accountId: userId,
      language: locked?.language ?? language,
      now,
    })
    await emit(tx, caller, 'recipient.asked', { campaignId, recipientId: id, personal: personalOf(wanted) })
  })
  const recipient = (await findRecipients(deps, { db, caller }, campaignId)).find(isSame)
  if (!recipient) throw new AppError('recipient_not_found')
  return recipient
}

const personalOf = ({ channel, address }: queries.Address) =>
  channel === 'mail' ? { email: address } : { phone: address }

type Sending = queries.Address & {
  id: string
  businessId: string
  accountId: string | undefined
  language: Language
  now: Date
}
async function sendConsentRequest(tx: Db, deps: RecipientDeps, { id, now, ...about }: Sending) {
  const businessName = await queries.findBusinessName(tx, about.businessId)
  const message = consentRequestMessage({ ...about, businessName, url: recipientUrl(deps, id) })
  const refusal = about.channel === 'sms' ? phoneRefusal(deps.env.phoneCountries, about.address, 'sms') : undefined
  // Stores the message as failed with its reason, which the campaign's page shows.
  const refused = refusal && { refusal, error: 'Phones of this country or kind are not written to' }
  await queueMessage(tx, { ...message, dedupeKey: questionKey(id, now), ...(refused && { refused }) })
}

type Saved = {
  businessId: string
  campaignId: string
  eventId: string
  userId?: string | undefined
  fallback: Language
}
/**
 * Requests consent of each address that this save added, that was never asked and that is not a member's. Idempotent.
 * Addresses that were listed before are not asked, because that would reveal that an address belongs to a former
 * member.
 */
export async function requestConsentOfNew(
  deps: RecipientDeps & Pick<Deps, 'tenants'>,
  { businessId, campaignId, eventId, userId, fallback }: Saved,
) {
  const db = deps.tenants.scope({ businessId })
  if (userId && (await queries.isShownMasked(db, businessId, userId))) return
  const added = await queries.listAdded(db, businessId, eventId)
  const rows = (await queries.listRecipients(db, businessId, campaignId)).filter(
    ({ isMember, state, channel, address }) =>
      !isMember && state === null && deps[channel].isAvailable && added.includes(address),
  )
  if (!rows.length) return
  const language = (userId && (await queries.findLanguageOf(db, businessId, userId))) || fallback
  const now = deps.now()
  for (const { channel, address } of rows)
    await db
      .transaction()
      .execute(async (tx) => {
        const about = { channel, address, id: newId(), language }
        if (!(await queries.insertRecipient(tx, businessId, { ...about, now }))) return
        if (await hit(tx, counterOf('recipientAsks', address), limits.toAddress, now)) throw new AddressLimitReached()
        await sendConsentRequest(tx, deps, { ...about, businessId, accountId: userId, now })
      })
      .catch((error: unknown) => {
        // The address has reached its daily limit across businesses. It is not asked, and the campaign shows this.
        if (!(error instanceof AddressLimitReached)) throw error
      })
}
class AddressLimitReached extends Error {}

export type Confirmed = { id: string; language: Language }
/**
 * Finds the confirmed recipients among these addresses. Returns a function that looks one up by channel and address.
 */
export async function findConfirmed(workerDb: Db, businessId: string, addresses: readonly string[]) {
  const rows = addresses.length ? await queries.listConfirmed(workerDb, businessId, addresses) : []
  const byAddress = new Map(rows.map(({ channel, address, ...one }) => [`${channel} ${address}`, one]))
  return (channel: queries.RecipientChannel, address: string): Confirmed | undefined =>
    byAddress.get(`${channel} ${address}`)
}

type OpenedBy = { token: string; client: Client }
/** The recipient of a link. Requests with unknown links are limited, which prevents guessing. */
async function requireLink({ env, tenants, now }: Deps, { token, client }: OpenedBy) {
  const id = idOfToken(env.secretKey, token)
  const businessId = id && (await queries.findBusinessOf(tenants.pool, id))
  if (id && businessId) return { id, businessId }
  await limitTo(tenants.pool, counterOf('wrongLinks', networkOf(client.ip)), limits.wrongLinks, now())
  throw new AppError('recipient_not_found')
}

async function requireOpened(db: Db, { id, businessId }: { id: string; businessId: string }): Promise<OpenedRecipient> {
  const opened = await queries.findOpened(db, businessId, id)
  if (!opened) throw new AppError('recipient_not_found')
  const { name, image, ...recipient } = opened
  return { ...recipient, business: { _id: businessId, name, image } }
}

/** Changes nothing, because mail scanners open links too. */
export async function openRecipient(deps: Deps, by: OpenedBy): Promise<OpenedRecipient> {
  const link = await requireLink(deps, by)
  return requireOpened(deps.tenants.scope(link), link)
}

/**
 * Stores an answer, which can be changed later through the same link. A refusal also marks the queued notices as
 * failed.
 */
export async function decide(deps: Deps, by: OpenedBy & { wants: boolean }): Promise<OpenedRecipient> {
  const link = await requireLink(deps, by)
  const { id, businessId } = link
  const now = deps.now()
  const state = by.wants ? 'confirmed' : 'refused'
  const db = deps.tenants.scope({ businessId })
  const opened = await db.transaction().execute(async (tx) => {
    const isChanged = await queries.updateDecided(tx, businessId, { id, state, now })
    const recipient = await requireOpened(tx, link)
    if (!isChanged) return recipient
    const wait = await hit(tx, counterOf('recipientAnswers', id), limits.answers, now)
    if (wait && by.wants) throw new AppError('too_many_requests', { retryAfter: wait })
    // A refusal always takes effect; above the limit it emits no further event.
    if (wait) return recipient
    const about = { campaignId: ALL_CAMPAIGNS, recipientId: id, personal: personalOf(recipient) }
    await emit(tx, { kind: 'system', businessId }, `recipient.${state}`, about)
    return recipient
  })
  if (!by.wants) await refuseQueued(deps.workerDb, businessId, opened)
  return opened
}
