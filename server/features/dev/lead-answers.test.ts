import { expect, test } from 'vitest'
import { testConversations } from '../../testing/features/test-conversations.ts'
import { smsAccount } from '../../testing/sms-account.ts'
import { testApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

const NOON = Date.parse('2026-11-24T10:00:00Z')
const texts = await smsAccount()
const it = await testApp({
  env: { DEMO: '1', SIP_TRUNK: '' },
  exchange: () => texts.account,
  now: () => new Date(NOON),
})
const { world, write, inState, thread } = testConversations(it, texts)

const outbox = () => it.app.inject({ url: '/dev/outbox', headers: { host: 'localhost' } })
async function answer(messageId: string, text: string) {
  const { id } = await it.deps.workerDb
    .selectFrom('messages')
    .select('id')
    .where('lead_message_id', '=', messageId)
    .executeTakeFirstOrThrow()
  expect((await outbox()).body).toContain(`action="/dev/outbox/${id}/answer"`)
  return it.app.inject({
    ...{ method: 'POST', url: `/dev/outbox/${id}/answer`, payload: new URLSearchParams({ text }).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost' },
  })
}

test.each([
  ['a text message', { channel: 'sms', text: 'When can we talk?' }],
  ['a mail', { channel: 'email', subject: 'Your offer', text: 'When can we talk?' }],
] as const)('%s in the outbox is answered as its lead would answer it', async (_, content) => {
  const { owner, lead } = await world()
  const { _id } = await write(owner, lead._id, content)
  await inState(owner, lead._id, 'sent')
  expect((await outbox()).body).toContain('When can we talk?')
  expect((await answer(_id, 'מחר בעשר')).statusCode).toBe(303)
  const last = await waitFor(async () => {
    const { messages } = await thread(owner, lead._id)
    return messages.at(-1)?.direction === 'in' && messages.at(-1)
  })
  expect(last).toMatchObject({ channel: content.channel, text: 'מחר בעשר' })
})
