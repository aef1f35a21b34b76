import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type CallTalk, type Colleague, talkRoutes } from '#contract/calls/talk.ts'
import { paths } from '../../lib/paths.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { happens } from '../../testing/live.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { TalkControls } from './talk-controls.tsx'

const CALL_ID = '018f0000-0000-7000-8000-0000000000e1'
const person = (number: number, name: string) => ({
  _id: `018f0000-0000-7000-8000-00000000010${number}`,
  name,
  image: null,
})
const [DANA, NOA, GIL] = [person(1, 'Dana Mor'), person(2, 'Noa Levi'), person(3, 'Gil Shaked')]
const TALKING: CallTalk = {
  state: 'talking',
  since: '2026-01-01T08:00:00.000Z',
  canTransfer: true,
  colleague: null,
  unanswered: null,
  handing: null,
  transferredBy: null,
  isAsked: false,
}
const colleagues: Colleague[] = [
  { user: GIL, state: 'talking', via: ['softphone'] },
  { user: NOA, state: 'available', via: ['phone'] },
]

/** The card of a call whose talk is as given; each act is answered, and changes the talk to `next`. */
async function open(
  talk: Partial<CallTalk>,
  { next = {}, isTalking = true }: { next?: Partial<CallTalk>; isTalking?: boolean } = {},
) {
  let now = { ...TALKING, ...talk }
  const done = () => {
    now = { ...TALKING, ...next }
    return { success: true } as const
  }
  const page = await renderPage(<TalkControls callId={CALL_ID} isTalking={isTalking} />, {
    path: paths.leads(BUSINESS_ID),
    session: aSession(),
    replies: [
      reply(talkRoutes.get, () => ({ success: true as const, talk: now })),
      reply(talkRoutes.colleagues, { success: true, colleagues }),
      reply(talkRoutes.hold, done),
      reply(talkRoutes.transfer, done),
      reply(talkRoutes.complete, done),
      reply(talkRoutes.cancel, done),
    ],
  })
  const become = (other: Partial<CallTalk>) => {
    now = { ...TALKING, ...other }
  }
  return { page, become }
}
const says = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toContain(text))
const button = (name: string) => screen.findByRole('button', { name })

describe('hold', () => {
  test('with a click and with a key the caller hears music, and then the person again', async () => {
    const { page } = await open({}, { next: { state: 'held' } })
    await page.user.click(await button('Hold'))
    await says('On hold: the other side hears music')
    expect(page.server.sentTo(talkRoutes.hold).map(({ body }) => body)).toEqual([{ isHeld: true }])
    await page.user.keyboard('{Shift>}h{/Shift}')
    await screen.findByRole('button', { name: 'Back to the call' })
    expect(page.server.sentTo(talkRoutes.hold).map(({ body }) => body)).toEqual([{ isHeld: true }, { isHeld: false }])
  })

  test('a change of the call that another page made is shown', async () => {
    const { become } = await open({})
    await button('Hold')
    become({ state: 'held' })
    await happens({
      kind: 'change',
      event: { position: '1', name: 'call.changed', businessId: BUSINESS_ID, campaignId: CAMPAIGN_ID, callId: CALL_ID },
    })
    await says('On hold')
  })

  test('what the server refuses is shown, and the buttons stay', async () => {
    const { page } = await open({})
    page.server.use(refusal(talkRoutes.hold, 409, 'talk_over', { message: 'This call has ended' }))
    await page.user.click(await button('Hold'))
    await screen.findByText('This call has ended')
    expect(((await button('Hold')) as HTMLButtonElement).disabled).toBe(false)
  })
})

describe('transfer', () => {
  test('colleagues are searched, with their state; those who talk cannot be chosen', async () => {
    const { page } = await open({}, { next: { state: 'calling', colleague: NOA } })
    await page.user.click(await button('Transfer'))
    const panel = await screen.findByRole('region', { name: 'Transfer to' })
    const rows = await within(panel).findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Noa LeviAvailable · by telephoneTalk firstTransfer now',
      'Gil ShakedIn a callTalk firstTransfer now',
    ])
    const ofGil = within(panel).getByRole('button', { name: 'Transfer now to Gil Shaked' }) as HTMLButtonElement
    expect(ofGil.disabled).toBe(true)
    await page.user.keyboard('noa')
    expect(within(panel).getAllByRole('listitem')).toHaveLength(1)
    await page.user.click(within(panel).getByRole('button', { name: 'Talk first with Noa Levi' }))
    await says('Calling Noa Levi…')
    expect(page.server.sentTo(talkRoutes.transfer)[0]?.body).toEqual({ userId: NOA._id, kind: 'attended' })
    expect(screen.queryByRole('button', { name: 'Put through' })).toBeNull()
  })

  test('at once, by keys alone; Escape closes the list', async () => {
    const { page } = await open({})
    await button('Transfer')
    await page.user.keyboard('{Shift>}t{/Shift}')
    await screen.findByRole('button', { name: 'Transfer now to Noa Levi' })
    await page.user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Transfer to' })).toBeNull()
    await page.user.keyboard('{Shift>}t{/Shift}')
    const now = await screen.findByRole('button', { name: 'Transfer now to Noa Levi' })
    act(() => now.focus())
    await page.user.keyboard('{Enter}')
    expect(page.server.sentTo(talkRoutes.transfer)[0]?.body).toEqual({ userId: NOA._id, kind: 'blind' })
  })

  test.each([
    ['Put through', talkRoutes.complete],
    ['Back to the call', talkRoutes.cancel],
  ])('while the colleague is asked: %s', async (name, route) => {
    const { page } = await open({ state: 'consulting', colleague: NOA })
    await says('You are talking with Noa Levi')
    await page.user.click(await button(name))
    await button('Hold')
    expect(page.server.sentTo(route)).toHaveLength(1)
  })

  const said: [text: string, talk: Partial<CallTalk>][] = [
    ['Noa Levi did not answer. The other side hears music', { state: 'held', unanswered: NOA }],
    ['Noa Levi did not answer', { unanswered: NOA }],
    ['Transferred by Dana Mor', { transferredBy: DANA }],
    ['Noa Levi’s phone is ringing', { state: null, handing: NOA }],
    ['Dana Mor asks you about this call before the transfer', { state: null, transferredBy: DANA, isAsked: true }],
  ]
  test.each(said)('says: %s', async (text, talk) => {
    await open(talk, { isTalking: talk.state !== null })
    await says(text)
  })

  test('a call whose colleague has not answered yet is taken back', async () => {
    const { page } = await open({ state: null, handing: NOA }, { isTalking: false, next: { state: null } })
    await page.user.click(await button('Take the call back'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Take the call back' })).toBeNull())
    expect(page.server.sentTo(talkRoutes.cancel)).toHaveLength(1)
  })

  test('without the right, or while the phone rings, nothing is offered that is not allowed', async () => {
    await open({ canTransfer: false })
    await button('Hold')
    expect(screen.queryByRole('button', { name: 'Transfer' })).toBeNull()
  })
})
