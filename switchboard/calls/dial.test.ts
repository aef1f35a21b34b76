import { describe, expect, test } from 'vitest'
import { clock } from '../clock.ts'
import { openTestExchange, until } from '../testing/test-exchange.ts'

const board = openTestExchange({}, 4)
const CALLER = '+972501234567'
const [FIRST, SECOND] = ['+972502000001', '+972502000002']
let next = 600

async function aNumber(voice: string) {
  board.customer.on('/voice', () => voice)
  board.customer.on('/after', () => '<Hangup/>')
  const phoneNumber = `+972724440${next++}`
  const voiceUrl = `${board.customer.url}/voice`
  await board.client().incomingPhoneNumbers.create({ phoneNumber, voiceUrl })
  return phoneNumber
}
const noun = (number: string, attributes = '') =>
  `<Number statusCallback="/leg" statusCallbackEvent="initiated ringing answered completed" ${attributes}>${number}</Number>`
const action = () => board.customer.at('/after')[0]?.params
/** Returns the states of the leg of each called number, in order. */
function legs() {
  const hooks = board.customer
    .at('/leg')
    .sort((a, b) => Number(a.params.SequenceNumber) - Number(b.params.SequenceNumber))
  return Object.fromEntries(
    [...new Set(hooks.map(({ params }) => params.To))].map((to) => [
      to,
      hooks.filter(({ params }) => params.To === to).map(({ params }) => params.CallStatus),
    ]),
  )
}

describe('several targets', () => {
  test('at once: the first that answers is connected, the others stop ringing', async () => {
    await board.station(FIRST, { answerAfterMs: 900 })
    await board.station(SECOND, { answerAfterMs: 200, toneHz: 1200 })
    const to = await aNumber(`<Dial action="/after" answerOnBridge="true">${noun(FIRST)}${noun(SECOND)}</Dial>`)
    const caller = await board.dial(CALLER, to, { hangUpAfterMs: 600 })
    await until(async () => (await caller.look()).heardHz === 1200)
    await caller.ended()
    await until(() => action() !== undefined && legs()[SECOND]?.length === 4)
    expect(legs()).toEqual({
      [FIRST]: ['initiated', 'ringing', 'canceled'],
      [SECOND]: ['initiated', 'ringing', 'in-progress', 'completed'],
    })
    expect(action()).toMatchObject({ DialCallStatus: 'completed', DialBridged: 'true' })
  })

  test('one is busy and one does not answer: no answer', async () => {
    await board.station(FIRST, { outcome: 'busy' })
    await board.station(SECOND, { outcome: 'never' })
    const to = await aNumber(`<Dial action="/after" timeout="1">${noun(FIRST)}${noun(SECOND)}</Dial>`)
    await (await board.dial(CALLER, to)).ended()
    expect(action()).toMatchObject({ DialCallStatus: 'no-answer', DialBridged: 'false' })
    expect(legs()).toEqual({ [FIRST]: ['initiated', 'busy'], [SECOND]: ['initiated', 'ringing', 'no-answer'] })
  })

  test('in order, where the document says so', async () => {
    await board.station(FIRST, { outcome: 'busy' })
    await board.station(SECOND, { answerAfterMs: 50 })
    const to = await aNumber(`<Dial action="/after" sequential="true">${noun(FIRST)}${noun(SECOND)}</Dial>`)
    await (await board.dial(CALLER, to, { hangUpAfterMs: 500 })).ended()
    await until(() => action() !== undefined)
    const [busy, tried] = [FIRST, SECOND].map((number) =>
      board.customer.at('/leg').filter(({ params }) => params.To === number),
    )
    expect(busy?.at(-1)?.at ?? 0).toBeLessThanOrEqual((tried?.[0]?.at ?? 0) + 20)
    expect(action()?.DialCallStatus).toBe('completed')
  })

  test('in order through actions, as the product does it', async () => {
    await board.station(FIRST, { outcome: 'reject' })
    await board.station(SECOND, { answerAfterMs: 50 })
    const to = await aNumber(`<Dial action="/second" answerOnBridge="true">${noun(FIRST)}</Dial>`)
    board.customer.on('/second', () => `<Dial action="/after" answerOnBridge="true">${noun(SECOND)}</Dial>`)
    await (await board.dial(CALLER, to, { hangUpAfterMs: 300 })).ended()
    await until(() => action() !== undefined)
    expect(board.customer.at('/second')[0]?.params).toMatchObject({
      DialCallStatus: 'no-answer',
      CallStatus: 'ringing',
    })
    expect(action()?.DialCallStatus).toBe('completed')
  })
})

describe('a whisper', () => {
  const screening = `<Dial action="/after" answerOnBridge="true" timeout="10">${noun(FIRST, 'url="/whisper"')}</Dial>`
  const whisper = '<Gather numDigits="1" timeout="1" action="/screen"><Pause length="1"/></Gather><Hangup/>'

  test('the person who answers presses 1 and is connected; the caller is not answered before', async () => {
    await board.station(FIRST, { answerAfterMs: 50, digits: '1', digitsAfterMs: 300 })
    const to = await aNumber(screening)
    board.customer.on('/whisper', () => whisper)
    let stateAtScreen = ''
    const caller = await board.dial(CALLER, to, { hangUpAfterMs: 400 })
    board.customer.on('/screen', () => '')
    await until(() => board.customer.at('/whisper').length > 0)
    stateAtScreen = (await caller.look()).state
    await caller.ended()
    await until(() => action() !== undefined)
    expect(stateAtScreen).toBe('ringing')
    const [inbound, asked] = ['/voice', '/screen'].map((path) => board.customer.at(path)[0]?.params)
    expect(asked).toMatchObject({
      Digits: '1',
      ParentCallSid: inbound?.CallSid,
      Direction: 'outbound-dial',
      CallStatus: 'in-progress',
      To: FIRST,
    })
    expect(action()).toMatchObject({ DialCallStatus: 'completed', DialBridged: 'true' })
  })

  test('a voicemail answers and presses nothing: no phone is connected', async () => {
    await board.station(FIRST, { answerAfterMs: 50 })
    const to = await aNumber(screening)
    board.customer.on('/whisper', () => whisper)
    const caller = await board.dial(CALLER, to)
    await caller.ended()
    expect(action()).toMatchObject({ DialCallStatus: 'completed', DialBridged: 'false', CallStatus: 'ringing' })
    expect(board.customer.at('/screen')).toEqual([])
    expect((await caller.look()).sipCode).toBe(480)
  })

  test('with one, the first that hears it out wins', async () => {
    await board.station(FIRST, { answerAfterMs: 50 })
    await board.station(SECOND, { answerAfterMs: 300 })
    const to = await aNumber(
      `<Dial action="/after" answerOnBridge="true">${noun(FIRST, 'url="/slow"')}${noun(SECOND, 'url="/quick"')}</Dial>`,
    )
    board.customer.on('/slow', () => '<Pause length="3"/>')
    board.customer.on('/quick', () => '')
    await (await board.dial(CALLER, to, { hangUpAfterMs: 300 })).ended()
    const isOver = (number: string) => legs()[number]?.includes('completed') === true
    await until(() => isOver(FIRST) && isOver(SECOND) && action() !== undefined)
    const second = board.customer.at('/leg').find(({ params }) => params.To === SECOND)
    expect(action()?.DialCallSid).toBe(second?.params.CallSid)
  })

  test('may not dial', async () => {
    await board.station(FIRST, { answerAfterMs: 50 })
    const to = await aNumber(screening)
    board.customer.on('/whisper', () => `<Dial>${SECOND}</Dial>`)
    await (await board.dial(CALLER, to)).ended()
    expect(action()?.DialBridged).toBe('false')
    expect(await board.takeViolations()).toEqual(['twiml 13201'])
  })
})

describe('rules', () => {
  test('only the caller or a number of the account may be shown', async () => {
    await board.station(FIRST, { answerAfterMs: 50 })
    const to = await aNumber(`<Dial action="/after" callerId="+972509999999">${noun(FIRST)}</Dial>`)
    await (await board.dial(CALLER, to)).ended()
    expect(action()?.DialCallStatus).toBe('failed')
    expect(board.customer.at('/leg')).toEqual([])
    expect(await board.takeViolations()).toEqual(['twiml 13214'])
  })

  test('a withheld caller stays withheld, also for the called phone', async () => {
    await board.station(FIRST, { answerAfterMs: 50 })
    const to = await aNumber(`<Dial action="/after">${noun(FIRST)}</Dial>`)
    await (await board.dial('anonymous', to, { hangUpAfterMs: 200 })).ended()
    await until(() => board.customer.at('/leg').length > 0)
    expect(board.customer.at('/voice')[0]?.params.From).toBe('anonymous')
    expect(board.customer.at('/leg')[0]?.params.From).toBe('anonymous')
  })

  test('a number that is none is a violation and fails; ten nouns are the most', async () => {
    const to = await aNumber(`<Dial action="/after"><Number>0501234567</Number></Dial>`)
    await (await board.dial(CALLER, to)).ended()
    expect(action()?.DialCallStatus).toBe('failed')
    expect(await board.takeViolations()).toEqual(['twiml 13223'])

    board.customer.on('/voice', () => `<Dial>${'<Client>missing</Client>'.repeat(11)}</Dial>`)
    await (await board.dial(CALLER, to)).ended()
    expect(await board.takeViolations()).toEqual(['twiml 13200'])
  })

  test('a phone in a browser that is not there does not answer', async () => {
    const to = await aNumber(
      '<Dial action="/after" answerOnBridge="true"><Client><Identity>u_1</Identity></Client></Dial>',
    )
    await (await board.dial(CALLER, to)).ended()
    expect(action()?.DialCallStatus).toBe('no-answer')
  })

  test('the limit ends the talk; what follows the Dial goes on', async () => {
    await board.station(FIRST, { answerAfterMs: 50 })
    const to = await aNumber(`<Dial timeLimit="1">${noun(FIRST)}</Dial><Redirect>/after</Redirect>`)
    const started = clock.now()
    await (await board.dial(CALLER, to)).ended()
    expect(clock.now() - started).toBeGreaterThan(950)
    expect(action()?.CallStatus).toBe('in-progress')
  })

  test('star ends the talk where that is allowed', async () => {
    await board.station(FIRST, { answerAfterMs: 50 })
    const to = await aNumber(`<Dial hangupOnStar="true" action="/after">${noun(FIRST)}</Dial>`)
    await (await board.dial(CALLER, to, { digits: '*', digitsAfterMs: 400 })).ended()
    expect(action()).toMatchObject({ DialBridged: 'true', CallStatus: 'in-progress' })
  })

  test('keys that the caller presses reach the called phone', async () => {
    await board.station(FIRST, { answerAfterMs: 50 })
    const to = await aNumber(`<Dial answerOnBridge="true">${noun(FIRST)}</Dial>`)
    await (await board.dial(CALLER, to, { digits: '12#', digitsAfterMs: 200, hangUpAfterMs: 400 })).ended()
    const heard = await board.ask<{ robot: string; heardDigits: string }[]>('GET', '/robot-calls')
    expect(heard.filter(({ robot }) => robot === FIRST).at(-1)?.heardDigits).toBe('12#')
  })
})

test('a talk that goes on is redirected through the API: who was called is let go', async () => {
  await board.station(FIRST, { answerAfterMs: 50 })
  const to = await aNumber(`<Dial action="/after">${noun(FIRST)}</Dial>`)
  board.customer.on('/elsewhere', () => '<Play digits="7"/><Pause length="1"/>')
  const caller = await board.dial(CALLER, to)
  await until(() => legs()[FIRST]?.includes('in-progress') === true)
  const sid = board.customer.at('/voice')[0]?.params.CallSid ?? ''
  await board
    .client()
    .calls(sid)
    .update({ url: `${board.customer.url}/elsewhere` })
  await caller.ended()
  await until(() => legs()[FIRST]?.includes('completed') === true)
  expect(board.customer.at('/elsewhere')[0]?.params.CallStatus).toBe('in-progress')
  expect((await caller.look()).heardDigits).toBe('7')
  expect(action()).toBeUndefined()
})
