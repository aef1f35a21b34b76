import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type OpenedRecipient, recipientRoutes } from '#contract/notifications/recipients.ts'
import { aSession } from '../../testing/fakes.ts'
import { idOf } from '../../testing/lead-fakes.ts'
import { openApp } from '../../testing/open-app.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'

const TOKEN = 't'.repeat(43)
const a = (changes: Partial<OpenedRecipient> = {}): OpenedRecipient => ({
  business: { _id: idOf(900), name: 'נגרות ברק', image: null },
  channel: 'mail',
  address: 'office@else.test',
  language: 'en',
  state: 'asked',
  ...changes,
})
const opened = (changes: Partial<OpenedRecipient> = {}) =>
  reply(recipientRoutes.open, { success: true, recipient: a(changes) })
const decided = (state: OpenedRecipient['state']) =>
  reply(recipientRoutes.decide, { success: true, recipient: a({ state }) })
const visit = (replies: FakeReply[], session: ReturnType<typeof aSession> | null = null) =>
  openApp(`/u/${TOKEN}`, { replies, session })
const button = (name: string) => screen.findByRole('button', { name })

describe('the page of a listed recipient', () => {
  test('asks without an account, sends nothing when opened, and accepts yes and then no', async () => {
    const { user, server } = await visit([opened(), decided('confirmed')])
    await screen.findByRole('heading', { name: 'נגרות ברק wants to send you notifications' })
    expect(screen.getByText('office@else.test')).toBeDefined()
    expect(server.sentTo(recipientRoutes.decide)).toEqual([])
    await user.click(await button('Yes, send me notifications'))
    await screen.findByText('You confirmed: you will receive notifications.')
    expect(screen.queryByRole('button', { name: 'Yes, send me notifications' })).toBeNull()
    server.use(decided('refused'))
    await user.click(await button('Stop notifications'))
    await screen.findByText('You declined: you will not receive notifications.')
    expect(server.sentTo(recipientRoutes.decide).map(({ params, body }) => [params.token, body])).toEqual([
      [TOKEN, { wants: true }],
      [TOKEN, { wants: false }],
    ])
    await button('Yes, send me notifications')
  })

  test('refuses permanently', async () => {
    const { user, server } = await visit([opened({ channel: 'sms', address: '+972501234567' }), decided('refused')])
    await screen.findByText('050-123-4567')
    await user.click(await button('No, never'))
    await screen.findByText('You declined: you will not receive notifications.')
    expect(screen.queryByText(/You would receive/)).toBeNull()
    expect(server.sentTo(recipientRoutes.decide)[0]?.body).toEqual({ wants: false })
  })

  test('uses the language in which the recipient was written to', async () => {
    await visit([opened({ language: 'he' })])
    await button('כן, אפשר לשלוח לי התראות')
    await waitFor(() => expect(document.documentElement.dir).toBe('rtl'))
  })

  test('uses the language of a signed-in person', async () => {
    await visit([opened({ language: 'he' })], aSession())
    await button('Yes, send me notifications')
  })

  test('says that a link is unknown', async () => {
    await visit([refusal(recipientRoutes.open, 404, 'recipient_not_found')])
    await screen.findByRole('heading', { name: 'This link is not valid' })
  })
})
