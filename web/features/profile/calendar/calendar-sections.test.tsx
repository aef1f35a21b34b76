import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type CalendarConnection, calendarRoutes as routes } from '#contract/calendars/calendars.ts'
import { storage } from '../../../lib/storage.ts'
import { aSession } from '../../../testing/fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { CalendarSections } from './calendar-sections.tsx'

const ACCOUNT = 'dana@gmail.test'
const aConnection = (changes: Partial<CalendarConnection> = {}): CalendarConnection => ({
  ...{ provider: 'google', account: ACCOUNT, state: 'active', since: '2026-01-05T10:00:00.000Z' },
  ...{ lastSuccessAt: '2026-01-06T10:00:00.000Z', lastFailure: null, isBlocking: false, isPushed: true },
  calendars: [
    { id: ACCOUNT, name: ACCOUNT, isPrimary: true, isWritable: true },
    { id: 'family', name: 'Family', isPrimary: false, isWritable: true },
    { id: 'holidays', name: 'Holidays', isPrimary: false, isWritable: false },
  ],
  calendarId: ACCOUNT,
  busyIds: [],
  ...changes,
})
const own = (connection: CalendarConnection | null = null) =>
  reply(routes.own, { success: true, isOffered: true, connection, feed: null })
const open = (...replies: FakeReply[]) =>
  renderPage(<CalendarSections />, {
    ...{ path: '/user/settings/profile', route: '/user/settings/profile' },
    replies,
    session: aSession({ role: 'Writer' }),
  })

/** The section once its state is loaded. */
const section = async () => {
  await screen.findByRole('button', { name: /^(Connect Google Calendar|Disconnect)$/ })
  return within(screen.getByRole('region', { name: 'Google Calendar' }))
}
afterEach(() => {
  storage.calendarTrip.set(null)
  window.history.replaceState(null, '', '/')
})

test('a failure to reach Google shows the specification’s text', async () => {
  const page = await open(
    own(),
    refusal(routes.start, 502, 'google_url_failed', { message: 'Failed to get Google login URL' }),
  )
  await page.user.click(await (await section()).findByRole('button', { name: 'Connect Google Calendar' }))
  await (await section()).findByText('Failed to get Google login URL')
})

test('back from Google, it is connected once, and a failure shows the specification’s text', async () => {
  window.history.replaceState(null, '', '/user/settings/profile?code=c&state=s')
  storage.calendarTrip.set('a ticket of this tab, long enough')
  const failed = { message: 'Google Calendar integration failed' }
  const page = await open(own(), refusal(routes.finish, 502, 'google_calendar_failed', failed))
  await (await section()).findByText('Google Calendar integration failed')
  expect(page.server.sentTo(routes.finish)).toEqual([
    expect.objectContaining({ body: { ticket: 'a ticket of this tab, long enough', query: 'code=c&state=s' } }),
  ])
  expect(storage.calendarTrip.get()).toBeNull()
})

test('a lost connection says why, that times are blocked, and connects again', async () => {
  await open(
    own(
      aConnection({
        state: 'lost',
        isBlocking: true,
        lastFailure: { reason: 'revoked', at: '2026-01-06T10:00:00.000Z' },
      }),
    ),
  )
  const block = await section()
  await block.findByText('Disconnected')
  block.getByText(/Google no longer accepts the permission/)
  block.getByText('Until it works again, times of yours are not offered to guests.')
  block.getByRole('button', { name: 'Connect again' })
})

test('another calendar with busy times is chosen, and disconnecting says what stops and asks for the account', async () => {
  const page = await open(
    own(aConnection()),
    reply(routes.choose, { success: true, connection: aConnection({ busyIds: ['family'] }) }),
    reply(routes.disconnect, { success: true }),
  )
  const block = await section()
  await page.user.click(await block.findByRole('checkbox', { name: 'Family' }))
  await waitFor(() =>
    expect(page.server.sentTo(routes.choose)).toEqual([
      expect.objectContaining({ body: { calendarId: ACCOUNT, busyIds: ['family'] } }),
    ]),
  )
  await page.user.click(block.getByRole('button', { name: 'Disconnect' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect Google Calendar' }))
  dialog.getByText(/Meetings that are in the calendar stay there/)
  const confirm = dialog.getByRole('button', { name: 'Disconnect' })
  expect(confirm.hasAttribute('disabled')).toBe(true)
  await page.user.type(dialog.getByRole('textbox'), ACCOUNT)
  await page.user.click(confirm)
  await waitFor(() => expect(page.server.sentTo(routes.disconnect)).toHaveLength(1))
})

test('the secret address is shown once', async () => {
  const page = await open(
    own(),
    reply(routes.makeFeed, { success: true, url: 'https://leads.test/calendar/secret.ics' }),
  )
  page.server.use(
    reply(routes.own, {
      ...{ success: true, isOffered: true, connection: null },
      feed: { since: '2026-01-05T10:00:00.000Z', lastReadAt: null },
    }),
  )
  await page.user.click(await screen.findByRole('button', { name: 'Make an address' }))
  expect((await screen.findByLabelText('Address of the calendar')).getAttribute('value')).toBe(
    'https://leads.test/calendar/secret.ics',
  )
  screen.getByText('Copy it now: it is not shown again.')
})
