import { describe, expect, test } from 'vitest'
import { openTestExchange, until } from '../testing/test-exchange.ts'
import { countSegments } from './segments.ts'

const board = openTestExchange()
const NUMBER = '+972724440800'
const HANDSET = '+972521112233'

async function own() {
  const [known] = await board.client().incomingPhoneNumbers.list({ phoneNumber: NUMBER })
  if (!known)
    await board.client().incomingPhoneNumbers.create({ phoneNumber: NUMBER, smsUrl: `${board.customer.url}/sms` })
}
const send = (body: string, to = HANDSET, from = NUMBER) =>
  board.client().messages.create({ to, from, body, statusCallback: `${board.customer.url}/state` })
const states = () => board.customer.at('/state').map(({ params }) => params.MessageStatus)

describe('a message out', () => {
  test('climbs from queued to delivered, and tells of each step', async () => {
    await own()
    const message = await send('שלום, קיבלנו את הפנייה שלך')
    expect(message).toMatchObject({ status: 'queued', numSegments: '1', direction: 'outbound-api', price: null })
    expect(message.sid).toMatch(/^SM[0-9a-f]{32}$/)
    await until(() => states().length === 3)
    expect(states()).toEqual(['sending', 'sent', 'delivered'])
    expect(board.customer.at('/state')[2]?.params).toMatchObject({ MessageSid: message.sid, To: HANDSET, From: NUMBER })
    expect((await board.client().messages(message.sid).fetch()).status).toBe('delivered')
  })

  test.each(['undelivered', 'failed'])('to a handset in trouble ends %s, with a reason', async (status) => {
    await own()
    const to = '+972521119999'
    await board.ask('PUT', '/handsets', { number: to, status, errorCode: 30003 })
    const { sid } = await send('a', to)
    await until(() => states().includes(status))
    expect(board.customer.at('/state').at(-1)?.params.ErrorCode).toBe('30003')
    expect((await board.client().messages(sid).fetch()).errorCode).toBe(30003)
  })

  test('is refused where the vendor refuses it', async () => {
    await own()
    const refused = (code: number) => ({ status: 400, code })
    await expect(send('a', '0521112233')).rejects.toMatchObject(refused(21211))
    await expect(send('a', HANDSET, '+972724449998')).rejects.toMatchObject(refused(21606))
    await expect(send('a', HANDSET, 'MoreThanEleven')).rejects.toMatchObject(refused(21606))
    await expect(send('')).rejects.toMatchObject(refused(21602))
    await expect(send('x'.repeat(1_601))).rejects.toMatchObject(refused(21617))
    expect((await send('a', HANDSET, 'Leadline')).from).toBe('Leadline')
    await until(() => states().length === 3)
  })
})

describe('a message in', () => {
  test('reaches the number’s webhook', async () => {
    await own()
    board.customer.on('/sms', () => '')
    await board.ask('POST', '/messages', { from: '052-111-2233', to: '072-444-0800', body: ' מעוניין בפרטים ' })
    expect(board.customer.at('/sms')[0]?.params).toMatchObject({
      From: HANDSET,
      To: NUMBER,
      Body: ' מעוניין בפרטים ',
      NumMedia: '0',
      NumSegments: '1',
      AccountSid: board.accountSid,
    })
  })

  test('STOP takes the handset off the number’s list, START puts it back', async () => {
    await own()
    board.customer.on('/sms', () => '')
    await board.ask('POST', '/messages', { from: HANDSET, to: NUMBER, body: 'Stop' })
    expect(board.customer.at('/sms')).toHaveLength(1)
    await expect(send('a')).rejects.toMatchObject({ status: 400, code: 21610 })
    await board.ask('POST', '/messages', { from: HANDSET, to: NUMBER, body: 'START' })
    expect((await send('a')).status).toBe('queued')
    await until(() => states().length === 3)
  })
})

test.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(307), 3],
  [`${'a'.repeat(159)}€`, 2],
  ['ש'.repeat(70), 1],
  ['ש'.repeat(71), 2],
  ['ש'.repeat(135), 3],
])('parts of a text: %#', (text, parts) => {
  expect(countSegments(text)).toBe(parts)
})
