import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientOf } from './phone-proxy.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as Pick<
    IncomingMessage,
    'headers' | 'socket'
  >

type Case = { trusted: Parameters<typeof clientOf>[1]; remote: string; forwarded?: string; client: string }
test.each<[string, Case]>([
  ['nobody is believed', { trusted: false, remote: '10.0.0.1', forwarded: '203.0.113.7', client: '10.0.0.1' }],
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
  expect(clientOf(request(remote, forwarded), trusted)).toBe(client)
})
