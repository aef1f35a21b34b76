import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import type { Role } from '#contract/roles.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { type WorkingHours, workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { deliverLive } from '../../lib/http/live.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../testing/fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'
import { CampaignHoursPage, WorkingHoursPage } from './working-hours-page.tsx'

/** Tuesday, 12:00 in Israel. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T10:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const standard = newHours('jerusalem')
const stored = (hours: WorkingHours = standard, version = 3) => ({ success: true as const, hours, version })
const read = (hours?: WorkingHours, version?: number) => reply(workingHoursRoutes.get, stored(hours, version))
type Sent = { hours: WorkingHours; expected: number }
const saves = reply(workingHoursRoutes.change, ({ body }) => {
  const { hours, expected } = body as Sent
  return stored(hours, expected + 1)
})
const open = async (replies: FakeReply[], role: Role = 'Owner') => {
  const page = await renderPage(<WorkingHoursPage />, { replies, session: aSession({ role }) })
  await screen.findByRole('heading', { name: 'Hours of the week' })
  const sent = () => page.server.sentTo(workingHoursRoutes.change).map(({ body }) => body as Sent)
  const save = () => page.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...page, sent, save }
}
const status = () => screen.getByRole('status', { name: 'Open or closed now' }).textContent
const field = (name: string) => screen.getByLabelText(name)
const change = (name: string, time: string) => {
  fireEvent.change(field(name), { target: { value: time } })
}
const isChanged: LiveEvent = {
  name: 'working_hours.changed',
  businessId: BUSINESS_ID,
  actor: { userId: USER_ID },
} as unknown as LiveEvent

describe('an Owner', () => {
  it('sees what the edited hours make true, and saves them whole with the version that was read', async () => {
    const { sent, save } = await open([read(), saves])
    expect(status()).toContain('Open now, until 18:00')
    change('Tuesday, until', '11:00')
    expect(status()).toContain('Closed until Wed 08:00')
    expect(status()).toContain('not saved yet')
    await save()
    await screen.findByText('Working hours saved')
    const days = standard.days.map((ranges, day) => (day === 2 ? [{ from: '08:00', to: '11:00' }] : ranges))
    expect(sent()).toEqual([{ hours: { ...standard, days }, expected: 3 }])
    expect(status()).not.toContain('not saved yet')
    change('Tuesday, until', '12:30')
    await save()
    await waitFor(() => expect(sent().map(({ expected }) => expected)).toEqual([3, 4]))
  })

  it('adds a range, sees that it overlaps, and mends it past midnight', async () => {
    const { user, sent, save } = await open([read(), saves])
    await user.click(screen.getByRole('button', { name: 'Another range on Tuesday' }))
    const [, second] = screen.getAllByLabelText('Tuesday, from')
    fireEvent.change(second as HTMLElement, { target: { value: '17:00' } })
    await screen.findByText('These hours overlap')
    expect(status()).toContain('Correct the marked hours')
    await save()
    expect(sent()).toEqual([])
    fireEvent.change(second as HTMLElement, { target: { value: '20:00' } })
    fireEvent.change(screen.getAllByLabelText('Tuesday, until')[1] as HTMLElement, { target: { value: '02:00' } })
    await screen.findByText('until 02:00 the next day')
    await save()
    await waitFor(() => expect(sent()[0]?.hours.days[2]?.[1]).toEqual({ from: '20:00', to: '02:00' }))
  })

  it('says at the range that it is too short', async () => {
    await open([read()])
    change('Monday, until', '08:10')
    await screen.findByText('A range must have at least 15 minutes')
  })

  it('copies the hours of a day to others', async () => {
    const { user, sent, save } = await open([read(), saves])
    change('Sunday, until', '16:00')
    await user.click(screen.getByRole('button', { name: 'Copy the hours of Sunday to other days' }))
    await user.click(await screen.findByRole('menuitem', { name: 'To Sunday–Thursday' }))
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    const ends = sent()[0]?.hours.days.map((ranges) => ranges[0]?.to)
    expect(ends).toEqual(['16:00', '16:00', '16:00', '16:00', '16:00', '13:00', undefined])
  })

  it('chooses a city: its custom of candle lighting comes with it, unless the minutes were set', async () => {
    const { user, sent, save } = await open([read(), saves])
    const city = await screen.findByRole('combobox', { name: 'City' })
    await user.click(city)
    await user.click(await screen.findByRole('option', { name: 'Haifa' }))
    expect((field('Candle lighting, minutes before sunset') as HTMLInputElement).value).toBe('30')
    await user.clear(field('Candle lighting, minutes before sunset'))
    await user.type(field('Candle lighting, minutes before sunset'), '25')
    await user.click(city)
    await user.click(await screen.findByRole('option', { name: 'Eilat' }))
    await user.click(screen.getByRole('radio', { name: '72 minutes after sunset' }))
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.hours).toEqual({
      ...standard,
      city: 'eilat',
      candleMinutes: 25,
      restEnd: { by: 'minutes', minutes: 72 },
    })
  })

  it('sets what a kind of holiday does, which is shown with its next day', async () => {
    const { user, sent, save } = await open([read(), saves])
    const hanukkah = within(screen.getByRole('radiogroup', { name: 'Hanukkah' }))
    // The first candle of 5787 is lit on the evening of Friday, 4 December 2026.
    expect(screen.getByText('Next: Sat 5 Dec, Hanukkah')).toBeDefined()
    await user.click(hanukkah.getByRole('radio', { name: 'Short' }))
    change('Hanukkah, until', '14:00')
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.hours.holidays.hanukkah).toEqual({ rule: 'short', ranges: [{ from: '08:30', to: '14:00' }] })
  })

  it('adds, changes and removes a special day', async () => {
    const day = { day: '2026-11-24', name: 'Stocktaking', ranges: [] }
    const { user, sent, save } = await open([read({ ...standard, specialDays: [day] }), saves])
    expect(status()).toContain('Closed until Wed 08:00 Stocktaking')
    await user.click(screen.getByRole('button', { name: /^Edit Stocktaking/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('radio', { name: 'Open in these hours' }))
    await user.click(dialog.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(status()).toContain('Open now, until 13:00 Stocktaking'))
    await user.click(screen.getByRole('button', { name: /^Remove Stocktaking/ }))
    await waitFor(() => expect(status()).toContain('Open now, until 18:00'))
    expect(sent()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Add a special day' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }))
    expect((await screen.findAllByText('This field is required')).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await save()
    await waitFor(() => expect(sent()[0]?.hours.specialDays).toEqual([]))
  })

  it('corrects a day of the calendar, and the time at which a rest ends', async () => {
    const { user, sent, save } = await open([read(), saves])
    await user.click(await screen.findByRole('button', { name: 'Next year' }))
    const list = within(screen.getByRole('list', { name: 'Holidays of 2027' }))
    await user.click(list.getByRole('button', { name: /^Correct the day: Independence Day/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect((dialog.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('Independence Day')
    await user.click(dialog.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(list.getByRole('button', { name: /^Correct the times: Shavuot,/ }))
    const times = within(await screen.findByRole('dialog'))
    fireEvent.change(times.getByLabelText(/^Ends/), { target: { value: '21:00' } })
    await user.click(times.getByRole('button', { name: 'OK' }))
    await list.findByText('Corrected time')
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    // 5 Iyar 5787 is Wednesday, 12 May 2027; 6 Sivan is Friday, 11 June, and Shabbat follows.
    expect(sent()[0]?.hours.specialDays).toEqual([{ day: '2027-05-12', name: 'Independence Day', ranges: [] }])
    expect(sent()[0]?.hours.restTimes).toEqual([{ day: '2027-06-12', at: '21:00' }])
  })
})

describe('when others change the hours', () => {
  const theirs = { ...standard, city: 'haifa' as const }

  it('what is typed is kept after a conflict, and can be saved over theirs', async () => {
    const { server, user, sent, save } = await open([read()])
    change('Tuesday, until', '11:00')
    server.use(read(theirs, 4))
    server.use(refusal(workingHoursRoutes.change, 409, 'changed_meanwhile'))
    await save()
    await screen.findByText(/Another person saved other hours/)
    server.use(saves)
    await user.click(screen.getByRole('button', { name: 'Continue with my changes' }))
    expect(screen.queryByText(/Another person saved other hours/)).toBeNull()
    await save()
    await screen.findByText('Working hours saved')
    expect(sent().map(({ expected }) => expected)).toEqual([3, 4])
    expect(sent()[1]?.hours.days[2]).toEqual([{ from: '08:00', to: '11:00' }])
  })

  it('theirs can be shown instead', async () => {
    const { server, user } = await open([read()])
    change('Tuesday, until', '11:00')
    server.use(read({ ...standard, days: standard.days.with(2, []) }, 4))
    act(() => deliverLive({ kind: 'change', event: isChanged }))
    await user.click(await screen.findByRole('button', { name: 'Show what is saved' }))
    await waitFor(() => expect(status()).toContain('Closed until Wed 08:00'))
    expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull()
  })

  it('a page without changes shows theirs at once', async () => {
    const { server } = await open([read()])
    server.use(read({ ...standard, days: standard.days.with(2, []) }, 4))
    act(() => deliverLive({ kind: 'change', event: isChanged }))
    await waitFor(() => expect(status()).toContain('Closed until Wed 08:00'))
    expect(screen.queryByText(/Another person saved/)).toBeNull()
  })

  it('an error of the server stands at its field', async () => {
    const path = 'body.hours.days.1'
    const { save } = await open([
      read(),
      refusal(workingHoursRoutes.change, 422, 'invalid_input', { issues: [{ path, message: 'Not like this' }] }),
    ])
    change('Monday, until', '17:00')
    await save()
    await screen.findByText('Not like this')
  })
})

it('others read the hours, and change nothing', async () => {
  const day = { day: '2026-12-31', name: 'Stocktaking', ranges: [] }
  await open([read({ ...standard, specialDays: [day] })], 'Reader')
  expect(status()).toContain('Open now, until 18:00')
  expect(screen.getByText('Stocktaking')).toBeDefined()
  const week = within(screen.getByRole('list', { name: 'Hours of the weekdays' }))
  expect(week.getAllByText('08:00–18:00')).toHaveLength(5)
  await screen.findByText('Jerusalem')
  await screen.findByRole('list', { name: 'Holidays of 2026' })
  for (const role of ['textbox', 'combobox', 'radio']) expect(screen.queryAllByRole(role)).toEqual([])
  const names = screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)
  expect(names).toEqual(['Previous year', 'Next year', expect.stringContaining('past days')])
})

describe('a campaign', () => {
  const ofCampaign = (isOwn: boolean, version: number) => ({ ...stored(standard, version), isOwn })
  const path = `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/working-hours`
  const names = reply(campaignRoutes.names, {
    success: true,
    campaigns: [{ _id: CAMPAIGN_ID, name: 'Kitchens', image: null, role: 'Lead', isEnabled: true }],
  })

  it('gets hours of its own, and those of the business again', async () => {
    const page = await renderPage(<CampaignHoursPage />, {
      path,
      route: '/b/$businessId/c/$campaignId/working-hours',
      replies: [
        names,
        reply(workingHoursRoutes.getOfCampaign, ofCampaign(false, 0)),
        reply(workingHoursRoutes.changeOfCampaign, ({ body }) => {
          const { hours, expected } = body as { hours: WorkingHours | null; expected: number }
          return ofCampaign(hours !== null, expected + 1)
        }),
      ],
    })
    const sent = () => page.server.sentTo(workingHoursRoutes.changeOfCampaign).map(({ body }) => body)
    await screen.findByText('Kitchens')
    expect(screen.queryByLabelText('Tuesday, until')).toBeNull()
    await page.user.click(screen.getByRole('radio', { name: 'Hours of its own' }))
    expect(field('Tuesday, until')).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()).toEqual([{ hours: standard, expected: 0 }]))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull())
    await page.user.click(screen.getByRole('radio', { name: 'Hours of the business' }))
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()[1]).toEqual({ hours: null, expected: 1 }))
  })
})
