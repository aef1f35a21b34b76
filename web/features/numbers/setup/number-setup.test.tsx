import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { adoptedNumberRoutes } from '#contract/calls/adopted-numbers.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { numberRoutes, type VoiceConnection } from '#contract/calls/numbers.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { useTellPhone } from '../../../lib/on-the-line.ts'
import { paths } from '../../../lib/paths.ts'
import { storage } from '../../../lib/storage.ts'
import { NARROW } from '../../../lib/use-narrow.ts'
import { aCall, callDetails } from '../../../testing/call-fakes.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../../testing/fakes.ts'
import { aFreeNumber, aNumber, anOrder, NUMBER_ID } from '../../../testing/number-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { CallItNow } from '../call-it-now.tsx'
import { TestCall } from '../test-call.tsx'
import { NumberSetupTrigger } from './number-setup-trigger.tsx'

const COLLEAGUE_ID = '018f0000-0000-7000-8000-0000000000c1'
const none = reply(numberRoutes.list, { success: true, numbers: [] })
const local: VoiceConnection = {
  _id: '018f0000-0000-7000-8000-0000000000c2',
  provider: 'local',
  accountSid: 'AC1',
  hasApiKey: true,
  state: 'active',
  error: null,
  checkedAt: null,
  numbers: 0,
}
const connected = reply(numberRoutes.connection, { success: true, connection: local, canOrder: true })
const people = reply(campaignRoutes.people, {
  success: true,
  people: [{ _id: COLLEAGUE_ID, name: 'Omar Haddad', image: null }],
})
const areas = reply(numberRoutes.areas, {
  success: true,
  areas: [
    { area: '072', kind: 'national' },
    { area: '03', kind: 'local' },
  ],
})
const free = reply(numberRoutes.search, ({ query }) => ({
  success: true as const,
  numbers: query.area === '072' ? [aFreeNumber('+972724440001'), aFreeNumber('+972724440002')] : [],
}))
const ordered = reply(numberRoutes.order, { success: true, order: anOrder() })

describe('after a campaign was created', () => {
  const open = (replies: FakeReply[] = []) =>
    renderPage(<NumberSetupTrigger campaignId={CAMPAIGN_ID} />, {
      path: paths.leads(BUSINESS_ID, CAMPAIGN_ID),
      replies: [none, connected, people, areas, free, ordered, ...replies],
      session: aSession(),
    })
  type Page = Awaited<ReturnType<typeof open>>
  const press = (page: Page, name: string) => page.user.click(screen.getByRole('button', { name }))
  const choose = async (page: Page) => {
    await page.user.click(await screen.findByRole('radio', { name: /072-444-0001/ }))
    await press(page, 'Next')
  }

  test('a number is ordered, members and phones answer it, and a test call is made', async () => {
    const ringing = aCall(1, { state: 'ringing', status: null, answeredAt: null, endedAt: null, isTest: true })
    let tested = callDetails(ringing)
    const page = await open([
      reply(numberRoutes.testCall, { success: true, callId: NUMBER_ID }),
      reply(callRoutes.get, () => ({ success: true, call: tested })),
    ])
    const dialog = within(await screen.findByRole('dialog', { name: 'A virtual number for the campaign' }))
    await choose(page)
    dialog.getByText('שירה בן־דוד')
    await page.user.click(screen.getByRole('combobox', { name: 'Add a person' }))
    await page.user.click(await screen.findByRole('option', { name: 'Omar Haddad' }))
    await page.user.type(screen.getByLabelText('Add a phone'), '052-555-0101{Enter}')
    await page.user.click(screen.getByLabelText('In order'))
    await press(page, 'Move 052-555-0101 up')
    await press(page, 'Next')
    await page.user.click(screen.getByLabelText('Weekly hours'))
    await press(page, 'Get this number')
    await screen.findByText('Your number is ready. You can advertise it now.')
    await screen.findByRole('img', { name: /^QR code that calls 072-/ })
    expect(screen.queryByRole('link', { name: 'Call the number' })).toBeNull()
    const order = page.server.sentTo(numberRoutes.order)[0]
    expect(order?.headers.get('idempotency-key')).toMatch(/^\w{32}$/)
    expect(order?.body).toMatchObject({
      phone: '+972724440001',
      campaignId: CAMPAIGN_ID,
      routing: {
        ring: {
          mode: 'in_order',
          seconds: 25,
          targets: [
            { kind: 'softphone', userId: USER_ID },
            { kind: 'phone', phone: '052-555-0101', userId: null },
            { kind: 'softphone', userId: COLLEAGUE_ID },
          ],
        },
        recording: true,
        announcement: { isOn: true, text: '' },
        hours: { days: [[{ from: '09:00', to: '18:00' }], {}, {}, {}, {}, [{ from: '09:00', to: '13:00' }], []] },
        outside: { kind: 'message', text: '' },
        language: 'en',
      },
    })
    await press(page, 'Make a test call')
    await screen.findByText('Ringing now. The person who answers hears that this is a test.')
    expect(page.server.sentTo(numberRoutes.testCall)[0]?.params).toEqual({ id: NUMBER_ID })
    tested = callDetails({ ...ringing, state: 'talking', answeredAt: ringing.startedAt })
    await screen.findByText('The call was answered. The number works.')
    await press(page, 'Done')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('on a phone the ready number is a link that calls it', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => ({ matches: media === NARROW, addEventListener: vi.fn(), removeEventListener: vi.fn() }) as never,
    )
    const number = { _id: NUMBER_ID, phone: '+972724440001', provider: 'local' as const }
    await renderPage(<CallItNow number={number} />, { path: '/' })
    const dial = await screen.findByRole('link', { name: 'Call the number' })
    expect(dial.getAttribute('href')).toBe('tel:+972724440001')
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('a test call that is not answered says so, and one that may not be read only that it started', async () => {
    const missed = callDetails(aCall(1, { state: 'ended', status: 'Not Answered', answeredAt: null, isTest: true }))
    const started = reply(numberRoutes.testCall, { success: true, callId: NUMBER_ID })
    const show = async (answer: FakeReply) => {
      const number = { _id: NUMBER_ID, provider: 'local' as const }
      const page = await renderPage(<TestCall number={number} />, { path: '/', replies: [started, answer] })
      await page.user.click(await screen.findByRole('button', { name: 'Make a test call' }))
      return page
    }
    const page = await show(reply(callRoutes.get, { success: true, call: missed }))
    await screen.findByText('No answer. Check who is available to answer, then try again.')
    page.unmount()
    await show(refusal(callRoutes.get, 404, 'not_found'))
    await screen.findByText('The test call has started. The person who answers hears that this is a test.')
  })

  test('a test call whose progress is not heard for a moment is followed on', async () => {
    const number = { _id: NUMBER_ID, provider: 'local' as const }
    const started = reply(numberRoutes.testCall, { success: true, callId: NUMBER_ID })
    const replies = [started, refusal(callRoutes.get, 500, 'internal')]
    const page = await renderPage(<TestCall number={number} />, { path: '/', replies })
    await page.user.click(await screen.findByRole('button', { name: 'Make a test call' }))
    await waitFor(() => expect(page.server.sentTo(callRoutes.get)).toHaveLength(1))
    page.server.use(reply(callRoutes.get, { success: true, call: callDetails(aCall(1, { isTest: true })) }))
    await screen.findByText('The call was answered. The number works.')
  })

  test('a test call waits until the phone of the browser can be rung', async () => {
    storage.phoneBusinessId.set(BUSINESS_ID)
    function Phone() {
      const [isReady, setReady] = useState(false)
      useTellPhone(isReady)
      return (
        <button type="button" onClick={() => setReady(true)}>
          Register
        </button>
      )
    }
    const number = { _id: NUMBER_ID, provider: 'local' as const }
    const ringing = aCall(1, { state: 'ringing', status: null, answeredAt: null, endedAt: null, isTest: true })
    const page = await renderPage(
      <>
        <TestCall number={number} />
        <Phone />
      </>,
      {
        path: '/',
        replies: [
          reply(numberRoutes.testCall, { success: true, callId: NUMBER_ID }),
          reply(callRoutes.get, { success: true, call: callDetails(ringing) }),
        ],
      },
    )
    await page.user.click(await screen.findByRole('button', { name: 'Make a test call' }))
    await new Promise((wake) => setTimeout(wake, 300))
    expect(page.server.sentTo(numberRoutes.testCall)).toEqual([])
    await press(page, 'Register')
    await waitFor(() => expect(page.server.sentTo(numberRoutes.testCall)).toHaveLength(1))
    await screen.findByText('Ringing now. The person who answers hears that this is a test.')
  })

  test('Later is remembered', async () => {
    storage.newCampaign.set(CAMPAIGN_ID)
    const page = await open()
    await page.user.click(await screen.findByRole('button', { name: 'Later' }))
    await waitFor(() => expect(storage.newCampaign.get()).toBeNull())
  })

  test('so is the browser’s Back', async () => {
    storage.newCampaign.set(CAMPAIGN_ID)
    const page = await open()
    await screen.findByRole('dialog')
    page.router.history.back()
    await waitFor(() => expect(storage.newCampaign.get()).toBeNull())
  })

  test('does not open for a campaign that has a number', async () => {
    storage.newCampaign.set(CAMPAIGN_ID)
    await open([reply(numberRoutes.list, { success: true, numbers: [aNumber()] })])
    await waitFor(() => expect(storage.newCampaign.get()).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a number is taken from the first step, with what it begins with', async () => {
    const page = await open([ordered])
    const take = await screen.findByRole('button', { name: 'Get this number' })
    expect(take).toHaveProperty('disabled', true)
    await page.user.click(await screen.findByRole('radio', { name: /072-444-0002/ }))
    await page.user.click(take)
    await screen.findByText('Your number is ready. You can advertise it now.')
    expect(page.server.sentTo(numberRoutes.order)[0]?.body).toMatchObject({ phone: '+972724440002' })
  })

  test('where no number is free, suggests another area or other digits', async () => {
    const page = await open()
    await page.user.click(await screen.findByRole('button', { name: '03' }))
    await screen.findByText('No numbers are available now')
    await page.user.type(screen.getByLabelText('Last digits'), '77a7')
    await screen.findByText('No available number in this area ends with these digits.')
    expect(page.server.sentTo(numberRoutes.search).at(-1)?.query).toEqual({ area: '03', ending: '777' })
  })

  test('retries when the provider is down, and charges nothing', async () => {
    const page = await open([
      refusal(numberRoutes.order, 502, 'voice_unavailable', { message: 'It cannot be reached; nothing was charged' }),
    ])
    await choose(page)
    await press(page, 'Next')
    await press(page, 'Get this number')
    await screen.findByText('The number was not ordered, and nothing was charged')
    screen.getByText('It cannot be reached; nothing was charged')
    page.server.use(ordered)
    await press(page, 'Try again')
    await screen.findByText('Your number is ready. You can advertise it now.')
    const keys = page.server.sentTo(numberRoutes.order).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[1]).toBe(keys[0])
  })

  test('polls an unconfirmed order until it is confirmed', async () => {
    const order = anOrder({ state: 'ordering', number: null })
    const page = await open([
      reply(numberRoutes.order, { success: true, order }),
      reply(numberRoutes.getOrder, { success: true, order: anOrder() }),
    ])
    await choose(page)
    await press(page, 'Next')
    await press(page, 'Get this number')
    await screen.findByText('Ordering the number…')
    await screen.findByText('Your number is ready. You can advertise it now.')
  })

  test('a number sold meanwhile leads back to the list', async () => {
    const page = await open([
      reply(numberRoutes.order, {
        success: true,
        order: anOrder({ state: 'failed', error: 'number_taken', number: null }),
      }),
    ])
    await choose(page)
    await press(page, 'Next')
    await press(page, 'Get this number')
    await screen.findByText('This number has just been taken. Choose another')
    await press(page, 'Choose another number')
    await screen.findByRole('radio', { name: /072-444-0002/ })
  })

  test('without a provider it says what to do', async () => {
    await open([reply(numberRoutes.connection, { success: true, connection: null, canOrder: false })])
    await screen.findByText('No telephony provider yet')
    expect(screen.getByRole('link', { name: 'Connect an account' }).getAttribute('href')).toBe(
      paths.numbers(BUSINESS_ID),
    )
  })
})

test('a number that the account already has is adopted instead', async () => {
  const sid = `PN${'1'.repeat(32)}`
  const twilio = { ...local, provider: 'twilio' as const }
  const page = await renderPage(<NumberSetupTrigger campaignId={CAMPAIGN_ID} />, {
    path: paths.leads(BUSINESS_ID, CAMPAIGN_ID),
    session: aSession(),
    replies: [
      none,
      people,
      areas,
      free,
      reply(numberRoutes.connection, { success: true, connection: twilio, canOrder: true }),
      reply(adoptedNumberRoutes.list, {
        success: true,
        numbers: [
          { sid, phone: '+97236123456', name: 'Front desk', sms: true, goesTo: { kind: 'url', at: 'pbx.example' } },
        ],
      }),
      reply(adoptedNumberRoutes.adopt, { success: true, order: anOrder() }),
    ],
  })
  await page.user.click(await screen.findByText('A number of the account'))
  await screen.findByText('pbx.example')
  await page.user.click(screen.getByRole('radio', { name: /03-612-3456/ }))
  await page.user.click(screen.getByRole('button', { name: 'Adopt this number' }))
  await screen.findByText('Your number is ready. You can advertise it now.')
  expect(page.server.sentTo(adoptedNumberRoutes.adopt)[0]?.body).toMatchObject({
    ...{ sid, label: 'Front desk', campaignId: CAMPAIGN_ID },
  })
  expect(page.server.sentTo(numberRoutes.order)).toEqual([])
})
