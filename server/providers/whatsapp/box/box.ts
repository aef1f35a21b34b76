import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BoxAccount, type BoxAccounts, newWamid, openBoxAccounts } from './box-accounts.ts'
import { consentPage, consentPolicy } from './box-consent.ts'
import { type BoxGraph, graphOf } from './box-graph.ts'
import { type BoxPost, hookSender, postByFetch, verifyCallback } from './box-hooks.ts'
import { GraphRefusal, type TakenMessage, takeMessage } from './box-sending.ts'

export const BOX_APP_ID = '990000000000017'
const BODY_BYTES = 40 * 1024 * 1024
/** The number that the consent page offers first; the next ones follow. */
const FIRST_PHONE = 972_524_441_100

export type BoxOptions = {
  /** A fixed secret lets hooks be accepted over a restart. */
  appSecret?: string
  redirectUri: string
  file?: string | undefined
  /** How long tokens are valid; null: for ever. */
  tokenMs?: number | null
  now?: () => number
  post?: BoxPost
  onError: (error: unknown) => void
  /** Before a hook is sent again. */
  pauses?: readonly number[]
}
/** What the local server does instead of its usual answer: an error of Meta, or it takes the request and is silent. */
export type BoxFailure = { status: number; code: number; message?: string } | 'silent'
export type WhatsAppBox = Awaited<ReturnType<typeof startWhatsAppBox>>

/**
 * WhatsApp in the box, for the demo and for tests: a server that speaks Meta's protocol on an origin of its own, with a
 * consent page, tokens that expire, templates in every state, the 24-hour window and its codes. It reaches no phone.
 */
export async function startWhatsAppBox(options: BoxOptions) {
  const { redirectUri, file, tokenMs = null, now = Date.now, post = postByFetch, onError, pauses } = options
  const appSecret = options.appSecret ?? randomBytes(24).toString('hex')
  const accounts = openBoxAccounts({ file, tokenMs, now })
  const sendHook = hookSender({ post, appSecret, onError, ...(pauses && { pauses }) })
  const taken: TakenMessage[] = []
  const failures: { path: RegExp; failure: BoxFailure; times: number }[] = []
  const seconds = () => String(Math.floor(now() / 1_000))

  /** Reports how a message went: sent, then delivered, or failed. */
  async function report(account: BoxAccount, message: TakenMessage, statuses: readonly string[]) {
    for (const status of statuses) {
      const { id, to, opaque, failure } = message
      const errors = status === 'failed' ? { errors: [{ code: failure, title: `Error ${failure}` }] } : {}
      const data = opaque === null ? {} : { biz_opaque_callback_data: opaque }
      await sendHook(account, {
        statuses: [{ id, status, timestamp: seconds(), recipient_id: to, ...data, ...errors }],
      })
    }
  }

  const graph = graphOf({
    ...{ accounts, redirectUri, appSecret, appId: BOX_APP_ID, now },
    verify: (callback) => verifyCallback(post, callback),
    send(account, body) {
      const message = takeMessage(accounts, account, body, now())
      taken.push(message)
      const statuses = message.failure === null ? ['sent', 'delivered'] : ['failed']
      setImmediate(() => void report(account, message, statuses).catch(onError))
      return message
    },
  })
  const server = createServer((request, response) => {
    answer({ graph, accounts, redirectUri, failures }, request, response).catch((error: unknown) => {
      if (error instanceof GraphRefusal) return sendRefusal(response, error)
      onError(error)
      response.destroy()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const read = new Set<string>()
  /** A person opens what they got, and writes to the number of an account. */
  async function receive(phoneNumberId: string, { from, ...sent }: { from: string } & Inbound): Promise<string> {
    const account = accounts.accounts.find((one) => one.phoneNumberId === phoneNumberId)
    if (!account) throw new Error('The local WhatsApp server has no such number')
    const waId = from.replace(/\D/g, '')
    account.windows[waId] = now()
    accounts.save()
    const seen = taken.filter((message) => message.to === waId && message.failure === null && !read.has(message.id))
    for (const message of seen) {
      read.add(message.id)
      await report(account, message, ['read'])
    }
    const id = newWamid()
    const contacts = [{ profile: { name: sent.name ?? 'WhatsApp user' }, wa_id: waId }]
    const content = sent.content ?? { type: 'text', text: { body: sent.text ?? '' } }
    await sendHook(account, { contacts, messages: [{ from: waId, id, timestamp: seconds(), ...content }] })
    return id
  }

  return {
    url,
    app: { appId: BOX_APP_ID, appSecret, configId: undefined },
    accounts,
    taken: taken as readonly TakenMessage[],
    to: (phone: string) => taken.filter((message) => message.to === phone.replace(/\D/g, '')),
    receive,
    sendHook,
    fail: (path: RegExp, failure: BoxFailure, times = 1) => void failures.push({ path, failure, times }),
    stop: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
type Inbound = { text?: string; name?: string; content?: { type: string; [kind: string]: unknown } }

type Answering = {
  graph: BoxGraph
  accounts: BoxAccounts
  redirectUri: string
  failures: { path: RegExp; failure: BoxFailure; times: number }[]
}
async function answer(box: Answering, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '', 'http://box')
  const [, path = ''] = /^\/v\d+\.\d+\/(.*)$/.exec(url.pathname) ?? []
  if (path === 'dialog/oauth') return consent(box, { url, request, response })
  const body = await bodyOf(request)
  const failing = box.failures.find(({ path: wanted, times }) => times > 0 && wanted.test(`${request.method} ${path}`))
  if (failing) failing.times -= 1
  if (failing && failing.failure !== 'silent') {
    const { status, code, message = 'Made to fail' } = failing.failure
    throw new GraphRefusal(status, code, message)
  }
  const reply = await box.graph(path, { method: request.method ?? 'GET', url, request, body })
  if (failing || reply.isLost) return response.destroy()
  response.writeHead(200, { 'content-type': reply.type ?? 'application/json' })
  response.end(reply.bytes ?? JSON.stringify(reply.json ?? { success: true }))
}

const sendRefusal = (response: ServerResponse, { status, code, message }: GraphRefusal) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(
      JSON.stringify({ error: { message, type: 'OAuthException', code, fbtrace_id: randomBytes(8).toString('hex') } }),
    )

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > BODY_BYTES) throw new GraphRefusal(413, 100, 'The request is too large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

type Visit = { url: URL; request: IncomingMessage; response: ServerResponse }
/** The consent page: an app that is not known, or another address to return to, gets no code. */
async function consent({ accounts, redirectUri }: Answering, { url, request, response }: Visit) {
  const query = url.searchParams
  const isKnown = query.get('client_id') === BOX_APP_ID && query.get('redirect_uri') === redirectUri
  const plain = { 'content-type': 'text/plain; charset=utf-8' }
  if (!isKnown || query.get('response_type') !== 'code')
    return response.writeHead(400, plain).end('The app or its address is not known')
  if (request.method !== 'POST') {
    const language = /^he|,\s*he/.test(request.headers['accept-language'] ?? '') ? 'he' : 'en'
    const phone = `+${FIRST_PHONE + accounts.accounts.length}`
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': consentPolicy(redirectUri),
    }
    return response.writeHead(200, headers).end(consentPage(language, phone))
  }
  const form = new URLSearchParams((await bodyOf(request)).toString('utf8'))
  const state = query.get('state') ?? ''
  const back = (fields: Record<string, string>) =>
    response.writeHead(303, { location: `${redirectUri}?${new URLSearchParams({ ...fields, state })}` }).end()
  const phone = (form.get('phone') ?? '').replace(/\D/g, '')
  if (form.get('answer') !== 'allow') return back({ error: 'access_denied', error_reason: 'user_denied' })
  if (!/^\d{9,15}$/.test(phone)) return response.writeHead(400, plain).end('The number is not a phone number')
  const { wabaId } = accounts.ensureAccount({ phone: `+${phone}`, name: (form.get('name') ?? '').slice(0, 80) })
  return back({ code: accounts.newCode([wabaId], redirectUri) })
}
