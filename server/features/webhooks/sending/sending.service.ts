import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { ANSWER_MAX, type DeliveryTry, type PauseReason } from '#contract/webhooks/webhooks.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { OutboundRules } from '../../../platform/oauth/outbound.ts'
import { postOutbound } from '../../../platform/oauth/outbound-post.ts'
import { pauseMails } from './pause-mails.service.ts'
import * as queries from './sending.queries.ts'
import * as rules from './sending.rules.ts'
import { signedHeaders, unsealSecret } from './signing.ts'

const TIMEOUT_MS = 15_000
const USER_AGENT = 'Leadline-Webhooks/1'
/** Ports of web servers. Hosts that the operator lists may have any. */
const PORTS = [80, 443, 8080, 8443] as const

export type SendDeps = Pick<Deps, 'env' | 'workerDb' | 'mail' | 'now' | 'onError' | 'wakeRelay'>

/** The receiver of a demo is a page of this server. */
const DEMO_RECEIVER = '/dev/receiver'
/** Where webhooks may lead. In a demo on this machine also to its own page. */
export function rulesFor({ env }: Pick<SendDeps, 'env'>, url: URL): OutboundRules {
  const isOwn =
    env.devPages && env.isLocalUrl && `${url.origin}${url.pathname}` === new URL(DEMO_RECEIVER, env.publicUrl).href
  return { allowed: isOwn ? [...env.outboundAllow, url.hostname] : env.outboundAllow, ports: PORTS }
}

export type Tried = { tried: DeliveryTry; retryAfter: number }
/** Sends a delivery once. Undefined: the server stops before there was an answer. */
export async function tryOnce(
  deps: SendDeps,
  due: queries.DueDelivery,
  stop?: AbortSignal,
): Promise<Tried | undefined> {
  const { env, now } = deps
  const at = now()
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  const about = { at: at.toISOString(), status: null, problem: null, answer: '' }
  try {
    const url = new URL(due.url)
    const { status, retryAfter, answer } = await postOutbound(
      {
        ...{ url, body: due.body, timeoutMs: TIMEOUT_MS, answerMax: ANSWER_MAX },
        headers: {
          ...{ 'content-type': 'application/json', 'user-agent': USER_AGENT },
          ...signedHeaders(secretsOf(env.secretKey, due, at), { id: due.eventId, at, body: due.body }),
        },
        ...(stop && { signal: stop }),
      },
      rulesFor(deps, url),
    )
    const tried = { ...about, milliseconds: took(), status, problem: rules.problemOf(status), answer }
    return { tried, retryAfter: rules.secondsOf(retryAfter, now()) }
  } catch (error) {
    if (stop?.aborted) return undefined
    return { tried: { ...about, milliseconds: took(), problem: rules.problemIn(error) }, retryAfter: 0 }
  }
}

function secretsOf(secretKey: string, { webhookId, secret, oldSecret, oldSecretUntil }: queries.DueDelivery, at: Date) {
  const isOldInForce = oldSecret && oldSecretUntil && new Date(oldSecretUntil) > at
  return [secret, ...(isOldInForce ? [oldSecret] : [])].map((sealed) => unsealSecret(secretKey, webhookId, sealed))
}

/** Sends a delivery that was leased, and stores what became of it. */
export async function sendDue(deps: SendDeps, due: queries.DueDelivery, stop?: AbortSignal) {
  const sent = await tryOnce(deps, due, stop)
  if (!sent) return
  const { workerDb } = deps
  await workerDb
    .transaction()
    .execute((tx) => (sent.tried.problem === null ? noteTaken(deps, tx, due, sent) : noteRefused(deps, tx, due, sent)))
  deps.wakeRelay()
}

async function noteTaken({ now }: SendDeps, tx: Db, due: queries.DueDelivery, { tried }: Tried) {
  const { businessId, webhookId } = due
  await queries.noteTry(tx, businessId, { ...due, refusals: 0, state: 'delivered', dueAt: now(), tried })
  await queries.noteSuccess(tx, businessId, webhookId, now())
  if (due.failures >= rules.DOWN_AFTER) await queries.tryWaitingNow(tx, businessId, webhookId, now())
}

/**
 * Tries again later, and gives up a delivery that was refused for three days while others were taken. A webhook that took
 * nothing for three days is paused.
 */
async function noteRefused(deps: SendDeps, tx: Db, due: queries.DueDelivery, { tried, retryAfter }: Tried) {
  const { businessId, webhookId } = due
  const failures = due.failures + 1
  const at = deps.now()
  const after = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
  const restsUntil = after(rules.restAfter(failures, retryAfter))
  const webhook = await queries.noteFailure(tx, businessId, webhookId, { tried, at, restsUntil })
  const isGone = rules.isGone(tried.status)
  const isOver = isGone || (webhook !== undefined && rules.isGivenUp(webhook.failingSince, at))
  const isDown = isOver || failures >= rules.DOWN_AFTER
  const refusals = due.refusals + (isDown ? 0 : 1)
  const pause = isDown ? 0 : rules.pauseAfter(refusals, retryAfter)
  const state = pause === undefined ? 'failed' : 'waiting'
  await queries.noteTry(tx, businessId, { ...due, refusals, state, dueAt: after(pause ?? 0), tried })
  if (webhook && isOver) await giveUp(deps, tx, due, { name: webhook.name, reason: isGone ? 'gone' : 'failing' })
}

type GivenUp = { name: string; reason: PauseReason }
/** Pauses the webhook and tells its Owners. What waits is sent when they resume it. */
async function giveUp(
  deps: SendDeps,
  tx: Db,
  { businessId, webhookId }: queries.DueDelivery,
  { name, reason }: GivenUp,
) {
  await queries.pauseWebhook(tx, businessId, webhookId, { reason, at: deps.now() })
  await queries.resetRefusals(tx, businessId, webhookId)
  const about = { campaignId: ALL_CAMPAIGNS as typeof ALL_CAMPAIGNS, webhookId, name, personal: { name } }
  const eventId = await emit(tx, { kind: 'system', businessId }, 'webhook.gave_up', about)
  await pauseMails(tx, deps, { businessId, webhookId, eventId, name, reason })
}
