import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { openWhatsAppAccount } from './whatsapp.ts'

// A resolver under foreign control: a host of Meta leads into the server's own network.
vi.mock('node:dns', async (original) => ({
  ...(await original<typeof import('node:dns')>()),
  lookup: (_host: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }]),
}))

const asked: string[] = []
const secret = 'of the own network'
let url = ''
async function listening(answer: (path: string) => { status?: number; body: string; location?: string }) {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const { status = 200, body, location } = answer(request.url ?? '')
    response.writeHead(status, location ? { location } : {}).end(body)
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  afterAll(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const inner = await listening(() => ({ body: secret }))
const graphUrl = await listening((path) => {
  if (path === '/content') return { body: 'a picture' }
  if (path === '/moved') return { status: 302, body: '', location: `${inner}/moved` }
  return { body: JSON.stringify({ url, mime_type: 'image/jpeg', file_size: 9 }) }
})
const account = openWhatsAppAccount({ graphUrl, version: 'v26.0', token: 'a token' })
const loaded = async (id: string, most = 100) => (await account.findMedia(id)).load(most)

test('a file is loaded from the server in place of Meta, up to its limit', async () => {
  url = `${graphUrl}/content`
  expect(String(await loaded('123'))).toBe('a picture')
  await expect(loaded('123', 5)).rejects.toMatchObject({ fault: 'refused', message: expect.stringMatching(/larger/) })
})

test.each(['../../me', '123/../me', '123?fields=id', '123#', '', '%2e%2e', '1'.repeat(40)])(
  'the id %j of a file is not put into an address',
  async (id) => {
    url = `${graphUrl}/content`
    asked.length = 0
    await expect(loaded(id)).rejects.toMatchObject({ fault: 'refused' })
    expect(asked).toEqual([])
  },
)

test('an address that is not of Meta is refused without a connection', async () => {
  for (const wrong of [
    ...[`${inner}/admin`, 'http://169.254.169.254/latest', 'https://127.0.0.1/', 'https://example.com/x'],
    ...['http://lookaside.fbsbx.com/x', 'https://lookaside.fbsbx.com.example.com/x', 'https://fakefbcdn.net/x'],
    ...['https://lookaside.fbsbx.com:8443/x', 'https://lookaside.fbsbx.com@example.com/x', 'file:///etc/passwd'],
    'https://[::1]/x',
  ]) {
    url = wrong
    asked.length = 0
    await expect(loaded('123'), wrong).rejects.toMatchObject({
      fault: 'refused',
      message: expect.stringMatching(/not at Meta/),
    })
    expect(asked, wrong).toEqual(['/v26.0/123'])
  }
})

test('a redirect is not followed', async () => {
  url = `${graphUrl}/moved`
  asked.length = 0
  await expect(loaded('123')).rejects.toMatchObject({ fault: 'refused' })
  expect(asked).toEqual(['/v26.0/123', '/moved'])
})
