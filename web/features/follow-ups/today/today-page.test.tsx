import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { FollowUp } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { missedCallRoutes } from '#contract/leads/follow-ups/missed-calls.ts'
import { type DoneToday, type TodaySection, todayRoutes } from '#contract/leads/follow-ups/today.ts'
import type { TodayLead } from '#contract/leads/follow-ups/today-lead.ts'
import type { Role } from '#contract/roles.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../../testing/fakes.ts'
import { idOf, NOAM, OTHER_CAMPAIGN_ID, surroundings } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { refusal, reply } from '../../../testing/replies.ts'
import { TodayPage } from './today-page.tsx'

const ME = { _id: USER_ID, name: 'Shira', image: null }
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const aLead = (number: number, name: string, changes: Partial<TodayLead> = {}): TodayLead => ({
  _id: idOf(1000 + number),
  name,
  phone: '+972527311184',
  email: 'lead@gmail.test',
  doNotCall: false,
  campaignId: CAMPAIGN_ID,
  campaignName: 'מטבחים – Google',
  assignedTo: null,
  ...changes,
})
const aFollowUp = (leadId: string, changes: Partial<FollowUp> = {}): FollowUp => ({
  _id: leadId.replace(/^018f/, '028f'),
  leadId,
  action: 'Call Back',
  dueAt: ago(90),
  lateFrom: ago(90),
  note: 'Colour of the fronts',
  user: ME,
  createdBy: ME,
  createdAt: ago(900),
  closedAt: null,
  ending: null,
  ...changes,
})
const [ron, maya] = [aLead(1, 'Ron Cohen'), aLead(2, 'Maya')]
const full: TodaySection[] = [
  {
    kind: 'followUps',
    count: 2,
    countIsExact: true,
    items: [
      { followUp: aFollowUp(ron._id), lead: ron },
      {
        followUp: aFollowUp(maya._id, { action: 'None', note: 'Order marble', dueAt: ago(-30), lateFrom: ago(-30) }),
        lead: maya,
      },
    ],
  },
  {
    kind: 'missedCalls',
    count: 1,
    countIsExact: true,
    items: [
      {
        callId: idOf(600),
        caller: '+972724441182',
        tries: 3,
        firstAt: ago(70),
        at: ago(23),
        number: { phone: '+97236000001', label: 'Radio' },
        rang: [NOAM],
        clock: { target: 30, minutes: 70, isRunning: true, changesAt: ago(-300) },
        snoozedUntil: null,
        isFirstTime: true,
        campaignId: CAMPAIGN_ID,
        campaignName: 'מטבחים – Google',
        lead: aLead(3, ''),
      },
    ],
  },
  {
    kind: 'newLeads',
    count: 120,
    countIsExact: true,
    items: [
      {
        lead: aLead(4, 'Daniel'),
        at: ago(76),
        message: 'A full kitchen renovation',
        clock: { target: 30, minutes: 12, isRunning: true, changesAt: null },
      },
      { lead: aLead(5, 'Imported'), at: ago(90), message: null, clock: null },
    ],
  },
]
const empty = full.map((section) => ({ ...section, count: 0, items: [] })) as TodaySection[]

const aDone = (changes: Partial<DoneToday>): DoneToday => ({
  ...{ at: ago(5), kind: 'followUp', action: 'Send Email', user: ME, lead: ron, caller: null, callId: null },
  ...{ canUndo: true, ...changes },
})
type Done = { items: DoneToday[]; tomorrow?: number }
const open = (
  sections: TodaySection[],
  role: Role = 'Owner',
  search = '',
  { items, tomorrow = 0 }: Done = { items: [] },
) => {
  const one = { success: true as const, followUp: aFollowUp(ron._id) }
  return renderPage(<TodayPage />, {
    path: `/b/${BUSINESS_ID}/today${search}`,
    route: '/b/$businessId/today',
    replies: [
      ...surroundings(role),
      reply(todayRoutes.sections, { success: true, sections }),
      reply(todayRoutes.progress, {
        success: true,
        done: { count: items.length, countIsExact: true, items },
        tomorrow: { count: tomorrow, countIsExact: true },
      }),
      reply(missedCallRoutes.done, { success: true }),
      reply(followUpRoutes.set, one),
      reply(followUpRoutes.done, one),
      reply(followUpRoutes.handover, one),
      reply(campaignRoutes.people, { success: true, people: [ME, NOAM] }),
    ],
    session: aSession({ role }),
  })
}

it('lists the three sections with their counts and the ways to act', async () => {
  await open(full)
  const rows = within(await screen.findByRole('region', { name: 'Follow-ups 2' }))
  const call = rows.getByRole('link', { name: 'Call, Ron Cohen' })
  expect(call.getAttribute('href')).toBe('tel:+972527311184')
  expect(rows.getByRole('link', { name: 'Ron Cohen' }).getAttribute('href')).toContain(`/leads/${ron._id}`)
  expect(rows.getByText('Overdue')).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Missed calls 1' })).getByText('3 tries')).toBeDefined()
  expect(screen.getByText('First call')).toBeDefined()
  expect(screen.getByText('A full kitchen renovation')).toBeDefined()
  const waiting = within(screen.getByRole('region', { name: /New leads/ }))
  expect(waiting.getByText('12 of 30 min')).toBeDefined()
  // An imported lead has no clock.
  expect(waiting.getByText(/1 hour/)).toBeDefined()
  expect(screen.getByText('And 118 more')).toBeDefined()
  expect(screen.getByText('123 things are waiting')).toBeDefined()
})

it('tabs lead to the sections, and a campaign narrows the page', async () => {
  const { user, server } = await open(full)
  const tabs = within(await screen.findByRole('navigation', { name: 'Sections of the page', hidden: true }))
  expect(tabs.getAllByRole('button', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Follow-ups2',
    'Missed1',
    'New leads120',
  ])
  await user.click(tabs.getByRole('button', { name: /^New leads/, hidden: true }))
  expect(document.activeElement?.id).toBe('today-newLeads')
  await user.click(screen.getByRole('combobox', { name: 'Campaign' }))
  await user.click(await screen.findByRole('option', { name: 'Facebook Q4' }))
  await waitFor(() =>
    expect(server.sentTo(todayRoutes.sections).at(-1)?.query).toEqual({ campaignId: OTHER_CAMPAIGN_ID }),
  )
})

it('a follow-up is done, and a task by its main button, each with Undo', async () => {
  const { user, server } = await open(full)
  await user.click(await screen.findByRole('button', { name: 'Mark done, Ron Cohen' }))
  await screen.findByText('Follow-up done')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(screen.getByRole('button', { name: 'Mark done, Maya' }))
  await waitFor(() =>
    expect(server.sentTo(followUpRoutes.done).map(({ params, body }) => [params?.id, body])).toEqual([
      [ron._id, { userId: USER_ID, isDone: true }],
      [ron._id, { userId: USER_ID, isDone: false }],
      [maya._id, { userId: USER_ID, isDone: true }],
    ]),
  )
})

it('a missed call is marked as called back, with Undo, and a new lead is planned for later', async () => {
  const { user, server } = await open(full)
  await user.click(await screen.findByRole('button', { name: 'Mark done, +972724441182' }))
  await screen.findByText('Marked as called back')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(server.sentTo(missedCallRoutes.done).map(({ body }) => body)).toEqual([{ isDone: true }, { isDone: false }]),
  )
  await user.click(screen.getByRole('button', { name: 'Snooze Daniel' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }))
  await waitFor(() =>
    expect(server.sentTo(followUpRoutes.set).map(({ body }) => body)).toMatchObject([
      { action: 'Call Back', userId: USER_ID },
    ]),
  )
})

it('a follow-up is given to a colleague', async () => {
  const { user, server } = await open(full)
  await user.click(await screen.findByRole('button', { name: 'Hand over Ron Cohen' }))
  await user.click(await screen.findByRole('menuitem', { name: NOAM.name }))
  await waitFor(() =>
    expect(server.sentTo(followUpRoutes.handover).map(({ body }) => body)).toEqual([
      { fromUserId: USER_ID, userId: NOAM._id },
    ]),
  )
})

it("the team's day is in the address, for those who may see it", async () => {
  const { user, server } = await open(full)
  await user.click(await screen.findByRole('button', { name: 'Whole team' }))
  await waitFor(() => expect(server.sentTo(todayRoutes.sections).at(-1)?.query).toEqual({ userId: 'team' }))
  expect(screen.getByRole('button', { name: 'Whole team' }).getAttribute('aria-pressed')).toBe('true')
})

it("a Writer has no team's day, whatever the address says", async () => {
  const { server } = await open(full, 'Writer', '?of=team')
  await screen.findByRole('region', { name: 'Follow-ups 2' })
  expect(screen.queryByRole('button', { name: 'Whole team' })).toBeNull()
  expect(server.sentTo(todayRoutes.sections).map(({ query }) => query)).toEqual([{}])
})

it('lists what was done today, each with Undo as long as it can be undone', async () => {
  const items = [
    aDone({}),
    aDone({ kind: 'missedCall', action: null, lead: null, caller: '+972724441182', callId: idOf(600) }),
    aDone({ lead: maya, action: 'Call Back', canUndo: false }),
    ...[5, 6, 7].map((number) => aDone({ lead: aLead(number, `Lead ${number}`) })),
  ]
  const { user, server } = await open(full, 'Owner', '', { items })
  const done = within(await screen.findByRole('region', { name: /^Done today 6 of 129/ }))
  expect(done.getAllByRole('listitem').map(({ textContent }) => textContent)).toHaveLength(5)
  await user.click(done.getByRole('button', { name: 'Show all' }))
  expect(done.getAllByRole('listitem')).toHaveLength(6)
  expect(done.queryByRole('button', { name: 'Undo, Maya' })).toBeNull()
  await user.click(done.getByRole('button', { name: 'Undo, Ron Cohen' }))
  await user.click(done.getByRole('button', { name: /^Undo, \+972/ }))
  await waitFor(() => {
    expect(server.sentTo(followUpRoutes.done).map(({ body }) => body)).toEqual([{ userId: USER_ID, isDone: false }])
    expect(server.sentTo(missedCallRoutes.done).map(({ body }) => body)).toEqual([{ isDone: false }])
  })
})

it('leads from a finished day to the follow-ups of tomorrow, and back', async () => {
  const { user, server } = await open(empty, 'Owner', '', { items: [aDone({})], tomorrow: 4 })
  expect(await screen.findByText('One thing done today.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Tomorrow: 4 follow-ups' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Tomorrow' })).toBeDefined()
  await waitFor(() => expect(server.sentTo(todayRoutes.sections).at(-1)?.query).toEqual({ day: 'tomorrow' }))
  expect(screen.queryByRole('region', { name: /^Done today/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back to today' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeDefined()
})

it('says that there is nothing more, and of an empty section in one line', async () => {
  await open(empty)
  expect(await screen.findByRole('heading', { name: 'Nothing more for today' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to leads' }).getAttribute('href')).toBe(`/b/${BUSINESS_ID}/leads/all`)
})

it('an empty section is a single line', async () => {
  await open([empty[0], full[1], full[2]] as TodaySection[])
  expect(await screen.findByText('No follow-ups for today')).toBeDefined()
  expect(screen.queryByRole('heading', { name: /^Follow-ups/ })).toBeNull()
})

it('masked contacts offer no call', async () => {
  const masked = aLead(5, 'Noa', { phone: '•••1184', email: null })
  await open([
    empty[0],
    empty[1],
    { ...full[2], count: 1, items: [{ lead: masked, at: ago(5), message: null }] },
  ] as TodaySection[])
  await screen.findByRole('link', { name: 'Noa' })
  expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull()
})

it('the keys j and e move and finish', async () => {
  const { server } = await open(full)
  await screen.findByRole('region', { name: 'Follow-ups 2' })
  fireEvent.keyDown(document.body, { code: 'KeyJ' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Call, Ron Cohen')
  fireEvent.keyDown(document.activeElement as Element, { code: 'KeyE' })
  await waitFor(() => expect(server.sentTo(followUpRoutes.done)).toHaveLength(1))
})

it('the chosen follow-ups are done together, with one Undo', async () => {
  const { user, server } = await open(full)
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ron Cohen' }))
  fireEvent.keyDown(document.body, { code: 'KeyJ' })
  fireEvent.keyDown(document.activeElement as Element, { code: 'KeyX' })
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected follow-ups' }))
  expect(bar.getByText('2 selected')).toBeDefined()
  await user.click(bar.getByRole('button', { name: 'Mark done' }))
  await screen.findByText('2 follow-ups done')
  expect(screen.queryByRole('toolbar', { name: 'Selected follow-ups' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  const sent = () => server.sentTo(followUpRoutes.done).map(({ params, body }) => [params?.id, body])
  const both = (isDone: boolean) => [ron._id, maya._id].map((id) => [id, { userId: USER_ID, isDone }])
  await waitFor(() => expect(sent()).toEqual([...both(true), ...both(false)]))
})

it('of the chosen follow-ups those that the server refuses are not taken back', async () => {
  const { user, server } = await open(full)
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ron Cohen' }))
  server.use(refusal(followUpRoutes.done, 409, 'lead_not_found'))
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected follow-ups' }))
  await user.click(bar.getByRole('button', { name: 'Mark done' }))
  await screen.findByRole('alert')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
