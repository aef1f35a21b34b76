import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { happens } from '../../testing/live.ts'
import { reply } from '../../testing/replies.ts'
import {
  CALL_ID,
  Connection,
  fakePhones,
  getUserMedia,
  incoming,
  Line,
  ring,
  ringingCall,
  talk,
} from '../../testing/softphone-fakes.tsx'
import { Lines } from './lines/lines.ts'
import { LocalSoftphone } from './lines/local-softphone.ts'
import { type Others, type PhoneCall, PhoneStore, placeFor, QUIET, type Softphone } from './lines/softphone.ts'
import { SoftphoneDock } from './softphone-dock.tsx'

beforeEach(fakePhones)

const OTHER_ID = '018f0000-0000-7000-8000-0000000000e9'
/** A caller who may wait. */
const second = {
  ...incoming,
  call: 'c2',
  from: '+972500000000',
  callSid: 'CA2',
  params: { callId: OTHER_ID, waits: '1' },
}
const waiting = () => screen.findByRole('region', { name: 'A caller is waiting' })
const isWaitingShown = () => screen.queryByRole('region', { name: 'A caller is waiting' }) !== null
const began = async () => {
  const world = await talk(<SoftphoneDock />)
  world.line.hear(second)
  await waiting()
  return world
}

describe('a caller who rings during a conversation', () => {
  test('waits on a second card; declined, they are gone and the conversation goes on', async () => {
    const { page, line } = await began()
    const card = within(await waiting())
    await card.findByText('Dana Mor')
    await page.user.click(card.getByRole('button', { name: 'Decline' }))
    expect(line.said.at(-1)).toEqual({ t: 'reject', call: 'c2', reason: 'declined' })
    expect(isWaitingShown()).toBe(false)
    screen.getByRole('timer')
  })

  test('is answered by one press, which ends the conversation', async () => {
    const { page, line } = await began()
    line.hear({ t: 'cand', call: 'c2', c: { candidate: 'early' } })
    await page.user.keyboard('{Shift>}[KeyA]{/Shift}')
    await waitFor(() => expect(line.said.at(-1)).toMatchObject({ t: 'answer', call: 'c2' }))
    expect(Connection.last.candidates).toEqual([{ candidate: 'early' }])
    expect(line.said.filter(({ t }) => t === 'hangup')).toEqual([{ t: 'hangup', call: 'c1' }])
    Connection.last.becomes('connected')
    await screen.findByRole('timer')
    expect(isWaitingShown()).toBe(false)
  })

  test('rings as any other once the conversation has ended', async () => {
    const { line } = await began()
    line.hear({ t: 'ended', call: 'c1', code: 200 })
    await screen.findByRole('button', { name: /Answer/ })
    expect(isWaitingShown()).toBe(false)
    screen.getByRole('region', { name: 'Incoming call' })
  })

  test('keeps ringing if the microphone is refused when they are answered', async () => {
    const { page } = await began()
    getUserMedia.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    await page.user.click(within(await waiting()).getByRole('button', { name: /End and answer/ }))
    await screen.findByText(/blocks the microphone/)
    await screen.findByRole('button', { name: /Answer/ })
  })

  test('leaves, or is answered elsewhere', async () => {
    const { line } = await began()
    line.hear({ t: 'cancel', call: 'c2' })
    expect(isWaitingShown()).toBe(false)
    screen.getByRole('timer')
  })

  test('rings on elsewhere when the page is left', async () => {
    const { line } = await began()
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(line.said.slice(-2)).toEqual([
      { t: 'reject', call: 'c2', reason: 'busy' },
      { t: 'hangup', call: 'c1' },
    ])
  })

  test('gets busy where another phone would ring next, and as the third', async () => {
    const { line } = await began()
    const busy = (call: string) => expect(line.said.at(-1)).toEqual({ t: 'reject', call, reason: 'busy' })
    line.hear({ ...second, call: 'c3' })
    busy('c3')
    line.hear({ t: 'cancel', call: 'c2' })
    line.hear({ ...second, call: 'c4', params: { callId: OTHER_ID } })
    busy('c4')
    expect(isWaitingShown()).toBe(false)
  })
})

test.each<[string, { call?: PhoneCall['state']; waiting?: boolean; waits?: boolean; others?: Others }, string]>([
  ['rings an idle phone', {}, 'ring'],
  ['waits during a conversation', { call: 'talking', waits: true }, 'wait'],
  ['is busy while another rings', { call: 'ringing', waits: true }, 'busy'],
  ['is busy behind one who waits', { call: 'talking', waiting: true, waits: true }, 'busy'],
  ['is busy where the next phone rings at once', { call: 'talking' }, 'busy'],
  ['waits on a line beside the one that speaks', { others: 'talking', waits: true }, 'ring'],
  ['is busy there, if not to wait', { others: 'talking' }, 'busy'],
  ['is busy beside a line that rings', { others: 'taken', waits: true }, 'busy'],
])('a call %s', (_what, { call, waiting, waits, others = 'free' }, expected) => {
  const one = (state: PhoneCall['state']): PhoneCall => ({
    ...{ id: 'c', direction: 'in', peer: '', about: {}, since: null, isMuted: false, state },
  })
  const state = { ...QUIET, call: call ? one(call) : null, waiting: waiting ? one('ringing') : null }
  expect(placeFor(state, waits ? { waits: '1' } : {}, others)).toBe(expected)
})

describe('a window beside one that speaks', () => {
  const phone = async (isElsewhere: boolean) => {
    const local = new LocalSoftphone(async () => ({ url: 'ws://x', token: 't' }), {
      talksElsewhere: async () => isElsewhere,
    })
    local.register()
    await vi.waitFor(() => expect(Line.open).toHaveLength(1))
    const line = Line.open[0]
    if (!line) throw new Error('There is no line')
    line.hear({ ...incoming })
    await Promise.resolve()
    await Promise.resolve()
    return { state: local.state(), said: line.said.at(-1) }
  }
  test('does not ring, because the caller waits there', async () => {
    const { state, said } = await phone(true)
    expect(state.call).toBeNull()
    expect(said).toEqual({ t: 'reject', call: 'c1', reason: 'busy' })
  })
  test('rings while none speaks', async () => {
    expect((await phone(false)).state.call?.id).toBe('c1')
  })
})

test('a caller on another line waits; answered, the first line is hung up', async () => {
  const aLine = () => {
    const store = new PhoneStore()
    const did: string[] = []
    const act = (name: string) => () => void did.push(name)
    const line: Softphone = {
      ...{ subscribe: store.subscribe, state: store.state },
      ...{ register: act('register'), close: act('close'), mute: act('mute'), dtmf: act('key') },
      ...{ reject: act('reject'), rejectWaiting: act('reject waiting'), dial: async () => undefined },
      ...{ accept: async () => void did.push('accept'), acceptWaiting: async () => void did.push('accept waiting') },
      hangup: () => {
        did.push('hang up')
        store.set({ call: null, ended: 'hangup' })
      },
      setDevices: async () => undefined,
    }
    const call = (id: string, state: PhoneCall['state']) =>
      store.set({ call: { id, direction: 'in', peer: '', about: {}, state, since: null, isMuted: false } })
    let others: () => Others = () => 'free'
    const make = (ask: () => Others) => {
      others = ask
      return line
    }
    return { make, store, did, call, others: () => others() }
  }
  const [one, two] = [aLine(), aLine()]
  const phone = new Lines([one.make, two.make])
  one.call('c1', 'talking')
  expect(two.others()).toBe('talking')
  two.call('c2', 'ringing')
  expect(phone.state()).toMatchObject({ call: { id: 'c1' }, waiting: { id: 'c2' } })
  expect(one.others()).toBe('taken')
  phone.rejectWaiting()
  await phone.acceptWaiting()
  expect([one.did, two.did]).toEqual([['hang up'], ['reject', 'accept']])
  expect(phone.state()).toMatchObject({ call: { id: 'c2' }, waiting: null, ended: 'hangup' })
})

describe('a call that rang here', () => {
  const isShown = () => screen.queryByRole('region', { name: 'Incoming call' }) !== null
  test('stays while its caller waits in line, and rings again in the same card', async () => {
    const { page, line } = await ring(<SoftphoneDock />)
    await screen.findByRole('button', { name: /Answer/ })
    page.server.use(
      reply(softphoneRoutes.ringing, {
        success: true,
        call: { ...ringingCall, stage: 'line', inLineSince: new Date(Date.now() - 125_000).toISOString() },
      }),
    )
    line.hear({ t: 'cancel', call: 'c1' })
    await happens({
      kind: 'change',
      event: { position: '1', name: 'call.changed', businessId: BUSINESS_ID, campaignId: CAMPAIGN_ID, callId: CALL_ID },
    })
    await screen.findByText('Incoming call – waiting in line', {}, { timeout: 5_000 })
    screen.getByText(/2 min/)
    line.hear({ ...incoming, call: 'c9' })
    await screen.findByRole('button', { name: /Answer/ })
  })

  test('is gone once another phone rings or answers', async () => {
    const { page, line } = await ring(<SoftphoneDock />)
    await screen.findByRole('button', { name: /Answer/ })
    page.server.use(reply(softphoneRoutes.ringing, { success: true, call: { ...ringingCall, stage: 'ringing' } }))
    line.hear({ t: 'cancel', call: 'c1' })
    await waitFor(() => expect(isShown()).toBe(false))
  })
})
