import { afterAll, expect } from 'vitest'
import { whatsAppRoutes } from '#contract/leads/messages/whatsapp.ts'
import { BOX_APP_ID, startWhatsAppBox } from '../../providers/whatsapp/box/box.ts'
import { SIGNATURE_HEADER, signatureOf } from '../../providers/whatsapp/hooks.ts'
import type { Credentials, testApp } from '../test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
const PUBLIC_URL = 'http://localhost:4130'
const HOUR = 3_600_000

let phones = 0
/** A number for a WhatsApp account that no other test has. */
export const newNumber = () => `+97252444${String(2_000 + phones++)}`

/**
 * The local server in place of Meta, reached by the app of a test: its environment, and how a business connects. Its hooks come
 * without a network.
 */
export async function whatsAppBox({ now = Date.now, tokenMs = HOUR as number | null } = {}) {
  let app: App | undefined
  const errors: unknown[] = []
  const box = await startWhatsAppBox({
    ...{ redirectUri: `${PUBLIC_URL}/hooks/whatsapp/return`, tokenMs, now },
    pauses: [10],
    onError: (error) => void errors.push(error),
    async post(url, sent) {
      const path = url.replace(PUBLIC_URL, '')
      const reply = await app?.app.inject(
        sent ? { method: 'POST', url: path, headers: sent.headers, payload: sent.body } : { method: 'GET', url: path },
      )
      return { status: reply?.statusCode ?? 0, text: reply?.body ?? '' }
    },
  })
  afterAll(() => box.stop())
  const env = {
    PUBLIC_URL,
    META_APP_ID: BOX_APP_ID,
    META_APP_SECRET: box.app.appSecret,
    META_GRAPH_URL: box.url,
    META_DIALOG_URL: box.url,
  }

  /** Answers the consent page as a person would; returns the address to which it leads back. */
  async function consent(url: string, form: Record<string, string>) {
    expect((await fetch(url)).status).toBe(200)
    const reply = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    expect(reply.status).toBe(303)
    return new URL(reply.headers.get('location') ?? '')
  }

  type As = Partial<Credentials>
  /** The way of a browser to Meta and back, until the server's redirect to the page of channels. */
  async function wayBack(owner: As, form: Record<string, string>) {
    const started = await require().send(whatsAppRoutes.start, owner, {})
    expect(started.status, JSON.stringify(started.body)).toBe(200)
    const { url, ticket } = started.body
    const back = await consent(url, form)
    const returned = await require().app.inject({ method: 'GET', url: back.pathname + back.search })
    const page = new URL(String(returned.headers.location), PUBLIC_URL)
    return { ticket, page, query: page.search.slice(1) }
  }
  /** Connects a business by the consent page. */
  async function connected(owner: As, phone = newNumber()) {
    const { ticket, query } = await wayBack(owner, { answer: 'allow', name: 'Green Gardens', phone })
    const { status, body } = await require().send(whatsAppRoutes.finish, owner, { body: { ticket, query } })
    expect(status, JSON.stringify(body)).toBe(200)
    const account = box.accounts.accounts.find((one) => one.phone === phone)
    if (!body.connection || !account) throw new Error('The number is not connected')
    return { phone, account, connection: body.connection }
  }
  const require = () => {
    if (!app) throw new Error('The app is not open yet')
    return app
  }

  return {
    ...{ box, env, errors, wayBack, connected },
    use: (opened: App) => {
      app = opened
    },
    /** A hook as Meta would sign it, or another secret. */
    hook: (connectionId: string, body: string, secret = box.app.appSecret) =>
      require().app.inject({
        method: 'POST',
        url: `/hooks/whatsapp/${connectionId}`,
        headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(secret, body) },
        payload: body,
      }),
  }
}
