import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { todayRoutes } from '#contract/leads/follow-ups/today.ts'
import { meetingRoutes } from '#contract/leads/meetings/meetings.ts'
import { aSession, BUSINESS_ID, USER_ID } from '../../testing/fakes.ts'
import { surroundings } from '../../testing/lead-fakes.ts'
import { aMeeting } from '../../testing/meeting-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { reply } from '../../testing/replies.ts'
import { TodayWithMeetings } from './today-with-meetings.tsx'

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const none = { count: 0, countIsExact: true, items: [] }
const over = aMeeting(1, at(-3), { status: 'Meeting Confirmed' })
const later = aMeeting(2, at(0.2))

const open = (search = '') =>
  renderPage(<TodayWithMeetings />, {
    path: `/b/${BUSINESS_ID}/today${search}`,
    route: '/b/$businessId/today',
    replies: [
      ...surroundings(),
      reply(campaignRoutes.people, { success: true, people: [] }),
      reply(todayRoutes.sections, {
        success: true,
        sections: (['followUps', 'missedCalls', 'newLeads'] as const).map((kind) => ({ kind, ...none })),
      }),
      reply(todayRoutes.progress, { success: true, done: none, tomorrow: { count: 0, countIsExact: true } }),
      reply(meetingRoutes.list, { success: true, meetings: [over, later], busy: [], isComplete: true, total: 2 }),
      reply(meetingRoutes.outcome, { success: true, meeting: over }),
    ],
    session: aSession({}),
  })

it('asks how a meeting went, in one press with Undo, and lists those of the rest of the day', async () => {
  const { user, server } = await open()
  const asked = await screen.findByRole('region', { name: 'How did it go? 1' })
  expect(within(asked).getByText('Guest 1').textContent).toBe('Guest 1')
  expect(screen.getByRole('region', { name: 'Meetings later today 1' }).textContent).toContain('Guest 2')
  const sent = () => server.sentTo(meetingRoutes.outcome).map(({ params, body }) => [params?.id, body])
  await user.click(within(asked).getByRole('button', { name: 'Held: Guest 1' }))
  await waitFor(() => expect(sent()).toEqual([[over._id, { outcome: 'held' }]]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent().at(-1)).toEqual([over._id, { outcome: null }]))
})

it("shows one's own meetings, and those of the team where Today does", async () => {
  const { server } = await open()
  await screen.findByRole('region', { name: 'How did it go? 1' })
  const query = { outcome: 'none', status: 'Invitation Sent,Received,Meeting Confirmed' }
  expect(server.sentTo(meetingRoutes.list)[0]?.query).toMatchObject({ ...query, userId: USER_ID })
  const { server: ofTeam } = await open('?of=team')
  await waitFor(() => expect(ofTeam.sentTo(meetingRoutes.list)).not.toEqual([]))
  expect(ofTeam.sentTo(meetingRoutes.list).at(-1)?.query).not.toHaveProperty('userId')
})
