import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

const NEXT = 'f'.repeat(16)
/** The build that a page or a worker names. */
const NAMED = /(?<=name="build" content=")[0-9a-f]{16}|(?<=build )[0-9a-f]{16}|(?<=[`"'])[0-9a-f]{16}(?=[`"'])/g

/**
 * The server behind another address. It can be updated: its page and its worker are then of another build. And it can
 * lose the requests to an address. Not `page.route`, through which requests of a worker hang at times.
 */
export async function updatableServer(target: string) {
  let isUpdated = false
  let lost: RegExp | undefined
  const server = createServer((request, response) => {
    if (request.method === 'POST' && lost?.test(request.url ?? '')) return response.destroy()
    const isRenamed = isUpdated && (request.url === '/sw.js' || request.headers['sec-fetch-mode'] === 'navigate')
    const { host: _host, ...headers } = request.headers
    // Neither compressed nor "as you know it".
    if (isRenamed) for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name]
    const options = { method: request.method, headers }
    const sent = forward(new URL(request.url ?? '/', target), options, async (reply) => {
      if (!isRenamed) {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        return reply.pipe(response)
      }
      let text = ''
      for await (const part of reply.setEncoding('utf8')) text += part
      const { 'content-length': _length, etag: _etag, 'last-modified': _at, ...others } = reply.headers
      response.writeHead(reply.statusCode ?? 502, others)
      response.end(text.replaceAll(NAMED, NEXT))
    })
    sent.on('error', () => response.destroy())
    response.on('close', () => sent.destroy())
    request.pipe(sent)
  })
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    nextBuild: NEXT,
    update: () => {
      isUpdated = true
    },
    lose: (addresses: RegExp | undefined) => {
      lost = addresses
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
