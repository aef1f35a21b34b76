import { setTimeout as sleep } from 'node:timers/promises'
import { SIGNATURE_HEADER, signatureOf } from '../hooks.ts'
import type { BoxAccount } from './box-accounts.ts'
import { GraphRefusal } from './box-sending.ts'

/** How the local server reaches an address of the product. */
export type BoxPost = (
  url: string,
  sent?: { body: string; headers: Record<string, string> },
) => Promise<{ status: number; text: string }>

const HOOK_MS = 5_000
/** Pauses before a hook is sent again that was not answered with success. */
const PAUSES = [1_000, 5_000, 30_000]

export const postByFetch: BoxPost = async (url, sent) => {
  const signal = AbortSignal.timeout(HOOK_MS)
  const reply = await fetch(url, { ...(sent && { method: 'POST', ...sent }), redirect: 'manual', signal })
  return { status: reply.status, text: await reply.text() }
}

/** Calls the address with a challenge, which it must answer. */
export async function verifyCallback(post: BoxPost, { url, verifyToken }: { url: string; verifyToken: string }) {
  const challenge = String(Math.floor(Math.random() * 1e9))
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': challenge }
  const reply = await post(`${url}?${new URLSearchParams(query)}`).catch(() => ({ status: 0, text: '' }))
  if (reply.status !== 200 || reply.text !== challenge)
    throw new GraphRefusal(400, 2_200, '(#2200) Callback verification failed')
}

type Sending = { post: BoxPost; appSecret: string; onError: (error: unknown) => void; pauses?: readonly number[] }
/** Sends hooks of an account, signed, and again until they are answered. */
export const hookSender =
  ({ post, appSecret, onError, pauses = PAUSES }: Sending) =>
  async ({ wabaId, phoneNumberId, phone, callback }: BoxAccount, value: object): Promise<void> => {
    if (!callback) return
    const metadata = { display_phone_number: phone.slice(1), phone_number_id: phoneNumberId }
    const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: wabaId, changes: [change] }] })
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(appSecret, body) }
    for (const pause of [0, ...pauses]) {
      if (pause) await sleep(pause, undefined, { ref: false })
      const { status } = await post(callback.url, { body, headers }).catch(() => ({ status: 0 }))
      if (status === 200) return
    }
    onError(new Error('A hook of the local WhatsApp server was not taken'))
  }
