import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flushLog, logError, openLog } from './log.ts'

type Line = Record<string, unknown> & { err: Record<string, unknown> }
let text = ''
const lines = () =>
  text
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
const log = () =>
  openLog(
    'info',
    { role: 'web' },
    {
      write(line: string) {
        text += line
      },
    },
  )
beforeEach(() => {
  text = ''
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

test('an error is one JSON line with a named level, a time and what is known of it', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  logError(log(), new Error('It failed\nin two lines', { cause }), { reqId: 'r1', method: 'GET', route: '/api/lead' })
  expect(lines()).toMatchObject([
    {
      level: 'error',
      role: 'web',
      reqId: 'r1',
      method: 'GET',
      route: '/api/lead',
      msg: 'It failed\nin two lines',
      err: { type: 'Error', cause: { code: 'ECONNREFUSED' } },
    },
  ])
  expect(String(lines()[0]?.time)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('no mail address, phone, token or password reaches the log, however an error carries them', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  const key = `lk_live_${'a'.repeat(43)}`
  const error = Object.assign(
    new Error(
      `No: dana@example.co.il, +972541234567, 0541234567, Bearer ${token}, ${key}, postgres://owner:hidden@db/leads`,
    ),
    {
      code: '23505',
      constraint: 'leads_phone',
      detail: 'Key (email)=(dana@example.co.il) already exists.',
      where: 'unnamed portal parameter $1 = +972541234567',
      parameters: ['secret'],
    },
  )
  logError(log(), error)
  for (const secret of ['dana@', '972541234567', '0541234567', token, key, 'hidden', 'secret'])
    expect(text).not.toContain(secret)
  expect(lines()[0]?.err).toMatchObject({ code: '23505', constraint: 'leads_phone' })
})

test('of an outage one line is written a minute, and then how often it was', () => {
  const to = log()
  const outage = () => Object.assign(new Error('terminating connection'), { code: '57P01' })
  for (let n = 0; n < 500; n++) logError(to, outage())
  expect(lines()).toHaveLength(1)
  vi.advanceTimersByTime(60_000)
  expect(lines()).toMatchObject([{}, { count: 499, msg: 'The same error occurred again' }])
  logError(to, outage())
  expect(lines()).toHaveLength(3)
})

test.each([
  ['40P01', 'deadlock detected', 'A transaction was given up for another one that it waited for in a circle'],
  ['40001', 'could not serialize access', 'A transaction was given up for another one that came between'],
  ['57014', 'canceling statement due to statement timeout', 'A statement was ended before it was done'],
])('%s is no outage: it is said in its own words, and ten times a minute', (code, message, words) => {
  const to = log()
  for (let n = 0; n < 25; n++) logError(to, Object.assign(new Error(message), { code }))
  expect(lines()).toHaveLength(10)
  expect(lines()[0]).toMatchObject({ msg: words, err: { code, message } })
})

test('of another error the first ten are written; ids and numbers make no other kind of it', () => {
  const to = log()
  for (let n = 0; n < 25; n++) logError(to, new Error(`Lead ${n} of '${n}' is odd`))
  logError(to, new Error('Something else'))
  flushLog(to)
  expect(lines().filter(({ err }) => err)).toHaveLength(11)
  expect(lines().at(-1)).toMatchObject({ count: 15 })
})
