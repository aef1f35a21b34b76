import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../../', import.meta.url).pathname
const sources = globSync('server/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|server\/testing\/|server\/providers\//.test(path))
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }))
const naming = (pattern: RegExp) => sources.flatMap(({ path, text }) => (pattern.test(text) ? [path] : [])).sort()

/** Where a message is handed to a provider of mail, text messages or WhatsApp. */
const CALLERS = /\b(mail|sms)\.send\(|\.sendSms\(|\.sendWhatsApp\(/

test('providers are called by the two delivery loops alone: that of conversations, and that of codes and notices', () => {
  expect(naming(CALLERS)).toEqual([
    // Wraps the transport of the own mail server to note its answers.
    'server/features/channels/channels.cache.ts',
    'server/features/conversations/sending/handing-whatsapp.service.ts',
    'server/features/conversations/sending/handing.service.ts',
    'server/features/messages/delivery.ts',
  ])
})

test('only the loop that asks the gate hands messages to leads to a provider, and only sendToLead and a retry queue them', () => {
  expect(naming(/\bhand\(/)).toEqual(['server/features/conversations/sending/delivery.ts'])
  expect(naming(/\binsertToLead\(/)).toEqual(['server/features/conversations/sending/sending.service.ts'])
  const loop = sources.find(({ path }) => path.endsWith('sending/delivery.ts'))?.text ?? ''
  expect(loop.indexOf('await pass(')).toBeGreaterThan(0)
  expect(loop.indexOf('await pass(')).toBeLessThan(loop.indexOf('await hand('))
  const decided = sources.find(({ path }) => path.endsWith('sending/delivery.service.ts'))?.text ?? ''
  expect(decided.indexOf('gateOf(')).toBeLessThan(decided.indexOf("move('sending'"))
})

test('the loop of codes and notices takes no message to a lead', () => {
  const queue = sources.find(({ path }) => path.endsWith('messages/messages.queries.ts'))?.text ?? ''
  expect(queue).toMatch(/state = 'queued' and lead_message_id is null/)
})
