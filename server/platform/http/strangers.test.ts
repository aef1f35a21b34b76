import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { isPage } from './web.ts'

const { app } = await testApp()
const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('the outbox is closed to another machine, whatever name it asks for', async () => {
  const statusFor = async (remoteAddress: string) =>
    (await app.inject({ url: '/dev/outbox', headers: { host: 'localhost:3000' }, remoteAddress })).statusCode
  for (const other of ['192.0.2.7', '2001:db8::7', '::ffff:192.0.2.7', '10.127.0.1'])
    expect(await statusFor(other), other).toBe(404)
  for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await statusFor(own), own).toBe(200)
})

test('a form on a stranger’s page does not sign in', async () => {
  const payload = 'email=a%40b.test&password=whatever-1'
  const { statusCode, cookies, body } = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: form,
    payload,
  })
  expect(statusCode).toBe(415)
  expect(JSON.parse(body)).toMatchObject({ success: false, code: 'unsupported_media' })
  expect(cookies).toEqual([])
})

test('addresses that cannot be read are not found, and say so as everything does', async () => {
  for (const url of ['/api/lead/%', '/api/lead/%ff', `/api/lead/${'a'.repeat(300)}`]) {
    const { statusCode, body } = await app.inject({ url, headers: { 'accept-language': 'en' } })
    expect([statusCode, JSON.parse(body)], url).toEqual([
      404,
      { success: false, code: 'not_found', message: expect.stringMatching(/^[A-Z]/) },
    ])
  }
})

test('the reference describes the routes', async () => {
  const { statusCode, body } = await app.inject({ url: '/api/openapi.json' })
  expect(statusCode).toBe(200)
  expect(JSON.parse(body).paths).toHaveProperty('/api/lead')
})

test.each(['/api/docs', '/api/docs/'])(
  '%s is the reference, and finds its scripts and the operations',
  async (page) => {
    const { statusCode, body } = await app.inject({ url: page })
    expect(statusCode).toBe(200)
    const scripts = [...body.matchAll(/<script src="([^"]+)"/g)].map(([, src = '']) => new URL(src, `http://x${page}`))
    expect(scripts).toHaveLength(3)
    for (const { pathname } of scripts) {
      const script = await app.inject({ url: pathname })
      expect([pathname, script.statusCode, script.headers['content-type']]).toEqual([
        pathname,
        200,
        expect.stringContaining('javascript'),
      ])
    }
    const document = (await app.inject({ url: '/api/docs/json' })).json()
    expect(document.paths['/api/lead'].post.summary).toBe((await operations())['/api/lead'].post.summary)
  },
)

const operations = async () => (await app.inject({ url: '/api/openapi.json' })).json().paths

test('each operation names its headers and errors', async () => {
  const { paths, components } = (await app.inject({ url: '/api/openapi.json' })).json()
  const headersOf = ({ parameters = [] }: { parameters?: { in: string; name: string; required?: boolean }[] }) =>
    parameters.filter((one) => one.in === 'header').map(({ name, required = false }) => [name, required])
  const create = paths['/api/lead'].post
  expect(headersOf(create)).toEqual([
    ['x-business-id', false],
    ['Idempotency-Key', false],
    ['accept-language', false],
  ])
  expect(Object.keys(create.responses).sort()).toEqual(
    '2XX 400 401 403 404 409 413 415 422 429 500 503'.split(' ').sort(),
  )
  expect(create.responses['401']).toEqual({ $ref: '#/components/responses/Failure401' })
  expect(components.responses.Failure401.description).toContain('`api_key_unknown`')
  expect(components.responses.Failure429.headers).toHaveProperty('Retry-After')
  expect(components.schemas.Failure.required).toEqual(['success', 'code', 'message'])
  expect(headersOf(paths['/api/audit'].get)).toEqual([
    ['x-business-id', true],
    ['accept-language', false],
  ])
  expect(headersOf(paths['/api/auth/login'].post)).toEqual([['accept-language', false]])
  expect(Object.keys(paths['/api/auth/login'].post.responses)).not.toContain('403')
})

test('the reference’s page asks for https only where the product is reached so', async () => {
  const policyAt = async (of: typeof app) => {
    const { statusCode, headers } = await of.inject({ url: '/api/docs/' })
    return [statusCode, String(headers['content-security-policy']).includes('upgrade-insecure-requests')]
  }
  expect(await policyAt(app)).toEqual([200, false])
  const abroad = await testApp({ env: { PUBLIC_URL: 'https://leads.example.com' } })
  expect(await policyAt(abroad.app)).toEqual([200, true])
})

test('every reply says what a browser may do with it, refusals and unknown addresses included', async () => {
  const usual = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    'cache-control': 'no-store',
  }
  const abroad = await testApp({ env: { PUBLIC_URL: 'https://leads.example.com' } })
  for (const [url, status] of [
    ['/api/health', 200],
    ['/api/lead', 401],
    ['/api/nothing', 404],
  ] as const) {
    const { statusCode, headers } = await app.inject({ url })
    expect([statusCode, headers], url).toEqual([status, expect.objectContaining(usual)])
    expect(headers['strict-transport-security'], url).toBeUndefined()
    expect((await abroad.app.inject({ url })).headers['strict-transport-security'], url).toBe(
      'max-age=31536000; includeSubDomains',
    )
  }
})

test('a request that does not arrive within ten minutes is given up, and one that uploads no file within one (arrival.test.ts)', () => {
  expect([app.server.requestTimeout, app.server.headersTimeout]).toEqual([600_000, 60_000])
})

test.each([
  ['/b/1/leads/all?search=dana@example.com', true],
  ['/auth/login?next=/api/x.js', true],
  ['/assets/gone.js', false],
  ['/assets/gone.js?v=1', false],
  ['/api', false],
  ['/api/nothing', false],
  ['/dev/outbox', false],
  ['/dev/phones', true],
  ['/dev/phones/numbers', false],
  ['/f/nothing', false],
])('%s is a page: %s', (url, expected) => {
  expect(isPage(url)).toBe(expected)
})
