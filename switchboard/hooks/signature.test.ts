import twilio from 'twilio'
import { describe, expect, test } from 'vitest'
import { type Params, sign } from './signature.ts'

const VECTORS: { name: string; token: string; url: string; params: Params; signature: string }[] = [
  {
    name: 'the vendor’s own example',
    token: '12345',
    url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
    params: {
      CallSid: 'CA1234567890ABCDE',
      From: '+12349013030',
      To: '+18005551212',
      Caller: '+12349013030',
      Digits: '1234',
    },
    signature: '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
  },
  {
    name: 'Hebrew',
    token: 'tok',
    url: 'https://x.example/hooks/voice?c=1',
    params: { Body: 'שלום עולם', From: '+972541234567' },
    signature: 'zhIPOzNiGqJJyq6t7O70sO5faoY=',
  },
  {
    name: 'repeated values',
    token: 'tok',
    url: 'https://x.example/h',
    params: { a: ['2', '1', '2'] },
    signature: 'UMPf0ObS9K/tHgBVU0AJJ7iZ4Jk=',
  },
]

describe('signing a webhook', () => {
  test.each(VECTORS)('gives the known signature: $name', ({ token, url, params, signature }) => {
    expect(sign(token, url, params)).toBe(signature)
  })

  test.each(VECTORS)('is accepted by the vendor’s package: $name', ({ token, url, params }) => {
    expect(twilio.validateRequest(token, sign(token, url, params), url, params)).toBe(true)
    expect(twilio.validateRequest('other', sign(token, url, params), url, params)).toBe(false)
  })
})
