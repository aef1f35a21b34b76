import { expect, test } from 'vitest'
import { openTestExchange, until } from '../testing/test-exchange.ts'

const board = openTestExchange({}, 4)
const [OURS, ASKED] = ['+972724440910', '+972724440911']

async function twoNumbers(voice: string) {
  board.customer.on('/voice', () => voice)
  const numbers = board.client().incomingPhoneNumbers
  const owned = await numbers.list()
  for (const { sid } of owned) await numbers(sid).remove()
  await numbers.create({ phoneNumber: OURS })
  const statusCallback = `${board.customer.url}/status`
  await numbers.create({ phoneNumber: ASKED, voiceUrl: `${board.customer.url}/voice`, statusCallback })
}
const callIt = (more: { sendDigits?: string; twiml?: string; timeout?: number } = {}) =>
  board.client().calls.create({
    ...{ to: ASKED, from: OURS, twiml: '<Response><Pause length="9"/></Response>' },
    ...{ statusCallback: `${board.customer.url}/progress`, statusCallbackEvent: ['ringing', 'answered', 'completed'] },
    ...more,
  })
const progress = () =>
  board.customer
    .at('/progress')
    .map(({ params }) => `${params.CallStatus}`)
    .sort()

test('a call to a number of an account comes in there as a call of its own, and keys are heard in both directions', async () => {
  await twoNumbers('<Gather numDigits="6" timeout="9" action="/code"/>')
  board.customer.on('/code', () => '<Play digits="w5"/><Pause length="2"/><Hangup/>')
  board.customer.on('/heard', () => '<Hangup/>')
  const twiml = `<Response><Gather numDigits="1" timeout="9" action="${board.customer.url}/heard"/></Response>`
  const made = await callIt({ sendDigits: 'wW420917', twiml })
  await until(() => progress().length === 3)
  expect(progress()).toEqual(['completed', 'in-progress', 'ringing'])
  const [came] = board.customer.at('/voice')
  expect(came?.params).toMatchObject({ From: OURS, To: ASKED, Direction: 'inbound', CallStatus: 'ringing' })
  // Nothing names the call that was placed.
  expect(Object.values(came?.params ?? {})).not.toContain(made.sid)
  expect(board.customer.at('/code')[0]?.params).toMatchObject({ CallSid: came?.params.CallSid, Digits: '420917' })
  expect(board.customer.at('/heard')[0]?.params).toMatchObject({ CallSid: made.sid, Digits: '5' })
  await until(() => board.customer.at('/status').length === 1)
  expect(board.customer.at('/status')[0]?.params.CallStatus).toBe('completed')
})

test.each([
  { answer: '<Reject reason="busy"/>', status: 'busy' },
  { answer: '<Reject/>', status: 'no-answer' },
])('a refusal is the end of the call that was placed: $status', async ({ answer, status }) => {
  await twoNumbers(answer)
  await callIt()
  await until(() => board.customer.at('/progress').some(({ params }) => params.CallStatus === status))
})

test('a call that is not answered ends for both after the time that was given', async () => {
  board.customer.on('/after', () => '')
  await board.station('+972541231234', { outcome: 'never' })
  await twoNumbers('<Dial timeout="60" answerOnBridge="true">+972541231234</Dial>')
  await callIt({ timeout: 1 })
  await until(() => progress().includes('no-answer'))
  await until(() => board.customer.at('/status').length === 1)
  expect(board.customer.at('/status')[0]?.params.CallStatus).toBe('canceled')
})

test('keys that no phone has are refused, and so are more than 32', async () => {
  await twoNumbers('<Reject/>')
  for (const sendDigits of ['12x', '1'.repeat(33)])
    await expect(callIt({ sendDigits })).rejects.toEqual(expect.objectContaining({ status: 400, code: 21_206 }))
  expect((await callIt({ sendDigits: `${'1'.repeat(28)}*#wW` })).status).toBe('queued')
})

test('a phone whose carrier forwards its calls is named in them, if the carrier names it', async () => {
  await twoNumbers('<Hangup/>')
  const existing = '+97239990001'
  // Calls of other tests come from the other number.
  const came = () => board.customer.at('/voice').filter(({ params }) => params.From === ASKED)
  for (const isNamed of [true, false]) {
    await board.ask('PUT', '/forwards', { phone: existing, to: ASKED, isNamed })
    await board.client().calls.create({ to: existing, from: ASKED, twiml: '<Response><Hangup/></Response>' })
    await until(() => came().length === (isNamed ? 1 : 2))
  }
  const [named, unnamed] = came().map(({ params }) => params)
  expect(named).toMatchObject({ To: ASKED, ForwardedFrom: existing, Direction: 'inbound' })
  expect(unnamed).toMatchObject({ To: ASKED })
  expect(unnamed).not.toHaveProperty('ForwardedFrom')
  await board.ask('PUT', '/forwards', { phone: existing })
})
