import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { onError } from './errors.ts'

test('a failed request is logged with its id, method and route, but not with its address', async () => {
  const lines: string[] = []
  const log = openLog('error', { role: 'web' }, { write: (line: string) => void lines.push(line) })
  const app = Fastify({ loggerInstance: log as FastifyBaseLogger, genReqId: () => 'request-1' })
  app.setErrorHandler(onError)
  app.patch('/lead/:id', () => {
    throw new Error('It failed')
  })
  await app.inject({ method: 'PATCH', url: '/lead/one-lead?phone=0541234567' })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', msg: 'It failed', reqId: 'request-1', method: 'PATCH', route: '/lead/:id' },
  ])
  expect(lines.join()).not.toMatch(/one-lead|0541234567/)
})

/** The reply to an error of PostgreSQL, and whether it is logged. */
async function answerTo(code: string) {
  const logged: unknown[] = []
  const stream = { write: (line: string) => void logged.push(JSON.parse(line)) }
  const app = Fastify({ logger: { level: 'error', stream } })
  app.setErrorHandler(onError)
  app.get('/', () => {
    throw Object.assign(new Error('of the database'), { code })
  })
  const { statusCode, json } = await app.inject('/')
  return { statusCode, code: json().code, logged: logged.length }
}

test.each([
  ['22021', 422, 'invalid_input'],
  ['22P02', 422, 'invalid_input'],
  ['22P05', 422, 'invalid_input'],
  ['22012', 500, 'internal'],
  ['22003', 500, 'internal'],
  ['57P01', 503, 'database_unavailable'],
  ['08006', 503, 'database_unavailable'],
  ['40P01', 503, 'busy'],
  ['40001', 503, 'busy'],
  ['57014', 503, 'busy'],
])('the database’s %s is a %i and is logged', async (code, statusCode, expected) => {
  expect(await answerTo(code)).toEqual({ statusCode, code: expected, logged: 1 })
})
