import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type GuestMeeting, guestMeetingRoutes as routes } from '#contract/leads/meetings/guest-meetings.ts'
import { aSession } from '../../testing/fakes.ts'
import { idOf } from '../../testing/lead-fakes.ts'
import { openApp } from '../../testing/open-app.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'

const ID = idOf(700)
const TOKEN = 't'.repeat(43)
const a = (changes: Partial<GuestMeeting> = {}): GuestMeeting => ({
  state: 'open',
  business: { name: 'נגרות ברק', image: null },
  language: 'en',
  kind: 'at_office',
  title: 'Kitchen plan',
  // 30 November 2026 is 20 Kislev 5787.
  startsAt: '2026-11-30T09:00:00.000Z',
  endsAt: '2026-11-30T10:00:00.000Z',
  place: 'Bialik 41, Ramat Gan',
  link: null,
  message: 'Please bring the plan',
  hosts: ['Ruth', 'Noam'],
  offers: [],
  status: 'Received',
  guestWords: null,
  sequence: 3,
  ...changes,
})
const read = (changes: Partial<GuestMeeting> = {}) => reply(routes.read, { success: true, meeting: a(changes) })
type Acted = 'opened' | 'confirm' | 'decline' | 'move'
const acted = (kind: Acted, changes: Partial<GuestMeeting>) =>
  reply(routes[kind], { success: true, meeting: a(changes) })
const visit = (replies: FakeReply[], session: ReturnType<typeof aSession> | null = null) =>
  openApp(`/meeting/${ID}/${TOKEN}`, { replies, session })
const button = (name: string) => screen.findByRole('button', { name })
const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href') ?? ''

describe('the page of a guest', () => {
  test('shows what, when and where, in the guest’s language, and is not for search engines', async () => {
    await visit([read({ language: 'he' })])
    await screen.findByRole('heading', { name: 'פגישה עם נגרות ברק' })
    await waitFor(() => expect(document.documentElement.dir).toBe('rtl'))
    await screen.findByText('יום שני, 30 בנובמבר 2026')
    screen.getByText('11:00–12:00')
    screen.getByText('כ׳ בכסלו')
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  })

  test('links to the place and to calendars without passing its own address on', async () => {
    await visit([read()])
    await screen.findByText('Monday, 30 November 2026')
    screen.getByText('20 Kislev')
    screen.getByText('With Ruth, Noam')
    expect(address('Navigate with Waze')).toBe('https://waze.com/ul?q=Bialik+41%2C+Ramat+Gan&navigate=yes')
    expect(address('Google Maps')).toBe('https://www.google.com/maps/search/?api=1&query=Bialik+41%2C+Ramat+Gan')
    expect(address('Calendar file')).toBe(`/api/meeting/${ID}/${TOKEN}/meeting.ics`)
    const entry = new URL(address('Google Calendar'))
    expect(entry.searchParams.get('dates')).toBe('20261130T090000Z/20261130T100000Z')
    expect(entry.searchParams.get('location')).toBe('Bialik 41, Ramat Gan')
    for (const name of ['Navigate with Waze', 'Google Maps', 'Google Calendar'])
      expect(screen.getByRole('link', { name }).getAttribute('rel')).toBe('noreferrer')
  })

  test('reports once that it was opened', async () => {
    const { server } = await visit([read({ status: 'Invitation Sent' }), acted('opened', {})])
    await button('Confirm the meeting')
    await waitFor(() => expect(server.sentTo(routes.opened)).toHaveLength(1))
    expect(server.sentTo(routes.confirm)).toEqual([])
  })

  test('a double click confirms once, thanks, and leaves the other answers open', async () => {
    const { user, server } = await visit([
      read(),
      reply(routes.confirm, async () => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        return { success: true, meeting: a({ status: 'Meeting Confirmed' }) }
      }),
      acted('decline', { status: 'Meeting Canceled' }),
    ])
    const confirm = await button('Confirm the meeting')
    fireEvent.click(confirm)
    fireEvent.click(confirm)
    await screen.findByRole('heading', { name: 'Thank you for your selection!' })
    screen.getByText('Your response has been recorded.')
    await user.click(await button('Close'))
    await screen.findByText('You confirmed the meeting.')
    expect(server.sentTo(routes.confirm).map(({ body }) => body)).toEqual([{ sequence: 3 }])
    expect(screen.queryByRole('button', { name: 'Confirm the meeting' })).toBeNull()
    await user.click(await button('I cannot come'))
    await user.click(await button('Close'))
    await screen.findByText('You declined the invitation.')
    expect(screen.queryByRole('link', { name: 'Calendar file' })).toBeNull()
    // It was opened before.
    expect(server.sentTo(routes.opened)).toEqual([])
    await button('Confirm the meeting')
  })

  test('another time is one of those offered, or words', async () => {
    const offer = '2026-12-01T07:30:00.000Z'
    const moved = { startsAt: offer, status: 'Meeting Confirmed', sequence: 4 } as const
    const { user, server } = await visit([read({ offers: [offer] }), acted('move', moved)])
    await user.click(await button('Ask for another time'))
    await user.click(await button('Tuesday, 1 December 2026, 09:30'))
    await user.click(await button('Close'))
    await screen.findByText('Tuesday, 1 December 2026')
    server.use(acted('move', { guestWords: 'Thursday morning?' }))
    await user.click(await button('Ask for another time'))
    const asked = await screen.findByRole('region', { name: 'Ask for another time' })
    expect(within(asked).getByRole<HTMLButtonElement>('button', { name: 'Send request' }).disabled).toBe(true)
    await user.type(within(asked).getByRole('textbox', { name: 'When would suit you?' }), ' Thursday morning? ')
    await user.click(within(asked).getByRole('button', { name: 'Send request' }))
    await user.click(await button('Close'))
    await screen.findByText('Thursday morning?')
    expect(server.sentTo(routes.move).map(({ body }) => body)).toEqual([
      { sequence: 3, startsAt: offer },
      { sequence: 4, words: 'Thursday morning?' },
    ])
  })

  test('a refused answer is said, and the page shows the meeting as it is now', async () => {
    const { user, server } = await visit([read(), refusal(routes.confirm, 409, 'meeting_moved', { message: 'Moved' })])
    const confirm = await button('Confirm the meeting')
    server.use(read({ startsAt: '2026-12-02T09:00:00.000Z', sequence: 4 }))
    await user.click(confirm)
    expect((await screen.findByRole('alert')).textContent).toBe('Moved')
    await screen.findByText('Wednesday, 2 December 2026')
    expect(screen.queryByText('Thank you for your selection!')).toBeNull()
  })

  test.each([
    ['begun', 'The time of the meeting has come, and the answer can no longer be changed.'],
    ['cancelled', 'The business cancelled this meeting. You do not need to answer.'],
    ['closed', 'This business is not active at the moment, and the invitation cannot be answered.'],
  ] as const)('asks nothing when the meeting is %s', async (state, text) => {
    await visit([read({ state, status: 'Invitation Sent' })])
    await screen.findByText(text)
    expect(screen.queryByRole('button', { name: 'Confirm the meeting' })).toBeNull()
    // A guest on the way still needs the way.
    expect(screen.queryByRole('link', { name: 'Navigate with Waze' }) !== null).toBe(state === 'begun')
  })

  test('uses the language of a signed-in person', async () => {
    await visit([read({ language: 'he' })], aSession())
    await button('Confirm the meeting')
  })

  test('says of a wrong link only that it is not valid', async () => {
    await visit([refusal(routes.read, 404, 'meeting_not_found')])
    await screen.findByRole('heading', { name: 'This link is not valid' })
  })
})
