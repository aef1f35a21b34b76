import fc from 'fast-check'
import twilio from 'twilio'
import { describe, expect, test } from 'vitest'
import { isSignedHook, signHook } from './signature.ts'

const { validateRequest, getExpectedTwilioSignature } = twilio as unknown as {
  validateRequest: (token: string, signature: string, url: string, params: Record<string, unknown>) => boolean
  getExpectedTwilioSignature: (token: string, url: string, params: Record<string, unknown>) => string
}

const body = (form: [string, string][]) => Buffer.from(new URLSearchParams(form).toString())
const url = 'https://leads.example/hooks/voice/c1/inbound'
const form: [string, string][] = [
  ['CallSid', 'CA1'],
  ['From', '+972541234567'],
]
const signed = { url, body: body(form), signature: signHook('token of the account', url, form) }

describe('the vectors that Twilio publishes and its package confirms', () => {
  test.each([
    [
      '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
      '12345',
      'https://mycompany.com/myapp.php?foo=1&bar=2',
      [
        ['CallSid', 'CA1234567890ABCDE'],
        ['From', '+12349013030'],
        ['To', '+18005551212'],
        ['Caller', '+12349013030'],
        ['Digits', '1234'],
      ],
    ],
    [
      'zhIPOzNiGqJJyq6t7O70sO5faoY=',
      'tok',
      'https://x.example/hooks/voice?c=1',
      [
        ['Body', 'שלום עולם'],
        ['From', '+972541234567'],
      ],
    ],
    [
      'UMPf0ObS9K/tHgBVU0AJJ7iZ4Jk=',
      'tok',
      'https://x.example/h',
      [
        ['a', '2'],
        ['a', '1'],
        ['a', '2'],
      ],
    ],
  ] as [string, string, string, [string, string][]][])('%s', (signature, token, address, given) => {
    expect(signHook(token, address, given)).toBe(signature)
    expect(isSignedHook({ url: address, body: body(given), signature }, [token])).toBe(true)
  })
})

describe('what is refused', () => {
  const tokens = ['token of the account']
  test.each([
    ['nothing is wrong with it', {}, true],
    ['a missing header', { signature: undefined }, false],
    ['an empty header', { signature: '' }, false],
    ['half a signature', { signature: signed.signature.slice(0, 10) }, false],
    ['one byte of the body changed', { body: body([...form.slice(0, 1), ['From', '+972541234568']]) }, false],
    ['one more field', { body: body([...form, ['Digits', '']]) }, false],
    ['http for https', { url: url.replace('https', 'http') }, false],
    ['another path', { url: url.replace('c1', 'c2') }, false],
    ['a query', { url: `${url}?a=1` }, false],
    ['another host', { url: url.replace('leads', 'sales') }, false],
    ['another port', { url: url.replace('example', 'example:8443') }, false],
    ['the scheme’s own port', { url: url.replace('example', 'example:443') }, true],
  ])('%s: %s', (_what, change, expected) => {
    expect(isSignedHook({ ...signed, ...change }, tokens)).toBe(expected)
  })

  test('another account’s token; while a token is changed both count', () => {
    expect(isSignedHook(signed, ['token of another'])).toBe(false)
    expect(isSignedHook(signed, ['token of another', 'token of the account'])).toBe(true)
    expect(isSignedHook(signed, [])).toBe(false)
  })

  test('a body that is no form at all does not throw', () => {
    expect(isSignedHook({ ...signed, body: Buffer.from([0xff, 0x25, 0x7a, 0x26]) }, tokens)).toBe(false)
  })
})

test('Twilio’s own package makes and accepts the same signatures, whatever is in the form', () => {
  const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/)
  const value = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => text.isWellFormed())
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: 12 }),
      value,
      (fields, q) => {
        const address = `https://x.example/hooks?q=${encodeURIComponent(q)}`
        const params = Object.fromEntries(fields)
        const ours = signHook('tok', address, fields)
        expect(ours).toBe(getExpectedTwilioSignature('tok', address, params))
        expect(validateRequest('tok', ours, address, params)).toBe(true)
        expect(isSignedHook({ url: address, body: body(fields), signature: ours }, ['tok'])).toBe(true)
      },
    ),
  )
})
