import { Agent, createServer, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const CHECK_MS = 500
const CHECK_LIMIT_MS = 3_000
/** Consecutive checks that change a server's state, as in common proxies. */
const FALL = 2

/** Round-robin over the ready servers, without retries, so that every failure is visible. */
export async function startProxy(port: number, targets: number[]) {
  const failures = new Map(targets.map((target) => [target, FALL]))
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  let isOver = false
  const isUp = (target: number) => (failures.get(target) ?? FALL) < FALL
  const server = createServer((incoming, outgoing) => {
    const up = targets.filter(isUp)
    const target = up[turn++ % Math.max(1, up.length)]
    if (target === undefined) return void outgoing.writeHead(503, { 'x-from': 'proxy' }).end()
    const { method, url, headers } = incoming
    const onward = request({
      port: target,
      method,
      path: url,
      headers: { ...headers, connection: 'keep-alive' },
      agent,
    })
    onward.on('response', (reply) => {
      const { connection: _, ...kept } = reply.headers
      outgoing.writeHead(reply.statusCode ?? 502, kept)
      reply.pipe(outgoing)
      reply.on('error', () => outgoing.destroy())
    })
    onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  server.keepAliveTimeout = 0 // an idle connection closed by the proxy would look like a server failure
  server.listen(port, '127.0.0.1')
  const check = async (target: number) => {
    const ok = await fetch(`http://127.0.0.1:${target}/api/health/ready`, {
      signal: AbortSignal.timeout(CHECK_LIMIT_MS),
    })
      .then((reply) => reply.ok)
      .catch(() => false)
    failures.set(target, ok ? 0 : (failures.get(target) ?? 0) + 1)
  }
  const checking = (async () => {
    while (!isOver) {
      await Promise.all(targets.map(check))
      await sleep(CHECK_MS)
    }
  })()
  return {
    allUp: () => targets.every(isUp),
    async stop() {
      isOver = true
      await checking
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}
