import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { HandsetMessage } from '#contract/calls/dev-phones.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { phoneToken } from '../../providers/exchange/account.ts'
import { readMessages, readNumbers, sendMessage, setLoss } from './dev-phones.service.ts'

const SHOWN = 50
const phone = z.string().regex(/^\+[1-9]\d{5,14}$/)
const Caller = z.object({ from: phone })
const Loss = Caller.extend({ isPoor: z.boolean() })
const Handset = z.object({ phone })
const Message = z.object({ from: phone, to: z.string().min(3).max(20), text: z.string().trim().min(1).max(1_600) })

/** An outside phone to try the product with; its page is in the web app, under /dev/phones. */
export function mountDevPhones(dev: FastifyInstance, { workerDb, voice, now, env }: Deps) {
  const exchange = () => {
    const account = voice.exchange()
    if (!account) throw new AppError('not_found')
    return account
  }
  const hidden = { schema: { hide: true } } as const

  dev.get('/phones/numbers', hidden, async () => {
    const { consoleUrl } = exchange()
    return { numbers: await readNumbers(workerDb, now(), SHOWN), hasMessages: consoleUrl !== undefined }
  })

  dev.post('/phones/token', hidden, async ({ body }) => {
    const { from } = read(Caller, body)
    const secret = env.exchangeVariables.SWITCHBOARD_PHONE_SECRET ?? exchange().authToken
    return { token: phoneToken(secret, `phone:${from}`, now()).token }
  })

  dev.post('/phones/loss', hidden, async ({ body }) => {
    await setLoss(exchange().consoleUrl, read(Loss, body))
    return { success: true }
  })

  dev.post(
    '/phones/messages/list',
    hidden,
    async ({ body }): Promise<{ messages: HandsetMessage[] }> => ({
      messages: await readMessages(exchange().consoleUrl, read(Handset, body).phone),
    }),
  )

  dev.post('/phones/messages', hidden, async ({ body }) => {
    await sendMessage(exchange().consoleUrl, read(Message, body))
    return { success: true }
  })
}

function read<T>(shape: z.ZodType<T>, body: unknown): T {
  const { data, error } = shape.safeParse(body)
  if (error) throw new AppError('invalid_input')
  return data
}
