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
import { counterOf, hit, type Limit, limitTo, networkOf } from '../../platform/http/limits.ts'
import { newId } from '../../platform/ids.ts'
import { requireEditable } from '../campaigns/campaigns.service.ts'
import { requireRoom } from '../ceilings/ceilings.service.ts'
import { phoneRefusal } from '../ceilings/phones.rules.ts'
import { listFailed, listLastMessagesTo, queueMessage, refuseQueued } from '../messages/messages.service.ts'
import { deliveryOf } from '../notification-settings/delivery.rules.ts'
import { askingMessage } from './messages.ts'
import * as queries from './recipients.queries.ts'
import { idOfToken, tokenOf } from './tokens.ts'

const HOUR_MS = 3_600_000
const DAY = 86_400
const limits = {
  /** Whatever business asks it. */
  toAddress: { max: 10, seconds: DAY },
  /** Links that are nobody's, from one place. */
  wrongLinks: { max: 60, seconds: 3_600 },
  /** Answers of one link: each stands in the audit log. */
  answers: { max: 20, seconds: DAY },
} as const satisfies Record<string, Limit>

export const recipientUrl = ({ env }: Pick<Deps, 'env'>, id: string) =>
  `${env.publicUrl}${RECIPIENT_PATH}/${tokenOf(env.secretKey, id)}`

type Given = Pick<Deps, 'env' | 'workerDb' | 'mail' | 'sms' | 'now'>
type By = { db: Db; caller: Member }

/** The addresses that a campaign lists, with what each said. */
export async function findRecipients(given: Given, { db, caller }: By, campaignId: string): Promise<ListedRecipient[]> {
  await requireEditable({ db, caller }, campaignId)
  const { businessId, seesMasked } = caller
  const rows = await queries.listRecipients(db, businessId, campaignId)
  const last = await listLastMessagesTo(
    given.workerDb,
    businessId,
    rows.map(({ address }) => address),
  )
  const failed = await findFailedQuestions(given, rows)
  const now = given.now()
  return rows.map((row) => ({
    channel: row.channel,
    address: row.address,
    state: stateOf(row),
    askedAt: row.askedAt,
    canAsk:
      !seesMasked &&
      given[row.channel].isAvailable &&
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

/** Names the question to a recipient that was asked at a time. */
const questionKey = (id: string, askedAt: Date) => `question ${id} ${askedAt.toISOString()}`
const lastQuestion = ({ id, askedAt }: Pick<queries.ListedRow, 'id' | 'askedAt'>) =>
  id && askedAt ? questionKey(id, new Date(askedAt)) : ''

/** Of these recipients, those whose last question could not be sent. */
async function findFailedQuestions({ workerDb }: Given, rows: readonly queries.ListedRow[]) {
  const failed = await listFailed(workerDb, rows.map(lastQuestion).filter(Boolean))
  return (row: queries.ListedRow) => failed.includes(lastQuestion(row))
}

type Asked = Known & Pick<queries.ListedRow, 'asks' | 'askedAt'>
/** Why it is not asked now; undefined: it may be. */
function refusalToAsk(row: Asked, { now, isLastFailed }: { now: Date; isLastFailed: boolean }): AppError | undefined {
  const state = stateOf(row)
  if (state === 'refused') return new AppError('recipient_refused')
  if (state !== 'waiting') return new AppError('changed_meanwhile')
  if (row.asks - (isLastFailed ? 1 : 0) >= ASKS_MAX) return new AppError('recipient_asked_enough')
  const free = row.askedAt === null ? 0 : Date.parse(row.askedAt) + ASK_AGAIN_HOURS * HOUR_MS - now.getTime()
  return free > 0 ? new AppError('too_many_requests', { retryAfter: Math.ceil(free / 1_000) }) : undefined
}

type Asking = queries.Address & { campaignId: string; language: Language }
/** Asks once more, or for the first time whoever was listed before addresses were asked. */
export async function askAgain(given: Given, { db, caller }: By, { campaignId, language, ...wanted }: Asking) {
  const { businessId, userId } = caller
  const { channel, address } = wanted
  await requireEditable({ db, caller }, campaignId)
  // What is sent there are phones and e-mails, which they are not shown.
  if (caller.seesMasked) throw new AppError('forbidden')
  const now = given.now()
  const isSame = (one: queries.Address) => one.channel === channel && one.address === address
  await db.transaction().execute(async (tx) => {
    const locked = await queries.lockRecipient(tx, businessId, wanted)
    const row = (await queries.listRecipients(tx, businessId, campaignId)).find(isSame)
    if (!row) throw new AppError('recipient_not_found')
    const isLastFailed = (await findFailedQuestions(given, [row]))(row)
    const refusal = refusalToAsk(row, { now, isLastFailed })
    if (refusal) throw refusal
    if (!given[channel].isAvailable) throw new AppError('channel_unavailable')
    await requireRoom(given, { businessId, accountId: userId, kind: 'stranger', channel, count: 1 })
    await limitTo(tx, counterOf('recipientAsks', address), limits.toAddress, now)
    const id = locked?.id ?? newId()
    if (locked) await queries.updateAsked(tx, businessId, { id, now, isLastFailed })
    // Somebody else was as quick.
    else if (!(await queries.insertRecipient(tx, businessId, { ...wanted, id, language, now })))
      throw new AppError('changed_meanwhile')
    await sendAsking(tx, given, {
      ...wanted,
      id,
      businessId,
      accountId: userId,
      language: locked?.language ?? language,
      now,
    })
    await emit(tx, caller, 'recipient.asked', { campaignId, recipientId: id, personal: personalOf(wanted) })
  })
  const recipient = (await findRecipients(given, { db, caller }, campaignId)).find(isSame)
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
async function sendAsking(tx: Db, given: Given, { id, now, ...about }: Sending) {
  const businessName = await queries.findBusinessName(tx, about.businessId)
  const message = askingMessage({ ...about, businessName, url: recipientUrl(given, id) })
  const refusal = about.channel === 'sms' ? phoneRefusal(given.env.phoneCountries, about.address, 'sms') : undefined
  // Known before it is tried: kept with its reason, which the campaign shows.
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
 * Asks each address that this save added, was never asked and is no member's; running again asks no other. An address that
 * the campaign listed before stays unasked: its holder may have left, or changed to another, and would be unmasked.
 */
export async function askNew(
  given: Given & Pick<Deps, 'tenants'>,
  { businessId, campaignId, eventId, userId, fallback }: Saved,
) {
  const db = given.tenants.scope({ businessId })
  if (userId && (await queries.isShownMasked(db, businessId, userId))) return
  const added = await queries.listAdded(db, businessId, eventId)
  const rows = (await queries.listRecipients(db, businessId, campaignId)).filter(
    ({ isMember, state, channel, address }) =>
      !isMember && state === null && given[channel].isAvailable && added.includes(address),
  )
  if (!rows.length) return
  const language = (userId && (await queries.findLanguageOf(db, businessId, userId))) || fallback
  const now = given.now()
  for (const { channel, address } of rows)
    await db
      .transaction()
      .execute(async (tx) => {
        const about = { channel, address, id: newId(), language }
        if (!(await queries.insertRecipient(tx, businessId, { ...about, now }))) return
        if (await hit(tx, counterOf('recipientAsks', address), limits.toAddress, now)) throw new TooOften()
        await sendAsking(tx, given, { ...about, businessId, accountId: userId, now })
      })
      .catch((error: unknown) => {
        // Others asked it often enough today: it stays unasked, which the campaign shows.
        if (!(error instanceof TooOften)) throw error
      })
}
class TooOften extends Error {}

export type Confirmed = { id: string; language: Language }
/** Of these addresses, those that want the notices of a business: by channel and address. */
export async function findConfirmed(workerDb: Db, businessId: string, addresses: readonly string[]) {
  const rows = addresses.length ? await queries.listConfirmed(workerDb, businessId, addresses) : []
  const byAddress = new Map(rows.map(({ channel, address, ...one }) => [`${channel} ${address}`, one]))
  return (channel: queries.RecipientChannel, address: string): Confirmed | undefined =>
    byAddress.get(`${channel} ${address}`)
}

type OpenedBy = { token: string; client: Client }
/** The recipient of a link; whoever tries links that are nobody's is stopped. */
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

/** Changes nothing: programs that look into mails open links, too. */
export async function openRecipient(deps: Deps, by: OpenedBy): Promise<OpenedRecipient> {
  const link = await requireLink(deps, by)
  return requireOpened(deps.tenants.scope(link), link)
}

/** Either answer may be changed later by the same link. What waits to be sent to who refuses is not sent any more. */
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
    // A refusal always counts; beyond the limit it leaves no further event.
    if (wait) return recipient
    const about = { campaignId: ALL_CAMPAIGNS, recipientId: id, personal: personalOf(recipient) }
    await emit(tx, { kind: 'system', businessId }, `recipient.${state}`, about)
    return recipient
  })
  if (!by.wants) await refuseQueued(deps.workerDb, businessId, opened)
  return opened
}
