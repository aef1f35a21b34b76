import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { fileRoutes } from '#contract/files/files.ts'
import { limitArrival } from './arrival.ts'

/** Whether the server ends the connection of half a body within this time. */
const isEnded = (port: number, path: string, ms: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.once('close', () => done(true))
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 10\r\n\r\nhalf`)
    setTimeout(() => {
      done(false)
      socket.destroy()
    }, ms)
  })

test('a body that does not arrive in time ends its connection; an upload of a file may take longer', async () => {
  const app = Fastify()
  limitArrival(app, 100)
  app.post('/short', async () => 'ok')
  app.post('/file', { config: { route: fileRoutes.add } as object }, async () => 'ok')
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  expect(await Promise.all([isEnded(port, '/short', 600), isEnded(port, '/file', 600)])).toEqual([true, false])
  const whole = await app.inject({
    method: 'POST',
    url: '/short',
    payload: 'whole',
    headers: { 'content-type': 'text/plain' },
  })
  expect(whole.statusCode).toBe(200)
  await app.close()
})
