import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import twilio from 'twilio'

export type Webhook = {
  method: string
  path: string
  url: string
  params: Record<string, string>
  signature: string
  headers: Record<string, string | string[] | undefined>
  at: number
}
type Answer = string | { status: number; body?: string; type?: string; waitMs?: number; location?: string }

/**
 * Starts a customer's server, which answers webhooks with TwiML and verifies each signature with the vendor's own
 * package.
 */
export async function startTwimlServer(authToken: () => string, port = 0) {
  const received: Webhook[] = []
  const forged: Webhook[] = []
  const answers = new Map<string, (params: Record<string, string>) => Answer>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const target = request.url ?? '/'
    const url = `http://${request.headers.host}${target}`
    const params = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    const path = target.split('?', 1)[0] ?? ''
    const signature = String(request.headers['x-twilio-signature'])
    const one: Webhook = {
      method: request.method ?? '',
      path,
      url,
      params,
      signature,
      headers: request.headers,
      at: Date.now(),
    }
    received.push(one)
    if (!twilio.validateRequest(authToken(), signature, url, params)) forged.push(one)
    const answer = answers.get(path)?.(params) ?? ''
    const {
      status,
      body = '',
      type = 'text/xml',
      waitMs = 0,
      location,
    } = typeof answer === 'string' ? { status: 200, body: answer } : answer
    if (waitMs) await new Promise((done) => setTimeout(done, waitMs))
    response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    forged,
    /** Sets the reply at a path: the content of the <Response> element, or a whole reply. */
    on(path: string, answer: (params: Record<string, string>) => Answer) {
      answers.set(path, (params) => {
        const given = answer(params)
        return typeof given === 'string' ? `<?xml version="1.0" encoding="UTF-8"?><Response>${given}</Response>` : given
      })
    },
    at: (path: string) => received.filter((one) => one.path === path),
    clear() {
      received.length = 0
      forged.length = 0
      answers.clear()
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
