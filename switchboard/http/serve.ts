import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const BODY_MAX = 1_048_576

export type HttpRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

export type Reply = { status: number; body?: string | Buffer; type?: string; headers?: Record<string, string> }

export type Served = { port: number; close: () => Promise<void> }

export const json = (status: number, value: unknown): Reply => ({
  status,
  body: JSON.stringify(value),
  type: 'application/json; charset=utf-8',
})

/**
 * A small HTTP server that reads whole bodies. If the handler throws, the reply is 500 and the error is written to
 * standard error.
 */
export async function serve(
  { host, port }: { host: string; port: number },
  handle: (request: HttpRequest) => Reply | Promise<Reply>,
): Promise<Served> {
  const server = createServer((request, response) => {
    answer(request, response, handle).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, host, done)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: HttpRequest) => Reply | Promise<Reply>,
) {
  const body = await readBody(request)
  if (!body) {
    response.writeHead(413, { connection: 'close' }).end()
    return
  }
  const target = request.url ?? '/'
  const cut = target.indexOf('?')
  const reply = await handle({
    method: request.method ?? 'GET',
    path: cut < 0 ? target : target.slice(0, cut),
    query: new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1)),
    headers: request.headers,
    body,
  })
  response.writeHead(reply.status, {
    ...(reply.type ? { 'content-type': reply.type } : {}),
    ...(reply.body === undefined ? {} : { 'content-length': Buffer.byteLength(reply.body) }),
    ...reply.headers,
  })
  response.end(reply.body)
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > BODY_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
