import { createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { openMail } from '../../providers/mail/open-mail.ts'
import { testApp } from '../../testing/test-app.ts'
import { deliverDueMessages } from '../messages/delivery.ts'
import { queueMessage } from '../messages/messages.service.ts'

const it = await testApp()
const DAY_MS = 86_400_000
let day = 0

type Stage = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message'
type Answer = 'closes' | `${number} ${string}`
/** A mail server that closes the connection or replies like this at a stage, and accepts everything before it. */
async function mailServer(stage: Stage, answer: Answer) {
  const act = (socket: Socket) => (answer === 'closes' ? socket.destroy() : socket.write(`${answer}\r\n`))
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (stage === 'greeting') return act(socket)
    socket.write('220 mail.example.test\r\n')
    let isMessage = false
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      if (isMessage && !text.endsWith('\r\n.\r\n')) return
      const asked = isMessage ? 'message' : text.slice(0, 4).toUpperCase()
      isMessage = asked === 'DATA' && stage !== 'DATA'
      if (asked === stage) return act(socket)
      socket.write(asked === 'DATA' ? '354 go on\r\n' : '250 well\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`
}

/** How many mails one attempt to send a code counts as, and the final state of the message. */
async function tried(smtpUrl: string) {
  day += 1
  const at = new Date(Date.now() + day * DAY_MS)
  const recipient = `${newId()}@example.test`
  // Not due before that day, so that the running server leaves it alone.
  const { businessId } = await it.newBusiness()
  const code = { businessId, kind: 'code' as const, channel: 'mail' as const, recipient, body: 'Body' }
  await queueMessage(it.deps.workerDb, { ...code, subject: 'Code', dueAt: at })
  const mail = openMail({ smtpUrl, mailFrom: 'Leadline <leads@leadline.test>', devPages: false })
  await deliverDueMessages({ ...it.deps, mail, now: () => at, onError: () => undefined })
  mail.close()
  const { workerDb } = it.deps
  const used = await workerDb
    .selectFrom('ceiling_uses')
    .select('used')
    .where('holder', '=', `business:${businessId}`)
    .executeTakeFirst()
  const { state } = await workerDb
    .selectFrom('messages')
    .select('state')
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow()
  return { used: used?.used ?? 0, state }
}

test.each([
  ['that is not there', () => Promise.resolve('smtp://127.0.0.1:1')],
  ['whose name is unknown', () => Promise.resolve('smtp://unknown.invalid:25')],
  ['that closes the connection instead of a greeting', () => mailServer('greeting', 'closes')],
  ['that is too busy', () => mailServer('greeting', '421 too busy')],
  ['that closes the connection after the greeting', () => mailServer('EHLO', 'closes')],
  ['that wants the receiver later', () => mailServer('RCPT', '451 later')],
  ['that closes the connection instead of taking the message', () => mailServer('DATA', 'closes')],
  ['that wants the message later', () => mailServer('message', '451 later')],
])('a mail server %s uses up no ceiling', async (_, open) => {
  expect(await tried(await open())).toEqual({ used: 0, state: 'queued' })
})

test('a mail server that closes the connection after the message may have sent it, so it counts', async () => {
  expect(await tried(await mailServer('message', 'closes'))).toEqual({ used: 1, state: 'queued' })
})

test('a mail that was accepted counts', async () => {
  expect(await tried(await mailServer('message', '250 accepted'))).toEqual({ used: 1, state: 'sent' })
})
