import { expect, test } from 'vitest'
import { policyFor } from './web.ts'

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
  expect(directives.get('media-src')).toEqual(["'self'", 'https://sdk.twilio.com'])
  expect([...directives.values()].flat().filter((source) => source.includes('*') || /^\w+:$/.test(source))).toEqual([
    'data:',
    'data:',
  ])
})
