import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { BoxAccount, BoxAccounts } from './box-accounts.ts'
import { GraphRefusal, type TakenMessage } from './box-sending.ts'

type Asked = { method: string; url: URL; request: IncomingMessage; body: Buffer }
/** `isLost`: it was carried out, but the answer does not arrive. */
export type BoxReply = { json?: object; type?: string; bytes?: Buffer; isLost?: boolean }
export type BoxGraph = (path: string, asked: Asked) => Promise<BoxReply>
type Box = {
  accounts: BoxAccounts
  redirectUri: string
  appId: string
  appSecret: string
  now: () => number
  verify: (callback: { url: string; verifyToken: string }) => Promise<void>
  send: (account: BoxAccount, body: unknown) => TakenMessage
}

const expired = () => new GraphRefusal(401, 190, 'Error validating access token: The session has expired')
const missing = () => new GraphRefusal(400, 100, '(#100) Object does not exist, or permission is missing')
const TEMPLATE_PAGE = 25

/** The calls of the Graph API that the product makes; any other is refused as the real one refuses. */
export function graphOf(box: Box): BoxGraph {
  return async (path, asked) => {
    const query = asked.url.searchParams
    if (path === 'oauth/access_token') return { json: tokenOf(box, query) }
    if (path === 'debug_token') return { json: debugged(box, query) }
    const token = (asked.request.headers.authorization ?? '').replace(/^Bearer /, '')
    const found = box.accounts.findToken(token)
    if (!found) throw expired()
    const [id = '', edge = '', ...more] = path.split('/')
    const own = box.accounts.accounts.filter(({ wabaId }) => found.wabaIds.includes(wabaId))
    const waba = own.find(({ wabaId }) => wabaId === id)
    const number = own.find(({ phoneNumberId }) => phoneNumberId === id)
    if (more.length) throw missing()
    if (waba) return ofWaba(box, waba, edge, asked)
    if (number) return ofNumber(box, number, edge, asked)
    return ofMedia(box, { id, edge }, asked)
  }
}

function tokenOf({ accounts, appId, appSecret }: Box, query: URLSearchParams) {
  if (query.get('client_id') !== appId || query.get('client_secret') !== appSecret)
    throw new GraphRefusal(400, 1, 'Error validating client secret.')
  if (query.get('grant_type') === 'fb_exchange_token') {
    const known = accounts.findToken(query.get('fb_exchange_token') ?? '')
    if (!known) throw expired()
    return accounts.newToken(known.wabaIds)
  }
  const wabaIds = accounts.takeCode(query.get('code') ?? '', query.get('redirect_uri') ?? '')
  if (!wabaIds) throw new GraphRefusal(400, 100, 'This authorization code has been used or has expired.')
  return accounts.newToken(wabaIds)
}

function debugged({ accounts, appId, appSecret }: Box, query: URLSearchParams) {
  if (query.get('access_token') !== `${appId}|${appSecret}`) throw expired()
  const known = accounts.findToken(query.get('input_token') ?? '')
  if (!known) return { data: { app_id: appId, is_valid: false } }
  const { wabaIds: target_ids, expiresAt } = known
  const granular_scopes = ['whatsapp_business_management', 'whatsapp_business_messaging'].map((scope) => ({
    scope,
    target_ids,
  }))
  return { data: { app_id: appId, is_valid: true, expires_at: Math.floor((expiresAt ?? 0) / 1_000), granular_scopes } }
}

const shownNumber = ({ phoneNumberId: id, phone, name }: BoxAccount) => ({
  ...{
    id,
    verified_name: name,
    display_phone_number: phone.replace(/^\+972(\d{2})/, '+972 $1-'),
    quality_rating: 'GREEN',
  },
})

async function ofWaba(box: Box, account: BoxAccount, edge: string, { method, url, body }: Asked): Promise<BoxReply> {
  if (edge === 'phone_numbers' && method === 'GET') return { json: { data: [shownNumber(account)] } }
  if (edge === 'message_templates' && method === 'GET') return { json: templatePage(account, url) }
  if (edge !== 'subscribed_apps') throw missing()
  if (method === 'DELETE') {
    account.callback = null
    box.accounts.save()
    return {}
  }
  if (method !== 'POST') throw missing()
  const asked = jsonOf(body) as { override_callback_uri?: string; verify_token?: string }
  const callback = { url: asked.override_callback_uri ?? '', verifyToken: asked.verify_token ?? '' }
  if (!URL.canParse(callback.url) || callback.url.length > 200) throw missing()
  await box.verify(callback)
  account.callback = callback
  box.accounts.save()
  return {}
}

function templatePage({ templates, wabaId }: BoxAccount, url: URL) {
  const from = Number(url.searchParams.get('after') ?? 0)
  const limit = Math.min(TEMPLATE_PAGE, Number(url.searchParams.get('limit') ?? TEMPLATE_PAGE))
  const data = templates.slice(from, from + limit)
  const after = String(from + data.length)
  const next = from + data.length < templates.length ? { next: `${url.origin}/${wabaId}/message_templates` } : {}
  return { data, paging: { cursors: { before: String(from), after }, ...next } }
}

async function ofNumber(box: Box, account: BoxAccount, edge: string, asked: Asked): Promise<BoxReply> {
  if (!edge && asked.method === 'GET') return { json: shownNumber(account) }
  if (edge === 'media' && asked.method === 'POST') return { json: { id: await upload(box, asked) } }
  if (edge !== 'messages' || asked.method !== 'POST') throw missing()
  const { id, to, isAnswerLost } = box.send(account, jsonOf(asked.body))
  const json = {
    messaging_product: 'whatsapp',
    contacts: [{ input: `+${to}`, wa_id: to }],
    messages: [{ id, message_status: 'accepted' }],
  }
  return { json, isLost: isAnswerLost }
}

async function upload({ accounts }: Box, { request, body }: Asked): Promise<string> {
  const type = request.headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const file = form.get('file')
  if (form.get('messaging_product') !== 'whatsapp' || !(file instanceof File)) throw missing()
  return accounts.addMedia({ type: file.type, name: file.name, content: Buffer.from(await file.arrayBuffer()) })
}

/** A file's address works with the token alone. */
function ofMedia({ accounts }: Box, { id, edge }: { id: string; edge: string }, { request, method }: Asked): BoxReply {
  const media = accounts.findMedia(id)
  if (!media || method !== 'GET') throw missing()
  if (edge === 'content') return { type: media.type, bytes: media.content }
  if (edge) throw missing()
  const { content, type } = media
  const address = `http://${request.headers.host}${(request.url ?? '').split('?')[0]}/content`
  const sha256 = createHash('sha256').update(content).digest('hex')
  return {
    json: { messaging_product: 'whatsapp', id, url: address, mime_type: type, sha256, file_size: content.length },
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new GraphRefusal(400, 100, '(#100) The body is not JSON')
  }
}
