import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { type BusyTime, meetingRoutes } from '#contract/leads/meetings/meetings.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { aSession, BUSINESS_ID, USER_ID } from '../../../testing/fakes.ts'
import { NOAM, surroundings } from '../../../testing/lead-fakes.ts'
import { aMeeting } from '../../../testing/meeting-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { reply } from '../../../testing/replies.ts'
import { MeetingsPage } from './meetings-page.tsx'

// Monday, 7 December 2026, 11:00 in Israel.
const MONDAY = '2026-12-07T09:00:00.000Z'
const WEEK = '?day=2026-12-07'

const open = (meetings: Meeting[], search = WEEK, busy: BusyTime[] = []) =>
  renderPage(<MeetingsPage />, {
    path: `/b/${BUSINESS_ID}/meetings${search}`,
    route: '/b/$businessId/meetings',
    replies: [
      ...surroundings(),
      reply(campaignRoutes.people, { success: true, people: [NOAM] }),
      reply(workingHoursRoutes.get, { success: true, hours: newHours('tel_aviv'), version: 0 }),
      reply(workingHoursRoutes.holidays, { success: true, holidays: [], rests: [] }),
      reply(meetingRoutes.list, { success: true, meetings, busy, isComplete: true, total: meetings.length }),
      ...meetings
        .slice(0, 1)
        .flatMap((meeting) => [
          reply(meetingRoutes.read, { success: true, meeting }),
          reply(meetingRoutes.change, { success: true, meeting, warnings: [] }),
          reply(meetingRoutes.outcome, { success: true, meeting }),
        ]),
      reply(meetingRoutes.check, { success: true, warnings: [{ kind: 'clash', user: NOAM }] }),
    ],
    session: aSession({}),
  })

it("shows one's own week, and asks for a colleague's, whose hidden meetings are busy times", async () => {
  const busy = [{ userId: NOAM._id, startsAt: MONDAY, endsAt: '2026-12-07T10:00:00.000Z' }]
  const { user, server } = await open([aMeeting(1, MONDAY)], WEEK, busy)
  await screen.findByRole('button', { name: /^Guest 1, Mon.*11:00, At the office, Invitation sent/ })
  screen.getByText('Busy')
  // Sunday to Saturday, in Israel's winter time.
  const week = { from: '2026-12-05T22:00:00.000Z', to: '2026-12-12T22:00:00.000Z' }
  expect(server.sentTo(meetingRoutes.list)[0]?.query).toMatchObject({ ...week, userId: USER_ID })
  await user.click(screen.getByRole('combobox', { name: 'Whose meetings' }))
  await user.click(await screen.findByRole('option', { name: NOAM.name }))
  await waitFor(() => expect(server.sentTo(meetingRoutes.list).at(-1)?.query).toMatchObject({ userId: NOAM._id }))
  await user.click(screen.getByRole('button', { name: 'Next week' }))
  await waitFor(() =>
    expect(server.sentTo(meetingRoutes.list).at(-1)?.query).toMatchObject({ from: '2026-12-12T22:00:00.000Z' }),
  )
})

it('two meetings stand side by side, and a third is counted', async () => {
  await open([aMeeting(1, MONDAY), aMeeting(2, MONDAY), aMeeting(3, MONDAY)])
  expect(await screen.findAllByRole('button', { name: /^Guest \d, Mon/ })).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'One more meeting' }).textContent).toBe('+1')
})

it('Alt and an arrow asks for a move by a quarter of an hour, says what speaks against it, and sends it once', async () => {
  const { user, server } = await open([aMeeting(1, MONDAY)])
  const card = await screen.findByRole('button', { name: /^Guest 1, Mon.*11:00, At the office/ })
  fireEvent.keyDown(card, { key: 'ArrowDown', altKey: true })
  const dialog = await screen.findByRole('dialog', { name: 'Another time: Guest 1' })
  await within(dialog).findByText(`Another meeting at this time: ${NOAM.name}`)
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Hour/).value).toBe('11:15')
  await user.click(within(dialog).getByRole('button', { name: 'Change the time' }))
  await waitFor(() =>
    expect(server.sentTo(meetingRoutes.change).map(({ body }) => body)).toEqual([
      { version: 1, startsAt: '2026-12-07T09:15:00.000Z', minutes: 60, channels: ['sms'] },
    ]),
  )
})

it('a meeting that is over asks what became of it, and one press says so', async () => {
  const past = aMeeting(1, '2026-11-02T09:00:00.000Z', { status: 'Meeting Confirmed' })
  const { user, server } = await open([past], `?day=2026-11-02&meeting=${past._id}`)
  const drawer = await screen.findByRole('dialog', { name: 'Meeting' })
  await within(drawer).findByText('Was it held?')
  expect(within(drawer).getByRole('link', { name: 'Waze' }).getAttribute('href')).toBe(
    'https://waze.com/ul?q=Bialik+41%2C+Ramat+Gan&navigate=yes',
  )
  expect(within(drawer).queryByRole('button', { name: 'Mark as confirmed' })).toBeNull()
  await user.click(within(drawer).getByRole('button', { name: 'No-show: Guest 1' }))
  await waitFor(() =>
    expect(server.sentTo(meetingRoutes.outcome).map(({ body }) => body)).toEqual([{ outcome: 'no_show' }]),
  )
})

it('a reader without the right to change sees no acts', async () => {
  const meeting = aMeeting(1, MONDAY, { canEdit: false })
  await open([meeting], `${WEEK}&meeting=${meeting._id}`)
  const drawer = await screen.findByRole('dialog', { name: 'Meeting' })
  await within(drawer).findByText('What happened')
  expect(within(drawer).queryByRole('button', { name: /Move|Cancel|Edit|confirmed/ })).toBeNull()
})

it('a list of the days that a figure of the overview counts, until other days are asked for', async () => {
  const { user, server } = await open(
    [aMeeting(1, MONDAY)],
    '?view=list&of=all&day=2026-10-01&to=2026-12-31&outcome=held',
  )
  await screen.findAllByRole('button', { name: /Guest 1/ })
  expect(server.sentTo(meetingRoutes.list)[0]?.query).toEqual({
    from: '2026-09-30T21:00:00.000Z',
    to: '2026-12-31T22:00:00.000Z',
    outcome: 'held',
  })
  await user.click(screen.getByRole('button', { name: 'Today' }))
  const days = (query: Record<string, string> = {}) =>
    Math.round((Date.parse(query.to ?? '') - Date.parse(query.from ?? '')) / 86_400_000)
  await waitFor(() => expect(days(server.sentTo(meetingRoutes.list).at(-1)?.query)).toBe(30))
})
