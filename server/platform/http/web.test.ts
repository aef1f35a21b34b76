import { expect, test } from 'vitest'
import { neededFor, policyFor, withNeeded } from './web.ts'

const directives = new Map(
  policyFor('<script>dark()</script>')
    .split('; ')
    .map((one) => [one.split(' ')[0], one.split(' ').slice(1)]),
)

test('pages load images from here alone', () => expect(directives.get('img-src')).toEqual(["'self'", 'data:']))

// https://github.com/twilio/twilio-voice.js#content-security-policy-csp: the default edge; no home region is granted.
test('pages speak to the hosts of the phone in the browser alone, and to no pattern of hosts', () => {
  expect(directives.get('connect-src')).toEqual([
    "'self'",
    'https://eventgw.twilio.com',
    'https://sdk.twilio.com',
    'wss://voice-js.roaming.twilio.com',
  ])
  expect(directives.get('media-src')).toEqual(["'self'", 'blob:', 'https://sdk.twilio.com'])
  expect([...directives.values()].flat().filter((source) => source.includes('*') || /^\w+:$/.test(source))).toEqual([
    'data:',
    'data:',
    'blob:',
  ])
})

test('a page names its files and its texts of each language, and an unknown path none', () => {
  const texts = { he: ['he.js', 'f-he.js'], en: ['en.js'] }
  const neededAt = neededFor({
    '/f/$formId': { files: ['a.js', 'b.js'], texts },
    '/f/new': { files: ['b.js'], texts: {} },
  })
  const pageAt = (url: string) => withNeeded('<html lang="he"><head></head>', neededAt(url))
  expect(pageAt('/f/1?page=2')).toBe(
    '<html data-texts-he="he.js f-he.js" data-texts-en="en.js" lang="he"><head><link rel="modulepreload" crossorigin href="/a.js"><link rel="modulepreload" crossorigin href="/b.js"></head>',
  )
  expect(pageAt('/f/new')).toBe('<html lang="he"><head><link rel="modulepreload" crossorigin href="/b.js"></head>')
  expect(pageAt('/f/1/more')).toBe('<html lang="he"><head></head>')
})
