import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { adoptedNumberRoutes } from '#contract/calls/adopted-numbers.ts'
import { forwardingRoutes, type NumberForward } from '#contract/calls/forwarding.ts'
import { type LineTest, lineTestRoutes } from '#contract/calls/line-tests/line-tests.ts'
import { type NumberChanges, numberRoutes, type VirtualNumber } from '#contract/calls/numbers.ts'
import { telephonyBudgetRoutes } from '#contract/calls/telephony-budget.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { Role } from '#contract/roles.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { paths } from '../../lib/paths.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { aNumber, aRouting, NUMBER_ID } from '../../testing/number-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'
import { NumberPage } from './number-page.tsx'
import { NumbersPage } from './numbers-page.tsx'

afterEach(() => void vi.useRealTimers())

const ACCOUNT = `AC${'0123456789abcdef'.repeat(2)}`
const names = (role: Role) =>
  reply(campaignRoutes.names, {
    success: true,
    campaigns: [{ _id: CAMPAIGN_ID, name: 'מטבחים – Google', image: null, role, isEnabled: true }],
  })
const people = reply(campaignRoutes.people, { success: true, people: [] })
const unconnected = reply(numberRoutes.connection, { success: true, connection: null, canOrder: false })
const untested = reply(lineTestRoutes.get, { success: true, isDaily: false, last: null })
const noBudget = reply(telephonyBudgetRoutes.get, { success: true, budget: null })
const unforwarded = reply(forwardingRoutes.list, { success: true, forwards: [] })
const list = (...numbers: VirtualNumber[]) => reply(numberRoutes.list, { success: true, numbers })

describe('the list', () => {
  const open = (replies: FakeReply[], role: Role = 'Owner') =>
    renderPage(<NumbersPage />, {
      path: paths.numbers(BUSINESS_ID),
      replies: [names(role), people, unconnected, noBudget, ...replies],
      session: aSession({ role }),
    })

  test('shows label, ring list and state of each number', async () => {
    const targets = [
      { kind: 'softphone', userId: BUSINESS_ID },
      { kind: 'phone', phone: '+972525550101', userId: null },
    ] as const
    const ring = { mode: 'in_order', seconds: 20, knownFirst: false, targets: [...targets] } as const
    await open([list(aNumber({ routing: aRouting({ ring: { ...ring, targets: [...targets] } }) }))])
    const row = within((await screen.findByRole('link', { name: '072-444-0001' })).closest('li') as HTMLElement)
    row.getByText('מטבחים – Google')
    row.getByText('Kitchens, Google')
    row.getByText('One person in the browser')
    row.getByText('One phone')
    row.getByText('In order')
    row.getByText('No calls yet')
    row.getByText('Active')
  })

  test('leaves out a label that repeats the campaign', async () => {
    const { campaignName } = aNumber()
    await open([list(aNumber({ label: campaignName ?? '' }))])
    await screen.findByRole('link', { name: '072-444-0001' })
    expect(screen.getAllByText(campaignName ?? '')).toHaveLength(1)
  })

  test('explains itself when empty; released numbers are shown on request', async () => {
    const page = await open([
      reply(numberRoutes.list, ({ query }) => ({
        success: true as const,
        numbers: query.released ? [aNumber({ state: 'quarantined' })] : [],
      })),
    ])
    await screen.findByText('No numbers yet')
    await page.user.click(screen.getByLabelText('Show released numbers'))
    await screen.findByText('Released')
  })

  test('an Owner sees what the account costs, and sets a cap', async () => {
    const budget = { cap: null, creditFloor: 10, currency: 'USD', spent: 31.45, balance: 48.2, readAt: null }
    const page = await open([
      list(aNumber()),
      reply(telephonyBudgetRoutes.get, { success: true, budget }),
      reply(telephonyBudgetRoutes.change, { success: true, budget: { ...budget, cap: 60 } }),
    ])
    await screen.findByText('$31.45')
    screen.getByText('$48.20')
    await page.user.type(screen.getByLabelText('Monthly cap'), '60')
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('52% of the cap')
    expect(page.server.sentTo(telephonyBudgetRoutes.change)[0]?.body).toEqual({ cap: 60, creditFloor: 10 })
  })

  test('an Owner connects Twilio; a refusal is shown beside its field, and no secret is kept', async () => {
    const page = await open([
      list(),
      refusal(numberRoutes.connect, 422, 'voice_credentials_wrong', { message: 'Twilio does not know it' }),
    ])
    await page.user.click(await screen.findByRole('button', { name: 'Connect a Twilio account' }))
    const dialog = within(await screen.findByRole('dialog'))
    await page.user.type(dialog.getByLabelText(/Account SID/), 'AC12')
    await page.user.click(dialog.getByRole('button', { name: 'Connect' }))
    await dialog.findByText('An account SID starts with AC and has 34 characters')
    await page.user.clear(dialog.getByLabelText(/Account SID/))
    await page.user.type(dialog.getByLabelText(/Account SID/), ACCOUNT)
    await page.user.type(dialog.getByLabelText(/Auth Token/), 'secret-of-the-account')
    await page.user.click(dialog.getByRole('button', { name: 'Connect' }))
    await dialog.findByText('Twilio does not know it')
    expect(page.server.sentTo(numberRoutes.connect)[0]?.body).toEqual({
      accountSid: ACCOUNT,
      authToken: 'secret-of-the-account',
    })
  })

  test('a Writer has no access to numbers', async () => {
    await open([list()], 'Writer')
    await screen.findByText('You do not have permission for this page')
  })
})

describe('one number', () => {
  const open = (number: VirtualNumber, replies: FakeReply[] = [], role: Role = 'Owner') =>
    renderPage(<NumberPage />, {
      path: paths.number(BUSINESS_ID, NUMBER_ID),
      route: '/b/$businessId/settings/numbers/$numberId',
      replies: [
        names(role),
        people,
        untested,
        unforwarded,
        reply(numberRoutes.get, { success: true, number }),
        ...replies,
      ],
      session: aSession({ role }),
    })
  const changed = reply(numberRoutes.change, ({ body }) => ({
    success: true as const,
    number: aNumber({
      ...(body as { label?: string }),
      routing: { ...aRouting(), ...(body as NumberChanges).routing } as never,
    }),
  }))

  test('sends only the parts that were changed', async () => {
    const page = await open(aNumber(), [changed])
    await screen.findByText('A call now would ring שירה בן־דוד')
    const label = screen.getByLabelText('Label')
    await page.user.clear(label)
    await page.user.type(label, 'Billboard')
    await page.user.click(screen.getByRole('combobox', { name: 'Press 1 to accept' }))
    await page.user.click(await screen.findByRole('option', { name: 'On mobile phones' }))
    await page.user.click(screen.getByLabelText(/^The virtual number/))
    await page.user.click(screen.getByRole('switch', { name: /^First call only/ }))
    await page.user.click(screen.getByLabelText('A message only'))
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('The number was saved')
    expect(page.server.sentTo(numberRoutes.change)[0]?.body).toEqual({
      label: 'Billboard',
      routing: {
        screening: 'mobiles',
        shownNumber: 'called',
        announcement: { isOn: true, text: '', firstTimeOnly: true },
        noAnswer: { kind: 'message', text: '' },
      },
    })
    await waitFor(() => expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true))
  })

  test('shows how to forward an existing number, and checks that it works', async () => {
    const existing = '+97236123456'
    const asked = { _id: NUMBER_ID, askedAt: '2026-11-28T09:00:00.000Z', isDaily: false, seconds: null }
    let forward: NumberForward = { phone: existing, lastAt: null, check: { ...asked, outcome: 'wrong_answer' } }
    const page = await open(aNumber(), [
      reply(forwardingRoutes.list, () => ({ success: true as const, forwards: [forward] })),
      reply(forwardingRoutes.check, () => {
        forward = { phone: existing, lastAt: '2026-11-28T09:00:20.000Z', check: { ...asked, outcome: 'answered' } }
        return { success: true as const, test: { ...asked, outcome: null } }
      }),
    ])
    await screen.findByText('*720724440001')
    await page.user.click(screen.getByRole('combobox', { name: /^Phone company/ }))
    await page.user.click(await screen.findByRole('option', { name: 'Pelephone' }))
    screen.getByText('**21*0724440001#')
    await screen.findByText(/answered: forwarding is off/)
    await page.user.click(screen.getByRole('button', { name: 'Check the forwarding' }))
    await screen.findByText(/^Forwarding works/)
    expect(page.server.sentTo(forwardingRoutes.check)[0]?.body).toEqual({ phone: existing })
  })

  test('an adopted number is given back with what stood before, or with what others changed', async () => {
    const number = aNumber({ isAdopted: true, provider: 'twilio' })
    const page = await open(number, [
      reply(adoptedNumberRoutes.standing, {
        success: true,
        before: { kind: 'url', at: 'pbx.example' },
        now: { kind: 'url', at: 'new.example' },
        changed: ['voice'],
      }),
      reply(numberRoutes.release, { success: true, number: { ...number, state: 'quarantined', givenBack: 'kept' } }),
    ])
    await page.user.click(await screen.findByRole('button', { name: 'Give back' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/Changed at the provider since the adoption: calls/)
    dialog.getByText('pbx.example')
    await page.user.click(dialog.getByLabelText('Leave what was changed'))
    await page.user.type(dialog.getByRole('textbox'), '072-444-0001')
    await page.user.click(dialog.getByRole('button', { name: 'Give back' }))
    await screen.findAllByText('The number was given back; what was changed at the provider stays')
    expect(page.server.sentTo(numberRoutes.release)[0]?.query).toEqual({ keepsChanges: 'true' })
  })

  test('own hours keep Shabbat and holidays where it is chosen, and the line of now knows them', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T10:00:00Z') })
    const days = Array.from({ length: 7 }, () => [{ from: '08:00', to: '20:00' }])
    const number = aNumber()
    const routing = { ...number.routing, hours: { days }, outside: { kind: 'message' as const, text: '' } }
    const page = await open({ ...number, routing }, [
      changed,
      reply(workingHoursRoutes.getOfCampaign, {
        success: true,
        ...{ hours: newHours('jerusalem'), version: 1, isOwn: false },
      }),
    ])
    await screen.findByText(/^A call now would ring/)
    await page.user.click(screen.getByRole('checkbox', { name: 'Closed on Shabbat and holidays' }))
    // Shabbat, 12:00: it ends at 17:12.
    await screen.findByText(/Saturday.*17:1\d/)
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('The number was saved')
    expect(page.server.sentTo(numberRoutes.change)[0]?.body).toMatchObject({
      routing: { hours: { days, keepsHolidays: true } },
    })
  })

  test('does not send overlapping hours', async () => {
    const page = await open(aNumber(), [changed])
    await page.user.click(await screen.findByLabelText('Weekly hours'))
    await page.user.click(screen.getByRole('button', { name: 'Another range on Sunday' }))
    const [, second] = screen.getAllByLabelText('Sunday, from')
    if (!second) throw new Error('There is no second range')
    await page.user.clear(second)
    await page.user.type(second, '17:00')
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('These hours overlap')
    expect(page.server.sentTo(numberRoutes.change)).toEqual([])
  })

  test('is released after it is typed', async () => {
    const page = await open(aNumber(), [
      reply(numberRoutes.release, { success: true, number: aNumber({ state: 'quarantined' }) }),
    ])
    await page.user.click(await screen.findByRole('button', { name: 'Release number' }))
    const dialog = within(await screen.findByRole('dialog'))
    await page.user.type(dialog.getByLabelText('To confirm, type: 072-444-0001'), '072-444-0001')
    await page.user.click(dialog.getByRole('button', { name: 'Release number' }))
    await screen.findByText('The number was released')
    await screen.findByText('Released')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  test('without a campaign, is read-only for a member who may edit campaigns only', async () => {
    await open(aNumber({ campaignId: null, campaignName: null }), [], 'Lead')
    await screen.findByLabelText('Label')
    screen.getByText('The number has no campaign: callers hear a busy tone.')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.getByLabelText('Label').closest('fieldset')?.disabled).toBe(true)
  })

  test('its line is tested: the result follows by itself, and the daily test is switched on', async () => {
    const test: LineTest = {
      _id: NUMBER_ID,
      askedAt: new Date().toISOString(),
      isDaily: false,
      outcome: null,
      seconds: null,
    }
    let looks = 0
    let isStarted = false
    const page = await open(aNumber({ provider: 'twilio' }), [
      reply(lineTestRoutes.get, () => ({
        success: true as const,
        isDaily: false,
        last: isStarted ? { ...test, ...(++looks > 0 && { outcome: 'answered' as const, seconds: 2 }) } : null,
      })),
      reply(lineTestRoutes.start, () => {
        isStarted = true
        return { success: true as const, test }
      }),
      reply(lineTestRoutes.set, { success: true }),
    ])
    await screen.findByText('The line has not been tested yet.')
    await page.user.click(screen.getByRole('button', { name: 'Test the line now' }))
    await screen.findByText('Testing…')
    await screen.findByText(/^Last test: .+, answered after 2 seconds$/, undefined, { timeout: 3_000 })
    const daily = screen.getByRole('switch', { name: /Test every working day/ })
    expect(daily).toHaveProperty('checked', false)
    screen.getByText(/Each test is a call that Twilio bills/)
    await page.user.click(daily)
    await waitFor(() => expect(daily).toHaveProperty('checked', true))
    expect(page.server.sentTo(lineTestRoutes.set)[0]?.body).toEqual({ isDaily: true })
  })

  test('a test that failed says what to check; who may not order numbers cannot switch the daily one', async () => {
    const last: LineTest = {
      ...{ _id: NUMBER_ID, askedAt: '2026-11-24T08:02:00.000Z', isDaily: true },
      ...{ outcome: 'wrong_answer', seconds: null },
    }
    await open(aNumber(), [reply(lineTestRoutes.get, { success: true, isDaily: true, last })], 'Lead')
    await screen.findByText(/Something else answered\. Check at the provider/)
    expect(screen.getByRole('switch', { name: /Test every working day/ })).toHaveProperty('disabled', true)
  })
})
