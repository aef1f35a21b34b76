import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { Role } from '#contract/roles.ts'
import { daysOfWeek } from '#contract/shifts/person-shifts.ts'
import type { Shift } from '#contract/shifts/shift-shapes.ts'
import { type GridWeek, newShiftSettings, type ShiftGrid, shiftRoutes } from '#contract/shifts/shifts.ts'
import { swapRoutes } from '#contract/shifts/swaps.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { ShiftsPage } from './shifts-page.tsx'

/** Sunday, 29 November 2026, 07:00 in Israel. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T05:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const WEEK = '2026-11-29'
const NOAM = '018f0000-0000-7000-8000-0000000000b1'
const YAEL = '018f0000-0000-7000-8000-0000000000b2'
const DANI = '018f0000-0000-7000-8000-0000000000b3'
const shift = (from: string, to: string): Shift => ({ from, to, isOnCall: false })
const office = daysOfWeek(WEEK).map((_day, i) => (i < 5 ? [shift('08:00', '16:00')] : []))

type Drafts = Record<string, Record<string, Shift[]>>
/** Noam and Yael work in the office, Yael is away on Monday. Tuesday afternoon has a hole. */
const aWeek = (drafts: Drafts = {}, { version = 1, hasHole = true } = {}): GridWeek => ({
  week: WEEK,
  publishedAt: '2026-11-26T10:00:00.000Z',
  revision: `revision-${version}`,
  rows: [NOAM, YAEL, DANI].map((userId) => ({
    userId,
    version,
    isPublished: userId !== DANI,
    days: daysOfWeek(WEEK).map((day, i) => ({
      day,
      shifts: userId === DANI ? null : (office[i] ?? []),
      draft: drafts[userId]?.[day] ?? null,
      absence: userId === YAEL && i === 1 ? ('vacation' as const) : null,
    })),
  })),
  coverage: [
    {
      campaignId: CAMPAIGN_ID,
      minimum: 1,
      spans: [
        { from: '2026-12-01T06:00:00.000Z', to: '2026-12-01T14:00:00.000Z', userIds: [NOAM, YAEL] },
        { from: '2026-12-01T14:00:00.000Z', to: '2026-12-01T16:00:00.000Z', userIds: hasHole ? [] : [NOAM] },
      ],
      holes: hasHole ? [{ from: '2026-12-01T14:00:00.000Z', to: '2026-12-01T16:00:00.000Z', most: 0 }] : [],
    },
  ],
  closedDays: [],
})
const people = [
  { _id: NOAM, name: 'Noam', role: 'Lead' as const },
  { _id: YAEL, name: 'Yael', role: 'Writer' as const },
  { _id: DANI, name: 'Dani', role: 'Writer' as const },
].map((person) => ({ ...person, image: null, campaignIds: [CAMPAIGN_ID], isAlways: person._id === DANI }))
const grid = (week = aWeek()): ShiftGrid => ({ success: true, people, weeks: [week] })
const read = (week?: GridWeek) => reply(shiftRoutes.grid, grid(week))

const frame = (role: 'Owner' | 'Lead') => [
  reply(campaignRoutes.names, {
    success: true,
    campaigns: [{ _id: CAMPAIGN_ID, name: 'Kitchens', image: null, role, isEnabled: true }],
  }),
  reply(swapRoutes.list, { success: true, swaps: [] }),
  reply(shiftRoutes.settings, { success: true, settings: newShiftSettings, version: 2 }),
]
const open = async (replies: FakeReply[], role: Role & ('Owner' | 'Lead') = 'Owner') => {
  const page = await renderPage(<ShiftsPage />, {
    path: `/b/${BUSINESS_ID}/shifts?week=${WEEK}`,
    route: '/b/$businessId/shifts',
    replies: [...frame(role), ...replies],
    session: aSession({ role }),
  })
  await screen.findByText('2 people in shifts')
  return page
}
type Sent = { week: string; days: Shift[][]; expected: number }
const drafts = (userId: string, day: string, version = 2) =>
  reply(shiftRoutes.draft, ({ body }) => {
    const { days } = body as Sent
    return {
      success: true,
      week: aWeek({ [userId]: { [day]: days[daysOfWeek(WEEK).indexOf(day)] ?? [] } }, { version }),
    }
  })
const cell = (name: RegExp) => screen.getByRole('button', { name })

describe('an Owner', () => {
  it('sees the week with absences, coverage and holes, and those who always receive', async () => {
    await open([read()])
    cell(/^Noam, Sun 29 Nov: \W*08:00–16:00/)
    cell(/^Yael, Mon 30 Nov: Vacation$/)
    await screen.findByText(/No one for/)
    screen.getByRole('button', { name: 'Put Dani into the week' })
    screen.getByText('Published')
  })

  it('reads in the head of a day why it is closed', async () => {
    const closed = (day: string, nameHe: string, nameEn: string) => ({ day, nameHe, nameEn })
    const closedDays = [
      closed('2026-12-01', 'פורים', 'Purim'),
      closed('2026-12-02', 'Stocktaking', 'Stocktaking'),
      closed('2026-12-03', '', ''),
      closed('2026-12-05', 'שבת', 'Shabbat'),
    ]
    await open([read({ ...aWeek(), closedDays })])
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.split(/\d /).at(-1) ?? '')
    expect(heads.slice(3)).toEqual([
      expect.stringMatching(/Purim$/),
      expect.stringMatching(/Stocktaking$/),
      expect.stringMatching(/Closed$/),
      expect.not.stringMatching(/Closed|Shabbat/),
      expect.stringMatching(/Shabbat$/),
    ])
  })

  it('changes a day by a template, which is a draft until it is published, and undoes it', async () => {
    const { user, server } = await open([read(), drafts(NOAM, '2026-12-02')])
    await user.click(cell(/^Noam, Wed 2 Dec/))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('button', { name: /^Evening/ }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Draft, 1 change')
    cell(/^Noam, Wed 2 Dec: \W*14:00–22:00\W* \(not published\)$/)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(server.sentTo(shiftRoutes.draft)).toHaveLength(2))
    const sent = server.sentTo(shiftRoutes.draft).map(({ body }) => body as Sent)
    expect(sent[0]).toEqual({ week: WEEK, days: office.with(3, [shift('14:00', '22:00')]), expected: 1 })
    expect(sent[1]).toEqual({ week: WEEK, days: office, expected: 2 })
  })

  it('moves with the arrows, types times, empties and copies cells', async () => {
    const { user, server } = await open([read(), drafts(NOAM, '2026-11-30')])
    const sent = () => server.sentTo(shiftRoutes.draft).map(({ body }) => (body as Sent).days)
    cell(/^Noam, Sun/).focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(cell(/^Noam, Mon/))
    await user.keyboard('9-17{Enter}')
    await waitFor(() => expect(sent()[0]?.[1]).toEqual([shift('09:00', '17:00')]))
    cell(/^Noam, Sun/).focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(sent()[1]?.[0]).toEqual([]))
    cell(/^Noam, Mon/).focus()
    await user.keyboard('{Control>}[KeyC]{/Control}{ArrowDown}')
    expect(document.activeElement).toBe(cell(/^Yael, Mon/))
    await user.keyboard('{ArrowRight}{Control>}[KeyV]{/Control}')
    await waitFor(() => expect(server.sentTo(shiftRoutes.draft)[2]?.params.userId).toBe(YAEL))
  })

  it('what cannot be read as times is said, and Escape leaves the cell as it was', async () => {
    const { user, server } = await open([read()])
    cell(/^Noam, Sun/).focus()
    await user.keyboard('9-99{Enter}')
    await screen.findByText('Type times as 8-16')
    await user.keyboard('{Escape}')
    cell(/^Noam, Sun 29 Nov: \W*08:00–16:00/)
    expect(server.sentTo(shiftRoutes.draft)).toEqual([])
  })

  it('closes a hole with a person who is free then', async () => {
    const covered = aWeek({ [NOAM]: { '2026-12-01': [shift('08:00', '18:00')] } }, { version: 2, hasHole: false })
    const { user, server } = await open([read(), reply(shiftRoutes.draft, { success: true, week: covered })])
    await user.click(await screen.findByRole('button', { name: /16:00–18:00\W*: 0 on shift. No one$/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByRole('button', { name: /^Assign/ })).toHaveLength(2)
    await user.click(dialog.getByRole('button', { name: 'Assign Noam' }))
    await screen.findByText('Nothing to decide. All campaigns are covered.')
    const [sent] = server.sentTo(shiftRoutes.draft).map(({ body }) => body as Sent)
    expect(sent?.days[2]).toEqual([shift('08:00', '18:00')])
  })

  it('keeps what was meant when someone else changed the week, and offers both', async () => {
    const theirs = aWeek({ [NOAM]: { '2026-12-02': [shift('06:00', '12:00')] } }, { version: 5 })
    const { user, server } = await open([read(), refusal(shiftRoutes.draft, 409, 'changed_meanwhile')])
    cell(/^Noam, Wed/).focus()
    server.use(read(theirs))
    await user.keyboard('9-17{Enter}')
    await screen.findByText('Another person saved other shifts while you were editing.')
    const field = () => (screen.getByLabelText('This day, from') as HTMLInputElement).value
    expect(field()).toBe('09:00')
    server.use(drafts(NOAM, '2026-12-02', 6))
    await user.click(screen.getByRole('button', { name: 'Continue with my changes' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.sentTo(shiftRoutes.draft)).toHaveLength(2))
    expect(server.sentTo(shiftRoutes.draft)[1]?.body).toMatchObject({ expected: 5 })
  })

  it('publishes what was seen; after a change by others it is shown again first', async () => {
    const changed = aWeek({ [NOAM]: { '2026-12-02': [] } })
    const { user, server } = await open([read(changed), refusal(shiftRoutes.publish, 409, 'changed_meanwhile')])
    await user.click(screen.getByRole('button', { name: 'Publish the week' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('1 person will be notified of changes')
    server.use(read({ ...changed, revision: 'revision-9' }))
    await user.click(dialog.getByRole('button', { name: 'Publish with gaps' }))
    await dialog.findByText(/The week changed in the meantime/)
    server.use(reply(shiftRoutes.publish, { success: true, week: aWeek() }))
    await user.click(dialog.getByRole('button', { name: 'Publish with gaps' }))
    await screen.findByText('The week was published')
    const revisions = server.sentTo(shiftRoutes.publish).map(({ body }) => (body as { revision: string }).revision)
    expect(revisions).toEqual(['revision-1', 'revision-9'])
  })

  it('copies the week before, and learns how many days were left out', async () => {
    const { user } = await open([
      read(),
      reply(shiftRoutes.copy, { success: true, week: aWeek({ [NOAM]: { '2026-12-02': [] } }), leftOut: 2 }),
    ])
    await user.click(screen.getByRole('button', { name: 'Copy last week' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Copy last week' }))
    await screen.findByText('The week was copied, without 2 days of vacation or holiday')
    await screen.findByText('Draft, 1 change')
  })

  it('sets minimums and templates, whole, and keeps them after a conflict', async () => {
    const { user, server } = await open([read(), refusal(shiftRoutes.changeSettings, 409, 'changed_meanwhile')])
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Templates and minimums' }))
    const dialog = within(await screen.findByRole('dialog'))
    const minimum = await dialog.findByLabelText('Kitchens')
    await user.clear(minimum)
    await user.type(minimum, '2')
    await user.click(dialog.getByRole('button', { name: 'Remove the template Evening' }))
    server.use(reply(shiftRoutes.settings, { success: true, settings: newShiftSettings, version: 7 }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await user.click(await dialog.findByRole('button', { name: 'Continue with my changes' }))
    server.use(reply(shiftRoutes.changeSettings, { success: true, settings: newShiftSettings, version: 8 }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('The settings of shifts were saved')
    const settings = {
      ...newShiftSettings,
      templates: newShiftSettings.templates.filter(({ standard }) => standard !== 'evening'),
      minimums: [{ campaignId: CAMPAIGN_ID, minimum: 2 }],
    }
    expect(server.sentTo(shiftRoutes.changeSettings).map(({ body }) => body)).toEqual([
      { settings, expected: 2 },
      { settings, expected: 7 },
    ])
  })
})

it('a Lead reads the week, and changes nothing', async () => {
  await open([read({ ...aWeek(), revision: null })], 'Lead')
  screen.getByRole('table', { name: 'Shifts of the team' })
  for (const name of ['Publish the week', 'Copy last week', 'More actions'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Noam/ })).toBeNull()
})
