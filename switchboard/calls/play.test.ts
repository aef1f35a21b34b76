import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wavHeader } from '../media/wav.ts'
import { openTestExchange, until } from '../testing/test-exchange.ts'

const board = openTestExchange()

/** A server of sounds: tones of 700 Hz, whose file may be kept or not, and a file without an end. */
const fetched: string[] = []
const server = createServer(async ({ url = '' }, response) => {
  fetched.push(url)
  if (url === '/endless.wav') {
    response.writeHead(200, { 'content-type': 'audio/wav' })
    const piece = Buffer.alloc(1_048_576)
    while (!response.destroyed) await new Promise((done) => response.write(piece, done))
    return
  }
  const samples = Buffer.alloc(2 * 8_000)
  for (let i = 0; i < 8_000; i++)
    samples.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 700 * i) / 8_000)), 2 * i)
  const control = url === '/kept.wav' ? 'private, max-age=600' : 'no-store, max-age=600'
  response.writeHead(200, { 'cache-control': control }).end(Buffer.concat([wavHeader(1, samples.length), samples]))
})
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  fetched.length = 0
})

let digits = 0
/** Calls a number that answers with these instructions. */
async function call(twiml: (url: string) => string, caller: Record<string, unknown>) {
  const phoneNumber = `+9727244470${String(++digits).padStart(2, '0')}`
  board.customer.on('/voice', () => twiml(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  board.customer.on('/keys', () => '<Hangup/>')
  await board.client().incomingPhoneNumbers.create({ phoneNumber, voiceUrl: `${board.customer.url}/voice` })
  const robot = await board.dial('+972501234567', phoneNumber, caller)
  return { robot, keys: () => board.customer.at('/keys')[0]?.params.Digits }
}

test('a sound within Gather is heard until a key is pressed, and # is a key if no key finishes', async () => {
  const menu = (url: string) =>
    `<Gather numDigits="1" timeout="9" finishOnKey="" action="/keys"><Play loop="0">${url}/once.wav</Play></Gather>`
  const { robot, keys } = await call(menu, { digits: '#', digitsAfterMs: 1_500 })
  await until(async () => (await robot.look()).heardHz === 700)
  await until(() => keys() === '#')
  await robot.ended()
})

test('without a key the hook is called if the empty result is wanted', async () => {
  const menu = (url: string) =>
    `<Gather numDigits="1" timeout="1" actionOnEmptyResult="true" action="/keys"><Play>${url}/once.wav</Play></Gather><Reject/>`
  const { robot, keys } = await call(menu, {})
  await until(() => keys() === '')
  await robot.ended()
})

test('a file is kept as long as its server allows, and one that is too long is not read to its end', async () => {
  const play = (name: string) => (url: string) => `<Play loop="2">${url}/${name}.wav</Play><Hangup/>`
  for (const name of ['kept', 'kept', 'once', 'endless']) await (await call(play(name), {})).robot.ended()
  expect(fetched).toEqual(['/kept.wav', '/once.wav', '/once.wav', '/endless.wav', '/endless.wav'])
}, 30_000)
