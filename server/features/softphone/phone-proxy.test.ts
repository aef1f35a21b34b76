import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { clientOf, isOwnOrigin, proxyPhones } from './phone-proxy.ts'

const requestFrom = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as Pick<
    IncomingMessage,
    'headers' | 'socket'
  >

type Case = { trusted: Parameters<typeof clientOf>[1]; remote: string; forwarded?: string; client: string }
test.each<[string, Case]>([
  ['no proxy is trusted', { trusted: false, remote: '10.0.0.1', forwarded: '203.0.113.7', client: '10.0.0.1' }],
  [
    'one proxy says who asked it',
    { trusted: 1, remote: '10.0.0.1', forwarded: '198.51.100.1, 203.0.113.7', client: '203.0.113.7' },
  ],
  [
    'of two the first',
    { trusted: 2, remote: '10.0.0.1', forwarded: '198.51.100.1, 203.0.113.7', client: '198.51.100.1' },
  ],
  ['more than there are', { trusted: 9, remote: '10.0.0.1', forwarded: '203.0.113.7', client: '203.0.113.7' }],
  [
    'by their addresses',
    {
      trusted: ['10.0.0.0/8', '192.168.0.1'],
      remote: '10.0.0.1',
      forwarded: '203.0.113.7, 192.168.0.1',
      client: '203.0.113.7',
    },
  ],
  [
    'another’s word counts for nothing',
    { trusted: ['10.0.0.0/8'], remote: '198.51.100.1', forwarded: '203.0.113.7', client: '198.51.100.1' },
  ],
  [
    'IPv4 in the clothes of IPv6',
    { trusted: ['10.0.0.1'], remote: '::ffff:10.0.0.1', forwarded: '203.0.113.7', client: '203.0.113.7' },
  ],
  ['a proxy that says nothing', { trusted: 1, remote: '10.0.0.1', client: '10.0.0.1' }],
])('%s', (_what, { trusted, remote, forwarded, client }) => {
  expect(clientOf(requestFrom(remote, forwarded), trusted)).toBe(client)
})

test.each([
  ['a program that is no browser', undefined, true],
  ['a page of this installation', 'https://leads.example.com', true],
  ['a page at the address that was asked for', 'http://10.0.0.5:3000', true],
  ['a page of another site', 'https://evil.example', false],
  ['another port of the same host', 'https://leads.example.com:8443', false],
  ['a page without an origin', 'null', false],
])('a socket of a phone is opened by %s: %s is %s', (_who, origin, expected) => {
  const headers = { host: '10.0.0.5:3000', ...(origin !== undefined && { origin }) }
  expect(isOwnOrigin({ headers }, 'https://leads.example.com')).toBe(expected)
})

test('a socket that a page of another site opens is refused', async () => {
  const server = createServer()
  proxyPhones(server, { target: () => 'ws://127.0.0.1:1', publicUrl: 'https://leads.example.com' })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked = request({
    port,
    host: '127.0.0.1',
    path: '/phone',
    headers: { connection: 'Upgrade', upgrade: 'websocket', origin: 'https://evil.example' },
  })
  asked.end()
  const [{ statusCode }] = (await once(asked, 'response')) as [IncomingMessage]
  server.close()
  expect(statusCode).toBe(403)
})
