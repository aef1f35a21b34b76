import { beforeAll, describe, expect, test } from 'vitest'
import type { Failure } from '#contract/common.ts'
import { formRoutes } from '#contract/forms.ts'
import { routes } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'
import { SHORT_LINK_PATH } from '#contract/values/links.ts'
import { newId } from '../platform/ids.ts'
import { signHook } from '../providers/twilio/signature.ts'
import { type Sample, sampleOf, textsOf } from '../testing/routes/route-samples.ts'
import { smsAccount } from '../testing/sms-account.ts'
import { testApp } from '../testing/test-app.ts'
import { aForm } from '../testing/test-forms.ts'

/** Each text field of each route takes these values in turn, in an otherwise valid request. */
const hostile = [
  '\0',
  'a\0b',
  '\ud83d',
  'x'.repeat(5_000),
  "' or 1=1; --",
  '%',
  '\\',
  '<script>alert(1)</script>',
  '\u202eאבג\u2067',
  '٣',
  '-1',
  '1e999',
  '9'.repeat(40),
  '2026-02-30',
  '0000-00-00',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31',
  '-infinity',
  '{"status":["\\u0000"],"from":"0001-01-01"}',
  '{"source":["\\u0000"]}',
  '{"tag":["\\ud83d"]}',
  '{"where":{"all":[{"field":"name","op":"is","value":"\\u0000\\ud800"}]}}',
  '{"where":{"all":[{"field":"value","op":"eq","value":1e308}]}}',
  '[[[[[[[[[[',
  'null',
]

const all = Object.entries(routes).flatMap(([feature, of]) =>
  Object.entries(of).map(([name, route]) => ({ name: `${feature}.${name}`, route: route as Route })),
)

const it = await testApp({ own: true })
const SITE = 'https://site.example'
let known: Record<string, string> = {}
let owner: Record<string, string> = {}
let formKey = ''
beforeAll(async () => {
  const business = await it.newBusiness()
  const { userId, sessionId, ...as } = await business.member('Owner')
  owner = as as Record<string, string>
  const { form } = (
    await it.send(formRoutes.create, owner, {
      body: { ...aForm({ allowedOrigins: [SITE] }), campaignId: business.campaignId },
    })
  ).body
  formKey = form.key
  known = { campaignId: business.campaignId, statusId: business.statusIds.new ?? '', assignedTo: userId }
})

/** The path with encoded params. */
const urlOf = (path: string, params: Record<string, string>, query: Record<string, string>) => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? newId()).toWellFormed()),
  )
  return `/api${filled}?${new URLSearchParams(query)}`
}

describe('any text gets a clear reply and no server error', () => {
  test.each(all)('$name', async ({ route }) => {
    const failures: unknown[] = []
    for (const place of textsOf(route)) {
      for (const text of hostile) {
        const [part = '', ...path] = place
        const given: Record<string, Sample> = { params: {}, query: {}, ...sampleOf(route, known) }
        const sent = { ...given, [part]: withText(given[part], path, text) }
        const reply = await it.app.inject({
          method: route.method,
          url: urlOf(route.path, textsIn(sent.params), textsIn(sent.query)),
          headers: {
            ...owner,
            host: 'localhost',
            ...(sent.body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(sent.body !== undefined && { payload: JSON.stringify(sent.body) }),
        })
        if (!isClear(reply)) failures.push([place.join('.'), text.slice(0, 40), reply.statusCode, reply.body])
      }
    }
    expect(failures).toEqual([])
    expect(it.errors.splice(0)).toEqual([])
  })
})

/** Addresses for visitors, browsers and providers, outside the contract. */
const doors = [
  'GET /f/:text',
  'GET /f/:text/thanks',
  'GET /f/:form?lang=:text&embed=:text&utm_source=:text&gclid=:text&landingPage=:text',
  'GET /f/:form/thanks?lang=:text&embed=:text',
  `GET ${SHORT_LINK_PATH}/:text?gclid=:text`,
  'GET /api/image/:text',
  'GET /api/call/:text/recording?r=:text&s=:text',
  'GET /api/call/export?q=:text&s=:text',
  'GET /api/audit/export?q=:text&s=:text',
  'GET /api/privacy/file?q=:text&s=:text',
  'GET /api/events?after=:text',
  'POST /f/:text',
  'POST /f/:form?lang=:text&embed=:text',
  'POST /hooks/voice/:text/inbound',
  'POST /hooks/voice/:text/:text/dial/:text',
  'POST /hooks/sms/:text/inbound',
]
test.each(doors)('%s gives no server error', async (door) => {
  const [method, path = ''] = door.split(' ') as ['GET' | 'POST', string]
  const failures: unknown[] = []
  for (const [n, text] of hostile.entries()) {
    const written = encodeURIComponent(text.toWellFormed().slice(0, 500))
    const fields = ['name', 'message', 'answer_rooms', 'utm_source', 'gclid', 'landingPage', 'From', 'CallSid', 'Body']
    const typed = ['phone=0724449999', ...fields.map((field) => `${field}=${written}`)].join('&')
    const reply = await it.app.inject({
      method,
      url: path.replaceAll(':text', written).replace(':form', formKey),
      // Posts are limited per address.
      remoteAddress: `198.51.100.${n + 1}`,
      headers: { host: 'localhost', origin: SITE, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' && { payload: typed }),
    })
    if (reply.statusCode >= 500 || reply.statusCode === 429) failures.push([text.slice(0, 40), reply.statusCode])
  }
  expect(failures).toEqual([])
  expect(it.errors.splice(0)).toEqual([])
})

test.each(['status', 'inbound'])('a signed SMS hook with %s gives no server error', async (door) => {
  const { account } = await smsAccount()
  const texting = await testApp({ env: { DEMO: '1' }, exchange: () => account })
  const usual = {
    ...{ message: newId(), MessageSid: 'SM1', MessageStatus: 'failed', ErrorCode: '30003' },
    ...{ From: '+972541234567', Body: 'STOP' },
  }
  for (const text of hostile) {
    for (const name of Object.keys(usual)) {
      const { message, ...fields } = { ...usual, [name]: text.toWellFormed(), AccountSid: account.accountSid }
      const query = new URLSearchParams({ message })
      const url = `/hooks/sms/platform/${door}?${query}`
      const signature = signHook(account.authToken, texting.env.publicUrl + url, Object.entries(fields))
      const { statusCode } = await texting.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
        payload: new URLSearchParams(fields).toString(),
      })
      expect(statusCode, `${name}: ${text.slice(0, 40)}`).toBe(200)
    }
  }
  expect(texting.errors.splice(0)).toEqual([])
})

/** No server error, and invalid input names the field; an error found only by PostgreSQL would name none. */
function isClear({ statusCode, body }: { statusCode: number; body: string }) {
  if (statusCode !== 422) return statusCode < 500
  const { code, issues = [] } = JSON.parse(body) as Failure
  return code !== 'invalid_input' || issues.length > 0
}

const textsIn = (part: Sample | undefined) =>
  Object.fromEntries(Object.entries((part ?? {}) as Record<string, Sample>).map(([key, value]) => [key, String(value)]))

/** The sample with this text at a path; missing parents are created. */
function withText(sample: Sample | undefined, [first, ...rest]: readonly string[], text: string): Sample {
  if (first === undefined) return text
  if (first === '[]') return [withText(Array.isArray(sample) ? sample[0] : undefined, rest, text)]
  const of = (sample && typeof sample === 'object' && !Array.isArray(sample) ? sample : {}) as Record<string, Sample>
  return { ...of, [first]: withText(of[first], rest, text) }
}
