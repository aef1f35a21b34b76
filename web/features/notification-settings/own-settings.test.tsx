import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  type Choice,
  type OwnChange,
  type OwnSettings,
  notificationSettingRoutes as routes,
} from '#contract/notifications/notification-settings.ts'
import { type PushDevice, pushRoutes } from '#contract/notifications/push.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { OwnSettingsPage } from './own-settings-page.tsx'

const inApp: Choice = { app: true, popup: true, push: true, mail: false, sms: false, onlyMine: false }
const standard: OwnSettings = {
  events: [
    { event: 'receiving_a_lead', isOwn: false, choice: inApp },
    { event: 'join_asked', isOwn: true, choice: { ...inApp, popup: false, push: false } },
  ],
  quiet: { kind: 'business' },
  businessQuiet: { from: '23:00', to: '06:30' },
  addresses: { mail: 'shira@alon-reno.test', sms: null },
  deliveries: {
    app: null,
    push: null,
    mail: { state: 'failed', at: '2026-01-05T10:00:00.000Z', reason: 'refused' },
    sms: null,
  },
}
/** A server that stores what is sent to it. */
async function open(changes: Partial<OwnSettings> = {}, devices: PushDevice[] = []) {
  let settings = { ...standard, ...changes }
  const page = await renderPage(<OwnSettingsPage />, {
    path: '/user/settings/notifications',
    replies: [
      reply(routes.own, () => ({ success: true, settings })),
      reply(routes.changeOwn, ({ body }) => {
        const { events = [], quiet } = body as OwnChange
        settings = {
          ...settings,
          ...(quiet && { quiet }),
          events: settings.events.map((one) => {
            const changed = events.find(({ event }) => event === one.event)
            return changed ? { ...one, isOwn: changed.choice !== null, choice: changed.choice ?? inApp } : one
          }),
        }
        return { success: true, settings }
      }),
      reply(routes.test, { success: true }),
      reply(pushRoutes.list, { success: true, publicKey: 'BKey', devices }),
    ],
  })
  const table = await screen.findByRole('table')
  const sent = () => page.server.calls.filter(({ route }) => route === routes.changeOwn).map(({ body }) => body)
  const cell = (name: string) => within(table).getByRole('checkbox', { name }) as HTMLInputElement
  return { ...page, table, sent, cell }
}

describe('own notifications', () => {
  it('have a checkbox for each event and channel that exists, and no others', async () => {
    const { table, cell } = await open()
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Event', 'In the app', 'Popup', 'On devices', 'Email', 'SMS'])
    expect(cell('New lead: In the app').checked).toBe(true)
    expect(cell('New lead: Email').checked).toBe(false)
    expect(within(table).queryByRole('checkbox', { name: 'Request to join: SMS' })).toBeNull()
    // The account has no phone.
    expect(cell('New lead: SMS').disabled).toBe(true)
    const [, lead] = within(table).getAllByRole('row')
    expect(lead?.textContent).toContain('Business default')
  })

  it('are chosen checkbox by checkbox, saved at once, and reset to the business’s defaults', async () => {
    const { user, cell, sent, table } = await open()
    await user.click(cell('New lead: Email'))
    expect(cell('New lead: Email').checked).toBe(true)
    await waitFor(() =>
      expect(sent()).toEqual([{ events: [{ event: 'receiving_a_lead', choice: { ...inApp, mail: true } }] }]),
    )
    await user.click(await within(table).findByRole('button', { name: 'Reset to the business default: New lead' }))
    await waitFor(() => expect(cell('New lead: Email').checked).toBe(false))
    expect(sent().at(-1)).toEqual({ events: [{ event: 'receiving_a_lead', choice: null }] })
  })

  it('have popups only where they appear in the app', async () => {
    const { user, cell } = await open()
    await user.click(cell('New lead: In the app'))
    expect([cell('New lead: Popup').checked, cell('New lead: Popup').disabled]).toEqual([false, true])
  })

  it('can be limited to one’s own leads', async () => {
    const { user, sent } = await open()
    await user.click(screen.getByRole('combobox', { name: 'Which leads: New lead' }))
    await user.click(await screen.findByRole('option', { name: 'Only leads assigned to me' }))
    await waitFor(() =>
      expect(sent()).toEqual([{ events: [{ event: 'receiving_a_lead', choice: { ...inApp, onlyMine: true } }] }]),
    )
  })

  it('return to their previous state where the server refuses', async () => {
    const { user, cell, server } = await open()
    server.use(refusal(routes.changeOwn, 403, 'business_closing', { message: 'The business is closing' }))
    await user.click(cell('New lead: Email'))
    await screen.findByText('The business is closing')
    await waitFor(() => expect(cell('New lead: Email').checked).toBe(false))
  })
})

describe('quiet hours', () => {
  it('are those of the business, one’s own or none', async () => {
    const { user, sent } = await open()
    await screen.findByText("The business's quiet hours are 23:00 to 06:30.")
    await user.click(screen.getByRole('radio', { name: 'My own hours' }))
    await waitFor(() => expect(sent()).toEqual([{ quiet: { kind: 'own', hours: { from: '23:00', to: '06:30' } } }]))
    expect(screen.getByText('Until the next morning')).toBeTruthy()
    await user.clear(screen.getByLabelText('Until'))
    expect(sent()).toHaveLength(1)
    await user.type(screen.getByLabelText('Until'), '23:00')
    await screen.findByText('Start and end are the same')
    expect(sent()).toHaveLength(1)
    await user.click(screen.getByRole('radio', { name: 'None' }))
    await waitFor(() => expect(sent().at(-1)).toEqual({ quiet: { kind: 'none' } }))
  })
})

describe('a channel', () => {
  it('shows its address and the result of the latest delivery', async () => {
    await open()
    const [app, , , mail, sms] = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(app).toContain('Nothing has been sent yet')
    for (const words of ['shira@alon-reno.test', 'Sending failed', "The recipient's provider rejected it"])
      expect(mail).toContain(words)
    expect(sms).toContain('Your account has no phone, or this installation does not send SMS')
  })

  it('is tested with a button; an unavailable one is disabled', async () => {
    const { user, server } = await open()
    await user.click(screen.getByRole('button', { name: 'Send a test: Email' }))
    await screen.findByText('A test email is on its way')
    expect(server.calls.filter(({ route }) => route === routes.test).map(({ body }) => body)).toEqual([
      { channel: 'mail' },
    ])
    expect((screen.getByRole('button', { name: 'Send a test: SMS' }) as HTMLButtonElement).disabled).toBe(true)
    server.use(refusal(routes.test, 429, 'too_many_requests', { message: 'Too many requests' }))
    await user.click(screen.getByRole('button', { name: 'Send a test: Popup' }))
    await screen.findByText('Too many requests')
  })
})

it('says so where there is no business yet', async () => {
  const { aSession } = await import('../../testing/fakes.ts')
  await renderPage(<OwnSettingsPage />, { session: aSession({ businesses: [] }) })
  await screen.findByText('No business yet')
})
