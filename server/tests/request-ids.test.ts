import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'

const it = await testApp({ own: true })
const base = await it.listen()
const idOf = async (path: string, id?: string) => {
  const reply = await fetch(`${base}/api${path}`, { headers: id === undefined ? {} : { 'x-request-id': id } })
  await reply.text()
  return reply.headers.get('x-request-id') ?? ''
}

test('each reply bears an id of its own, also one that succeeds', async () => {
  const ids = [await idOf('/health/live'), await idOf('/health/live'), await idOf('/user')]
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(3)
})

test.each(['trace-1234', 'A.b_c-0123456789', 'x'.repeat(128)])('the id of a proxy is kept: %s', async (id) => {
  expect(await idOf('/health/live', id)).toBe(id)
})

test.each(['short', 'x'.repeat(129), 'two words of it', '<script>alert', 'a"b"c"d"e"f'])(
  'an odd id is replaced: %s',
  async (id) => {
    const given = await idOf('/health/live', id)
    expect(given).not.toBe(id)
    expect(given).toMatch(/^[0-9a-f-]{36}$/)
  },
)
