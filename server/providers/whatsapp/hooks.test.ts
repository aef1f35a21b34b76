import { expect, test } from 'vitest'
import { parseWithBigIds } from './big-ids.ts'
import { reportsIn, signatureOf, whatsAppHooks } from './hooks.ts'

const read = (body: string, signature: string | undefined, appSecrets = ['a secret']) =>
  whatsAppHooks.read(
    { appSecrets },
    {
      url: '',
      body: Buffer.from(body),
      headers: { ...(signature && { 'x-hub-signature-256': signature }) },
    },
  )

test('numbers of more digits than a number keeps stay as they were written', () => {
  const json = '{"id":53449512345678901234,"small":42,"price":1.5,"list":[9007199254740993]}'
  expect(parseWithBigIds(json)).toEqual({
    ...{ id: '53449512345678901234', small: 42, price: 1.5, list: ['9007199254740993'] },
  })
})

test('the signature is that of HMAC-SHA256 over the raw bytes, with any secret in force', () => {
  // As `openssl dgst -sha256 -hmac 'a secret'` says.
  const expected = 'ff20670a6975d835a6fb88fbbeacf0bd39983c4facc1004f9f9186053157b786'
  expect(signatureOf('a secret', '{"a":1}')).toBe(`sha256=${expected}`)
  const body = '{"a":1}'
  expect(read(body, signatureOf('a secret', body))).toEqual({ a: 1 })
  expect(read(body, signatureOf('older', body), ['a secret', 'older'])).toEqual({ a: 1 })
  expect(read('{"a": 1}', signatureOf('a secret', body))).toBeUndefined()
  expect(read(body, undefined)).toBeUndefined()
  expect(read(body, 'sha256=')).toBeUndefined()
  expect(read(body, signatureOf('a secret', body), [])).toBeUndefined()
})

test('of a hook what is not known is left out, and the rest is read', () => {
  const value = {
    metadata: { phone_number_id: '123' },
    messages: [{ nonsense: true }, { id: 'wamid.1', type: 'text', from: '972501112233', text: { body: 'Hi' } }],
    statuses: [{ id: 'wamid.2', status: 'read', recipient_id: '972501112233' }, null],
  }
  const hook = (field: string, content: unknown) => ({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field, value: content }] }],
  })
  expect(reportsIn(hook('messages', { ...value, statuses: value.statuses.slice(0, 1) }))).toMatchObject([
    { key: 'whatsapp wamid.1', phoneNumberId: '123', phone: '+972501112233', content: { kind: 'message' } },
    { key: 'whatsapp wamid.2 read', phone: '+972501112233', content: { kind: 'status' } },
  ])
  expect(reportsIn(hook('account_alerts', {}))).toEqual([])
  for (const content of [null, 'text', {}, { object: 'page', entry: [] }, hook('messages', value)])
    expect(Array.isArray(reportsIn(content))).toBe(true)
})
