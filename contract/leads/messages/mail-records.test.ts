import { expect, test } from 'vitest'
import { mailAdviceOf } from './mail-records.ts'

test('a known provider has its own SPF source and the name of its DKIM record', () => {
  expect(mailAdviceOf({ host: 'smtp.gmail.com', fromAddress: 'office@green.co.il' })).toEqual({
    domain: 'green.co.il',
    records: [
      { kind: 'spf', name: 'green.co.il', type: 'TXT', value: 'v=spf1 include:_spf.google.com ~all' },
      {
        kind: 'dmarc',
        name: '_dmarc.green.co.il',
        type: 'TXT',
        value: 'v=DMARC1; p=none; rua=mailto:office@green.co.il',
      },
    ],
    dkim: { name: 'google._domainkey.green.co.il', provider: 'Google Workspace' },
  })
})

test('any other server is allowed by its name or address, and says itself where its DKIM record stands', () => {
  const spf = (host: string) => mailAdviceOf({ host, fromAddress: 'a@b.test' }).records[0]?.value
  expect(spf('mail.b.test')).toBe('v=spf1 a:mail.b.test ~all')
  expect(spf('192.0.2.7')).toBe('v=spf1 ip4:192.0.2.7 ~all')
  expect(spf('gmail.com.evil.test')).toBe('v=spf1 a:gmail.com.evil.test ~all')
  expect(mailAdviceOf({ host: 'mail.b.test', fromAddress: 'a@b.test' }).dkim).toBeNull()
})
