import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Connection, channelRoutes as routes, type SmsChannel } from '#contract/leads/messages/channels.ts'
import { type WhatsAppConnection, whatsAppRoutes } from '#contract/leads/messages/whatsapp.ts'
import { storage } from '../../lib/storage.ts'
import { aSession, BUSINESS_ID } from '../../testing/fakes.ts'
import { idOf, surroundings } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, reply } from '../../testing/replies.ts'
import { ChannelsPage } from './channels-page.tsx'

const aConnection = (changes: Partial<Connection> = {}): Connection => ({
  _id: idOf(900),
  provider: 'smtp',
  settings: {
    ...{ host: 'smtp.gmail.com', port: 587, security: 'starttls', user: 'office', hasPassword: true },
    ...{ fromName: 'Green', fromAddress: 'office@green.co.il' },
  },
  state: 'active',
  since: '2026-01-05T10:00:00.000Z',
  lastSuccessAt: '2026-01-06T10:00:00.000Z',
  lastFailure: null,
  ...changes,
})
const connections = (...found: Connection[]) =>
  reply(routes.list, {
    success: true,
    connections: found,
    installationMail: 'Leadline <leads@leadline.test>',
    receivesMail: true,
  })
const sms = (changes: Partial<SmsChannel> = {}) =>
  reply(routes.sms, {
    success: true,
    sms: { numberId: null, numbers: [], installation: 'Leadline', lastSuccessAt: null, ...changes },
  })
const aNumber: WhatsAppConnection = {
  ...{ _id: idOf(950), phone: '+972524441100', name: 'Green', state: 'active', since: '2026-01-05T10:00:00.000Z' },
  ...{ lastSuccessAt: null, lastFailure: null, expiresAt: null, lastReceivedAt: null, hook: null, campaignId: null },
  templates: 3,
}
const whatsApp = (connection: WhatsAppConnection | null = null, hasSignIn = true) =>
  reply(whatsAppRoutes.get, { success: true, connection, hasSignIn })
const open = (replies: FakeReply[], search = '') =>
  renderPage(<ChannelsPage />, {
    path: `/b/${BUSINESS_ID}/settings/channels${search}`,
    route: '/b/$businessId/settings/channels',
    replies: [...surroundings('Owner'), whatsApp(), ...replies],
    session: aSession({ role: 'Owner' }),
  })

describe('the page of channels', () => {
  it('connects a mail server; its port follows the encryption', async () => {
    const { user, server } = await open([
      connections(),
      sms(),
      reply(routes.connectMail, { success: true, connection: aConnection() }),
    ])
    await screen.findByText(/leads@leadline\.test/)
    expect(screen.getByText('Answers of leads come to their conversation, with attachments.')).toBeDefined()
    await user.click(await screen.findByRole('button', { name: 'Connect a mail server' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/Sender’s email/), 'office@green.co.il')
    await user.type(dialog.getByLabelText(/Mail server/), 'smtp.gmail.com')
    await user.type(dialog.getByLabelText('User name'), 'office')
    await user.type(dialog.getByLabelText('Password'), 'secret')
    await user.click(dialog.getByRole('radio', { name: 'TLS' }))
    expect(dialog.getByLabelText(/Port/)).toHaveProperty('value', '465')
    await user.click(dialog.getByRole('button', { name: 'Check and save' }))
    await waitFor(() => expect(server.sentTo(routes.connectMail)).toHaveLength(1))
    expect(server.sentTo(routes.connectMail)[0]?.body).toEqual({
      ...{ host: 'smtp.gmail.com', port: 465, security: 'tls', user: 'office', password: 'secret' },
      ...{ fromName: '', fromAddress: 'office@green.co.il' },
    })
  })

  it('says what the server refused, and sends a test mail', async () => {
    const failing = aConnection({
      state: 'failing',
      lastFailure: { reason: 'sign_in', words: '535 Bad credentials', at: '2026-01-07T10:00:00.000Z' },
    })
    const { user } = await open([
      connections(failing),
      sms(),
      reply(routes.test, { success: true, connection: aConnection(), to: 'noam@example.test' }),
    ])
    await screen.findByText(/The server did not accept the user name or the password/)
    await screen.findByText('535 Bad credentials')
    expect(screen.getByText('v=spf1 include:_spf.google.com ~all', { exact: false })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send a test mail' }))
    await screen.findByText('A test mail was sent to noam@example.test')
  })

  it('disconnects after the address was typed', async () => {
    const { user, server } = await open([
      connections(aConnection()),
      sms(),
      reply(routes.disconnect, { success: true }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
    const dialog = within(await screen.findByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: 'Disconnect' })
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox'), 'office@green.co.il')
    await user.click(confirm)
    await waitFor(() => expect(server.sentTo(routes.disconnect)).toHaveLength(1))
  })

  it('chooses the number that sends text messages', async () => {
    const number = { _id: idOf(901), phone: '+972724440111', label: 'Main', state: 'active' as const }
    const chosen = { numberId: number._id, numbers: [number], installation: 'Leadline', lastSuccessAt: null }
    const { user, server } = await open([
      connections(),
      sms({ numbers: [number] }),
      reply(routes.chooseSms, { success: true, sms: chosen }),
    ])
    await user.click(await screen.findByRole('combobox', { name: 'Sender' }))
    await user.click(await screen.findByRole('option', { name: '072-444-0111 · Main' }))
    await waitFor(() => expect(server.sentTo(routes.chooseSms)[0]?.body).toEqual({ numberId: number._id }))
  })
})

describe('the WhatsApp card', () => {
  it('finishes what this tab began at Meta once, and shows the number with its state', async () => {
    storage.whatsAppTrip.set('a ticket')
    const finished = reply(whatsAppRoutes.finish, { success: true, connection: aNumber, hasSignIn: true })
    const search = `?whatsapp=back&state=${BUSINESS_ID}.abc&code=xyz`
    const { server } = await open([whatsApp(aNumber), connections(), sms(), finished], search)
    await screen.findByText('Green')
    expect(screen.getByText('3 templates in the account')).toBeDefined()
    await waitFor(() => expect(server.sentTo(whatsAppRoutes.finish)).toHaveLength(1))
    expect(server.sentTo(whatsAppRoutes.finish)[0]?.body).toEqual({
      ticket: 'a ticket',
      query: `state=${BUSINESS_ID}.abc&code=xyz`,
    })
    expect(storage.whatsAppTrip.get()).toBeNull()
  })

  it('says in words why it does not work, and what disconnecting stops', async () => {
    const lastFailure = { reason: 'token', words: 'The session has expired', at: '2026-01-06T10:00:00.000Z' } as const
    const failing = { ...aNumber, state: 'failing', lastFailure } as const
    const gone = reply(whatsAppRoutes.disconnect, { success: true, connection: null, hasSignIn: true })
    const { user, server } = await open([whatsApp(failing), connections(), sms(), gone])
    await screen.findByText(/The permission expired or was revoked: connect again/)
    expect(screen.getByText('The session has expired')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Disconnect' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect WhatsApp' }))
    expect(dialog.getByText(/will not be sent any more, not even those that wait/)).toBeDefined()
    await user.type(dialog.getByRole('textbox'), '052-444-1100')
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    await waitFor(() => expect(server.sentTo(whatsAppRoutes.disconnect)).toHaveLength(1))
  })

  it('without an app of the installation asks for one of the business’s own', async () => {
    const { user, server } = await open([whatsApp(null, false), connections(), sms()])
    await user.click(await screen.findByRole('button', { name: 'Connect WhatsApp' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Connect through your own app' }))
    await user.type(dialog.getByLabelText(/Phone number ID/), 'abc')
    await user.click(dialog.getByRole('button', { name: 'Test and save' }))
    expect(server.sentTo(whatsAppRoutes.connect)).toEqual([])
    expect(dialog.getByLabelText(/Phone number ID/).getAttribute('aria-invalid')).toBe('true')
  })
})
