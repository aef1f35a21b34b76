import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { talkRoutes } from '#contract/calls/talk.ts'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage.ts'
import { BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { happens } from '../../testing/live.ts'
import { renderPage } from '../../testing/render.tsx'
import { reply } from '../../testing/replies.ts'
import * as fakes from '../../testing/softphone-fakes.tsx'
import {
  CALL_ID,
  Connection,
  digits,
  getUserMedia,
  incoming,
  LEAD_ID,
  Line,
  ringingCall,
  track,
} from '../../testing/softphone-fakes.tsx'
import { Lines } from './lines/lines.ts'
import { type Others, PhoneStore, type Softphone } from './lines/softphone.ts'
import { SoftphoneDock } from './softphone-dock.tsx'

beforeEach(fakes.fakePhones)

const wait = () => fakes.wait(<SoftphoneDock />)
const ring = () => fakes.ring(<SoftphoneDock />)
const talk = () => fakes.talk(<SoftphoneDock />)

describe('a call whose caller hears the announcement', () => {
  const callEvent = (name: string) => ({
    kind: 'change',
    event: {
      ...{ position: '1', name, businessId: BUSINESS_ID, campaignId: CAMPAIGN_ID, callId: CALL_ID, leadId: LEAD_ID },
      ...(name === 'call.started' && { willRing: true }),
    },
  })
  const announced = async () => {
    const world = await wait()
    await happens(callEvent('call.started'))
    await screen.findByText('Incoming call – listening to the greeting')
    return world
  }
  const isShown = () => screen.queryByRole('region', { name: 'Incoming call' }) !== null

  test('shows its card at once, with a link to the lead; then the same card rings', async () => {
    const { line } = await announced()
    const link = await screen.findByRole('link', { name: 'Dana Mor' })
    expect(link.getAttribute('href')).toBe(paths.lead(BUSINESS_ID, CAMPAIGN_ID, LEAD_ID))
    expect(screen.queryByRole('button', { name: /Answer/ })).toBeNull()
    const card = screen.getByRole('region', { name: 'Incoming call' })
    line.hear(incoming)
    await screen.findByRole('button', { name: /Answer/ })
    expect(screen.getByRole('region', { name: 'Incoming call' })).toBe(card)
    line.hear({ t: 'cancel', call: 'c1' })
    await waitFor(() => expect(isShown()).toBe(false))
  })

  test('is gone when the caller leaves, or another phone answers', async () => {
    const { page } = await announced()
    await happens(callEvent('call.ended'))
    expect(isShown()).toBe(false)
    await happens(callEvent('call.started'))
    expect(isShown()).toBe(true)
    page.server.use(
      reply(softphoneRoutes.ringing, { success: true, call: { ...ringingCall, isWaiting: false, stage: null } }),
    )
    await happens(callEvent('call.changed'))
    await waitFor(() => expect(isShown()).toBe(false))
  })

  test('in a menu is shown, and is gone without an event when the caller chooses what rings no phone', async () => {
    const { page } = await fakes.wait(<SoftphoneDock />, { ...ringingCall, stage: 'menu' })
    await happens(callEvent('call.started'))
    await screen.findByText('Incoming call – choosing in the menu')
    await screen.findByRole('link', { name: 'Dana Mor' })
    page.server.use(reply(softphoneRoutes.ringing, { success: true, call: { ...ringingCall, stage: null } }))
    await waitFor(() => expect(isShown()).toBe(false))
  })

  test('that will ring others only, or in another business, is not shown', async () => {
    await wait()
    const { event } = callEvent('call.started')
    const others = [
      { ...event, willRing: undefined },
      { ...event, businessId: LEAD_ID },
    ]
    for (const one of others) await happens({ kind: 'change', event: one })
    expect(isShown()).toBe(false)
  })
})

test('a call shows who it is, is answered by a key, muted, and hung up', async () => {
  const { page, line } = await ring()
  expect(line.url).toBe('ws://localhost:3000/phone')
  await screen.findByRole('link', { name: 'Dana Mor' })
  screen.getByText('054-123-4567')
  screen.getByText('מטבחים – Google')
  await page.user.keyboard('{Shift>}[KeyA]{/Shift}')
  await waitFor(() => expect(line.said.at(-1)).toEqual({ t: 'answer', call: 'c1', sdp: 'the answer' }))
  expect(Connection.last.remoteDescription).toEqual({ type: 'offer', sdp: 'offer' })
  Connection.last.becomes('connected')
  expect((await screen.findByRole('timer')).textContent).toBe('0:00')
  await page.user.click(screen.getByRole('button', { name: 'Mute' }))
  expect(track.enabled).toBe(false)
  await page.user.click(screen.getByRole('button', { name: 'Unmute' }))
  expect(track.enabled).toBe(true)
  await page.user.click(screen.getByRole('button', { name: 'Keypad' }))
  await page.user.click(screen.getByRole('button', { name: '5' }))
  expect(digits).toEqual(['5'])
  await page.user.click(screen.getByRole('button', { name: 'Hang up' }))
  expect(line.said.at(-1)).toEqual({ t: 'hangup', call: 'c1' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Call' })).toBeNull())
})

test('a test call says that it is one, shows the number that is tested, and is neither held nor transferred', async () => {
  const test = { ...ringingCall, lead: null, known: null, caller: null, isTest: true }
  const empty = { colleague: null, unanswered: null, handing: null, transferredBy: null }
  const talk = { ...empty, state: 'talking' as const, since: null, canTransfer: true, isAsked: false }
  const talking = reply(talkRoutes.get, { success: true, talk })
  const { page, line } = await fakes.wait(<SoftphoneDock />, test, [talking])
  line.hear({ ...fakes.incoming, params: { ...fakes.incoming.params, test: '1' } })
  const ringing = within(await screen.findByRole('region', { name: 'Incoming call' }))
  await ringing.findByText('Test call')
  ringing.getByText('072-444-0001')
  expect(ringing.queryByText('054-123-4567'), 'the number that the provider shows').toBeNull()
  await page.user.click(ringing.getByRole('button', { name: /^Answer/ }))
  Connection.last.becomes('connected')
  await screen.findByRole('timer')
  await act(() => page.queryClient.refetchQueries())
  expect(screen.queryByRole('button', { name: /^(Hold|Transfer)/ })).toBeNull()
  expect(page.server.sentTo(talkRoutes.get), 'the server has no answer for it').toEqual([])
})

test('a call answered in another tab stops ringing here', async () => {
  const { line } = await ring()
  await screen.findByRole('button', { name: /Answer/ })
  line.hear({ t: 'cancel', call: 'c1' })
  await waitFor(() => expect(screen.queryByRole('button', { name: /Answer/ })).toBeNull())
})

test('poor sound is said on the card while it lasts', async () => {
  const { line } = await talk()
  let [received, lost] = [0, 0]
  Connection.last.getStats = async () => {
    received += 80
    lost += 20
    return new Map<string, object>([
      ['in', { type: 'inbound-rtp', kind: 'audio', jitter: 0, packetsReceived: received, packetsLost: lost }],
    ])
  }
  await screen.findByText(/^Poor sound: your connection is losing packets/, {}, { timeout: 9_000 })
  line.hear({ t: 'ended', call: 'c1', code: 200 })
  expect(screen.queryByText(/^Poor sound/)).toBeNull()
})

const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('during a call the browser asks before the page is left, and leaving it ends the call', async () => {
  const { page, line } = await ring()
  expect(asksBeforeLeaving(), 'while it rings').toBe(false)
  await page.user.click(await screen.findByRole('button', { name: /Answer/ }))
  await waitFor(() => expect(line.said.at(-1)?.t).toBe('answer'))
  Connection.last.becomes('connected')
  await screen.findByRole('timer')
  expect(asksBeforeLeaving()).toBe(true)
  expect(storage.phoneCall.get(), 'other windows know who is on the line').toBe('+972541234567 talking')
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(line.said.at(-1)).toEqual({ t: 'hangup', call: 'c1' })
  expect(line.isClosed).toBe(true)
  expect(asksBeforeLeaving(), 'once it is over').toBe(false)
  expect(storage.phoneCall.get()).toBeNull()
})

describe('a page that is reloaded during a call', () => {
  const again = { ...incoming, call: 'c2', callSid: 'CA2' }

  test('announces it before it is left, and the new page resumes the call by itself, muted as it was', async () => {
    const { page, line } = await talk()
    await page.user.click(screen.getByRole('button', { name: 'Mute' }))
    track.enabled = true
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(page.server.sentTo(softphoneRoutes.leave)).toMatchObject([{ params: { id: CALL_ID } }])
    expect(line.said.at(-1)).toEqual({ t: 'hangup', call: 'c1' })
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await screen.findByText('Reconnecting to the call…')
    await waitFor(() => expect(Line.open[1]?.said[0]).toMatchObject({ t: 'register' }))
    Line.open[1]?.hear(again)
    await waitFor(() => expect(Line.open[1]?.said.at(-1)).toMatchObject({ t: 'answer', call: 'c2' }))
    Connection.last.becomes('connected')
    await screen.findByRole('button', { name: 'Unmute' })
    expect(track.enabled).toBe(false)
    expect(storage.phoneLeft.get()).toBeNull()
  })

  test('offers a button where the browser requires a click for the microphone', async () => {
    storage.phoneLeft.set(JSON.stringify({ callId: CALL_ID, at: Date.now(), isMuted: false }))
    getUserMedia.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    const { page, line } = await ring()
    await page.user.click(await screen.findByRole('button', { name: /Continue the call/ }))
    await waitFor(() => expect(line.said.at(-1)?.t).toBe('answer'))
  })

  test.each([
    ['another call', { callId: LEAD_ID, at: Date.now() }],
    ['one that it left a minute ago', { callId: CALL_ID, at: Date.now() - 60_000 }],
  ])('rings for %s', async (_what, left) => {
    storage.phoneLeft.set(JSON.stringify({ ...left, isMuted: false }))
    const { line } = await ring()
    await screen.findByRole('button', { name: /Answer/ })
    expect(line.said.some(({ t }) => t === 'answer')).toBe(false)
  })

  test('is not asked about when reloaded by key; closing is', async () => {
    const { page } = await talk()
    await page.user.keyboard('{Control>}[KeyR]{/Control}')
    expect(asksBeforeLeaving()).toBe(false)
    const { now } = Date
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 2_000)
    expect(asksBeforeLeaving()).toBe(true)
    vi.mocked(Date.now).mockRestore()
  })
})

test('a ringing call keeps ringing elsewhere when the page is left; a restored page is a phone again', async () => {
  const { line } = await ring()
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(line.said.at(-1)).toEqual({ t: 'reject', call: 'c1', reason: 'busy' })
  await screen.findByRole('button', { name: 'My phone: Offline' })
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await waitFor(() => expect(Line.open[1]?.said[0]).toMatchObject({ t: 'register', token: 'signed' }))
})

test('a second caller gets busy, and the first call continues', async () => {
  const { line } = await ring()
  line.hear({ t: 'incoming', call: 'c2', from: '+972500000000', callSid: 'CA2', params: {}, sdp: 'offer' })
  expect(line.said.at(-1)).toEqual({ t: 'reject', call: 'c2', reason: 'busy' })
  await screen.findByRole('button', { name: /Answer/ })
})

test('declined, it ends at once', async () => {
  const { page, line } = await ring()
  await page.user.click(await screen.findByRole('button', { name: /Decline/ }))
  expect(line.said.at(-1)).toEqual({ t: 'reject', call: 'c1', reason: 'declined' })
  expect(screen.queryByRole('button', { name: /Answer/ })).toBeNull()
})

test('without a microphone it says so and keeps ringing, so that it can be answered yet', async () => {
  getUserMedia.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  const { page, line } = await ring()
  await page.user.click(await screen.findByRole('button', { name: /Answer/ }))
  await screen.findByText(/blocks the microphone/)
  await page.user.click(screen.getByRole('button', { name: /Answer/ }))
  await waitFor(() => expect(line.said.at(-1)?.t).toBe('answer'))
})

test('away is shown, and holds in every window', async () => {
  const { page, line } = await ring()
  line.hear({ t: 'cancel', call: 'c1' })
  await page.user.click(screen.getByRole('button', { name: 'My phone: Ready for calls' }))
  await page.user.click(await screen.findByRole('switch', { name: /^Do not ring my phone/ }))
  await waitFor(() => expect(page.server.sentTo(softphoneRoutes.presence).at(-1)?.body).toEqual({ state: 'away' }))
  expect(storage.phoneAway.get()).toBe(true)
  await screen.findByRole('button', { name: 'My phone: Away' })
})

test('where the business has no phones the phone is hidden', async () => {
  const page = await renderPage(<SoftphoneDock />, {
    path: paths.leads(BUSINESS_ID),
    replies: [reply(softphoneRoutes.token, { success: true, softphones: [] })],
  })
  await waitFor(() => expect(page.server.sentTo(softphoneRoutes.token)).toHaveLength(1))
  expect(screen.queryByRole('button')).toBeNull()
  expect(Line.open).toEqual([])
})

describe('a phone at two providers', () => {
  /** A line whose state the test sets. */
  function aLine() {
    const store = new PhoneStore()
    const did: string[] = []
    let others: () => Others = () => 'free'
    const act = (name: string) => () => void did.push(name)
    const line: Softphone = {
      ...{ subscribe: store.subscribe, state: store.state },
      ...{ register: act('register'), reject: act('reject'), hangup: act('hangup'), close: act('close') },
      ...{
        mute: act('mute'),
        rejectWaiting: act('reject waiting'),
        acceptWaiting: async () => void did.push('accept waiting'),
      },
      ...{ dtmf: (digit) => void did.push(`key ${digit}`) },
      ...{ dial: async (to) => void did.push(`dial ${to}`), accept: async () => void did.push('accept') },
      setDevices: async () => undefined,
    }
    const make = (ask: () => Others) => {
      others = ask
      return line
    }
    const ring = (id: string) =>
      store.set({
        call: { id, direction: 'in', peer: '+1', about: {}, state: 'ringing', since: null, isMuted: false },
        ended: null,
      })
    return { make, store, did, ring, others: () => others() }
  }

  test('is ready when both lines are, answers on the ringing one, and is busy on the other', async () => {
    const [twilio, local] = [aLine(), aLine()]
    const phone = new Lines([twilio.make, local.make])
    phone.register()
    twilio.store.set({ line: 'ready' })
    expect(phone.state().line).toBe('offline')
    local.store.set({ line: 'ready' })
    expect(phone.state().line).toBe('ready')

    expect([twilio.others(), local.others()]).toEqual(['free', 'free'])
    local.ring('c1')
    expect(phone.state().call?.id).toBe('c1')
    expect([twilio.others(), local.others()]).toEqual(['taken', 'free'])
    await phone.accept()
    phone.dtmf('5')
    phone.hangup()
    expect(local.did).toEqual(['register', 'accept', 'key 5', 'hangup'])
    expect(twilio.did).toEqual(['register'])
    local.store.set({ call: null, ended: 'hangup' })
    expect(phone.state()).toMatchObject({ call: null, ended: 'hangup' })

    twilio.ring('c2')
    expect(phone.state()).toMatchObject({ call: { id: 'c2' }, ended: null })
    phone.reject()
    expect(twilio.did).toEqual(['register', 'reject'])
    phone.close()
    expect(local.did.at(-1)).toBe('close')
  })
})

test.each([
  ['who calls has dialled it', null, 'Dialled:'],
  ['who is called sees it', 'talking', 'From:'],
] as const)('names our number by what it is: %s', async (_who, making, label) => {
  await fakes.ring(<SoftphoneDock />, { ...ringingCall, making })
  expect(await screen.findByText(label)).toBeTruthy()
  expect(screen.queryAllByText(/^(Dialled|From):$/)).toHaveLength(1)
})

describe('a new lead', () => {
  const newLead = { ...ringingCall, stage: 'ringing' as const, making: 'agent' as const, isNewLead: true }

  test('rings as such: with its name and campaign, and is called only by a click', async () => {
    const { line } = await fakes.ring(<SoftphoneDock />, newLead)
    const card = await screen.findByRole('region', { name: 'New lead' })
    await screen.findByRole('link', { name: 'Dana Mor' })
    expect(card.textContent).toContain('מטבחים – Google')
    expect(card.textContent).toContain('The lead is called when you answer.')
    screen.getByRole('button', { name: /Call the lead/ })
    screen.getByRole('button', { name: /Decline/ })
    // It does not answer by itself, as a call that was asked for does.
    expect(line.said.map(({ t }) => t)).not.toContain('answer')
  })

  test('after the click the card says that the lead is called, and counts once they talk', async () => {
    const { page, line } = await fakes.ring(<SoftphoneDock />, newLead)
    await page.user.click(await screen.findByRole('button', { name: /Call the lead/ }))
    await waitFor(() => expect(line.said.map(({ t }) => t)).toContain('answer'))
    Connection.last.becomes('connected')
    await screen.findByText('Calling…')
    expect(screen.queryByRole('timer')).toBeNull()
    page.server.use(reply(softphoneRoutes.ringing, { success: true, call: { ...newLead, making: 'talking' } }))
    const of = { businessId: BUSINESS_ID, campaignId: CAMPAIGN_ID, callId: CALL_ID }
    await happens({ kind: 'change', event: { position: '1', name: 'call.changed', ...of } })
    await screen.findByRole('timer')
  })
})
