import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** State of connections: normal, refused, or open without passing data. */
export type Fate = 'open' | 'refused' | 'silent'

/** A proxy for a database, to make it unavailable without affecting other tests. */
export async function databaseProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  let fate: Fate = 'open'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => sockets.add(socket).size && socket.on('close', () => sockets.delete(socket))
  const server = createServer((client) => {
    keep(client)
    client.on('error', () => {})
    if (fate === 'refused') return client.resetAndDestroy()
    const upstream = connect(Number(target.port), target.hostname)
    keep(upstream)
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.on('data', (bytes) => fate !== 'silent' && upstream.write(bytes))
    upstream.on('data', (bytes) => fate !== 'silent' && client.write(bytes))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const breakAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    /** The same address through the proxy. */
    through: (url: string) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    become(next: Fate) {
      fate = next
      if (next === 'refused') breakAll()
    },
    close() {
      breakAll()
      server.close()
    },
  }
}
