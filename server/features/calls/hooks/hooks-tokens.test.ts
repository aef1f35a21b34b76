import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { signHook } from '../../../providers/twilio/signature.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { aSid, type Form, testNumber } from '../../../testing/test-numbers.ts'
import { sealSecret } from '../../connections/secrets.ts'

const it = await testApp()
const here = it.env.publicUrl

/** A business with a number on its own account. */
async function tenant() {
  const business = await it.newBusiness()
  const [connectionId, token, accountSid] = [newId(), newId(), `AC${aSid('CA').slice(2)}`]
  const account = { provider: 'twilio', account: accountSid }
  const secrets = JSON.stringify({ authToken: sealSecret(it.env.secretKey, connectionId, token) })
  await business.db
    .insertInto('connections')
    .values({ business_id: business.businessId, id: connectionId, ...account, secrets })
    .execute()
  const { phone } = await testNumber(it, business)
  const form = (): Form => ({
    ...{ AccountSid: accountSid, CallSid: aSid('CA'), CallStatus: 'ringing', From: aPhone(), To: phone },
    ...{ MessageSid: aSid('CA'), Body: 'Hello' },
  })
  const rows = async () => {
    const tables = ['calls', 'provider_events', 'leads'] as const
    const of = tables.map((table) => business.db.selectFrom(table).select('business_id').execute())
    return (await Promise.all(of)).map(({ length }) => length)
  }
  return {
    token,
    form,
    rows,
    calls: `/hooks/voice/${connectionId}/inbound`,
    texts: `/hooks/sms/${connectionId}/inbound`,
  }
}

/** A hook addressed to `at` and signed for that address. */
async function post(path: string, form: Form, { token, at = here }: { token: string; at?: string }) {
  const { host, protocol } = new URL(at)
  const reply = await it.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signHook(token, at + path, Object.entries(form)),
      ...{ host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) },
    },
    payload: new URLSearchParams(form).toString(),
  })
  return reply.statusCode
}

test('what another tenant’s token has signed is refused and writes nothing', async () => {
  const [ours, theirs] = [await tenant(), await tenant()]
  // Their connection is valid: its own hooks are accepted.
  expect(await post(theirs.calls, theirs.form(), theirs)).toBe(200)
  for (const path of [ours.calls, ours.texts])
    for (const form of [ours.form(), theirs.form(), { ...ours.form(), AccountSid: theirs.form().AccountSid ?? '' }])
      expect([path, await post(path, form, theirs)]).toEqual([path, 403])
  expect(await ours.rows()).toEqual([0, 0, 0])
  expect([await post(ours.calls, ours.form(), ours), await post(ours.texts, ours.form(), ours)]).toEqual([200, 200])
  expect((await ours.rows())[0]).toBe(1)
})

test('an address that the request itself names does not count', async () => {
  const { token, form, rows, calls, texts } = await tenant()
  for (const at of [here.replace('http:', 'https:'), 'https://elsewhere.example'])
    for (const path of [calls, texts]) expect([at, await post(path, form(), { token, at })]).toEqual([at, 403])
  expect(await rows()).toEqual([0, 0, 0])
})
