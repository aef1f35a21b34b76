import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { FollowUp } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import type { Role } from '#contract/roles.ts'
import { dayOf, momentOf, plusDays } from '#contract/values/clock.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../../testing/fakes.ts'
import { aLead, idOf, NOAM, surroundings } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { reply } from '../../../testing/replies.ts'
import { NextAction } from './next-action.tsx'

const lead = aLead(1)
const ME = { _id: USER_ID, name: 'Shira', image: null }
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const aFollowUp = (changes: Partial<FollowUp> = {}): FollowUp => ({
  _id: idOf(700),
  leadId: lead._id,
  action: 'Call Back',
  dueAt: inHours(-2),
  lateFrom: inHours(-2),
  note: 'Ask about the kitchen',
  user: ME,
  createdBy: ME,
  createdAt: inHours(-30),
  closedAt: null,
  ending: null,
  ...changes,
})
const open = (followUps: FollowUp[], role: Role = 'Owner', replies: ReturnType<typeof reply>[] = []) => {
  const one = { success: true as const, followUp: aFollowUp() }
  return renderPage(<NextAction lead={lead} />, {
    path: `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/${lead._id}`,
    route: '/b/$businessId/c/$campaignId/leads/$leadId',
    replies: [
      ...surroundings(role),
      reply(followUpRoutes.list, { success: true, followUps }),
      reply(followUpRoutes.set, one),
      reply(followUpRoutes.done, one),
      reply(followUpRoutes.snooze, one),
      reply(followUpRoutes.handover, one),
      reply(followUpRoutes.remove, { success: true }),
      reply(campaignRoutes.people, { success: true, people: [ME, NOAM] }),
      ...replies,
    ],
    session: aSession({ role }),
  })
}
const box = async () => within(await screen.findByRole('region', { name: 'Next action' }))

it('a late follow-up says so, and is done with Undo', async () => {
  const { user, server } = await open([aFollowUp()])
  const shown = await box()
  expect(await shown.findByText('Ask about the kitchen')).toBeDefined()
  expect(shown.getByText('Overdue')).toBeDefined()
  await user.click(shown.getByRole('button', { name: 'Mark done' }))
  await screen.findByText('Follow-up done')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(server.sentTo(followUpRoutes.done).map(({ body }) => body)).toEqual([
      { userId: USER_ID, isDone: true },
      { userId: USER_ID, isDone: false },
    ]),
  )
})

it('snoozing offers times with their days, and Undo brings the time before back', async () => {
  const before = aFollowUp()
  const { user, server } = await open([before])
  await user.click(await (await box()).findByRole('button', { name: 'Snooze' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Tomorrow .*09:00$/ }))
  await screen.findByText('Follow-up snoozed')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.sentTo(followUpRoutes.snooze)).toHaveLength(2))
  expect(server.sentTo(followUpRoutes.snooze).at(-1)?.body).toEqual({ userId: USER_ID, dueAt: before.dueAt })
})

it('what was due while the business was closed is late once it has opened', async () => {
  await open([aFollowUp({ lateFrom: inHours(1) })])
  const shown = await box()
  expect(await shown.findByText('Ask about the kitchen')).toBeDefined()
  expect(shown.queryByText('Overdue')).toBeNull()
})

it('the next working day is the one on which the business opens next', async () => {
  const nextChange = momentOf(plusDays(dayOf(new Date()), 5), 8 * 60).toISOString()
  const closed = { at: nextChange, isOpen: false, reason: { kind: 'shabbat' }, rest: null, nextChange } as const
  const { user, server } = await open([aFollowUp()], 'Owner', [
    reply(workingHoursRoutes.at, { success: true, state: closed }),
  ])
  await user.click(await (await box()).findByRole('button', { name: 'Snooze' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Next working day .*09:00$/ }))
  const tomorrow = momentOf(plusDays(dayOf(new Date()), 1), 9 * 60).toISOString()
  expect(server.sentTo(workingHoursRoutes.at)[0]?.query).toEqual({ at: tomorrow })
  await waitFor(() => expect(server.sentTo(followUpRoutes.snooze)).toHaveLength(1))
  const dueAt = momentOf(plusDays(dayOf(new Date()), 5), 9 * 60).toISOString()
  expect(server.sentTo(followUpRoutes.snooze)[0]?.body).toEqual({ userId: USER_ID, dueAt })
})

it('a new one takes an action, a time, a person and a note', async () => {
  const { user, server } = await open([])
  await user.click(await (await box()).findByRole('button', { name: 'Set a follow-up' }))
  const form = within(await screen.findByRole('dialog', { name: 'Follow-up' }))
  await user.click(await form.findByRole('radio', { name: 'Task' }))
  expect(form.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
  await user.click(form.getByRole('button', { name: 'Tomorrow' }))
  await user.type(form.getByRole('textbox', { name: /Note/ }), 'Order the marble')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.sentTo(followUpRoutes.set).map(({ body }) => body)).toEqual([
      {
        action: 'None',
        dueAt: expect.stringMatching(/T0[67]:00:00\.000Z$/),
        note: 'Order the marble',
        userId: USER_ID,
      },
    ]),
  )
})

it('a follow-up is handed over to a colleague', async () => {
  const { user, server } = await open([aFollowUp()])
  await user.click(await (await box()).findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: NOAM.name }))
  await waitFor(() =>
    expect(server.sentTo(followUpRoutes.handover).map(({ body }) => body)).toEqual([
      { fromUserId: USER_ID, userId: NOAM._id },
    ]),
  )
})

it('a Writer gives the own one away', async () => {
  const { user, server } = await open([aFollowUp()], 'Writer')
  await user.click(await (await box()).findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: NOAM.name }))
  await waitFor(() => expect(server.sentTo(followUpRoutes.handover)).toHaveLength(1))
})

it('a Reader sees no box', async () => {
  const { server } = await open([], 'Reader')
  expect(screen.queryByRole('region', { name: 'Next action' })).toBeNull()
  expect(server.sentTo(followUpRoutes.list)).toEqual([])
})
