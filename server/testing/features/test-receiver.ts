import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { atFileEnd } from '../at-file-end.ts'

type Body = { type: string; timestamp: string; businessId: string; data: Record<string, unknown> }
export type Received = { id: string; headers: IncomingHttpHeaders; raw: string; body: Body }
type Answer = (received: Received, response: ServerResponse) => unknown

const taken: Answer = (_, response) => response.writeHead(200).end('Thank you')

/** A local receiver of webhooks, which answers as the test says and keeps what it took or not. */
export async function testReceiver({ tls }: { tls?: { key: string; cert: string } } = {}) {
  const state = { answer: taken, received: [] as Received[] }
  const listener: RequestListener = async (request, response) => {
    const raw = await text(request)
    const id = String(request.headers['webhook-id'])
    const received = { id, headers: request.headers, raw, body: JSON.parse(raw || 'null') as Body }
    state.received.push(received)
    state.answer(received, response)
  }
  const server = tls ? createSecureServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atFileEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const url = `${tls ? 'https' : 'http'}://localhost:${port}/hook`
  /** Answers each request like this from now on; without an argument it takes them. */
  const answers = (answer: Answer | number = taken) => {
    state.answer = typeof answer === 'number' ? (_, response) => response.writeHead(answer).end(`no ${answer}`) : answer
  }
  return { url, port, received: state.received, answers }
}
