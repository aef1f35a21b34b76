import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type MissedCaller, missedCallRoutes } from '#contract/leads/follow-ups/missed-calls.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import { idOf, NOAM, surroundings } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { reply } from '../../../testing/replies.ts'
import { MissedPage } from './missed-page.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const aCaller = (number: number, changes: Partial<MissedCaller> = {}): MissedCaller => ({
  ...{ callId: idOf(600 + number), caller: `+97272444118${number}`, tries: 1, firstAt: ago(12), at: ago(12) },
  ...{ isFirstTime: false, campaignId: CAMPAIGN_ID, campaignName: 'מטבחים – Google', lead: null, snoozedUntil: null },
  ...{ number: { phone: '+97236000001', label: 'Radio' }, rang: [] },
  clock: { target: 30, minutes: 12, isRunning: true, changesAt: ago(-300) },
  ...changes,
})
const open = (callers: MissedCaller[], search = '') =>
  renderPage(<MissedPage />, {
    path: `/b/${BUSINESS_ID}/calls/missed${search}`,
    route: '/b/$businessId/calls/missed',
    replies: [
      ...surroundings(),
      reply(missedCallRoutes.list, { success: true, count: callers.length, countIsExact: true, callers }),
      reply(missedCallRoutes.done, { success: true }),
      reply(missedCallRoutes.snooze, { success: true }),
    ],
    session: aSession({}),
  })

it('says how often, on which number, whom it rang, and how much of the target has passed', async () => {
  const tried = { tries: 3, firstAt: ago(70), rang: [NOAM], clock: { ...aCaller(2).clock, minutes: 76 } }
  await open([aCaller(1), aCaller(2, tried), aCaller(3, { clock: { ...aCaller(3).clock, target: null } })])
  const [one, two, three] = (await screen.findAllByRole('listitem')).map((row) => row.textContent)
  expect(one).toMatch(/072-444-1181.*03-600-0001.*One try.*Rang no phone.*12 of 30 min/)
  expect(two).toMatch(new RegExp(`3 tries.*Last at .*Rang ${NOAM.name}.*1:16 h`))
  expect(three).toMatch(/12 min/)
})

it('out of hours the clock says when it starts', async () => {
  const opens = new Date(Date.now() + 26 * 3_600_000).toISOString()
  await open([aCaller(1, { clock: { target: 30, minutes: 12, isRunning: false, changesAt: opens } })])
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toMatch(/12 of 30 min.*The clock starts \w{3}, \d\d:\d\d/)
})

it('a caller is snoozed, with Undo, and is not offered a call where the number is masked', async () => {
  const { user, server } = await open([aCaller(1), aCaller(2, { caller: '•••1184' })])
  await user.click(await screen.findByRole('button', { name: 'Snooze +972724441181' }))
  await user.click(await screen.findByRole('menuitem', { name: /^In an hour/ }))
  await screen.findByText('Caller snoozed')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(server.sentTo(missedCallRoutes.snooze).map(({ params, body }) => [params?.id, body])).toEqual([
      [idOf(601), { until: expect.any(String) }],
      [idOf(601), { until: null }],
    ]),
  )
  expect(screen.getAllByRole('link', { name: /^Call/ })).toHaveLength(1)
})

it('snoozed callers are listed on demand, and return by hand', async () => {
  const { user, server } = await open([aCaller(1, { snoozedUntil: ago(-60) })])
  await user.click(await screen.findByRole('button', { name: 'Snoozed' }))
  await waitFor(() => expect(server.sentTo(missedCallRoutes.list).at(-1)?.query).toEqual({ state: 'snoozed' }))
  const row = within(screen.getByRole('listitem'))
  expect(row.getByText(/^Until /)).toBeDefined()
  await user.click(row.getByRole('button', { name: 'Stop snoozing +972724441181' }))
  await waitFor(() => expect(server.sentTo(missedCallRoutes.snooze).at(-1)?.body).toEqual({ until: null }))
})

it('says that no one is missed', async () => {
  await open([])
  expect(await screen.findByRole('heading', { name: 'No missed calls' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to Today' }).getAttribute('href')).toBe(`/b/${BUSINESS_ID}/today`)
})
