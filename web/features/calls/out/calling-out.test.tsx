import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type DialInput, outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { type CallTalk, talkRoutes } from '#contract/calls/talk.ts'
import { userRoutes } from '#contract/team/users.ts'
import { maskPhone } from '#contract/values/masks.ts'
import { paths } from '../../../lib/paths.ts'
import { storage } from '../../../lib/storage.ts'
import { CallButton } from '../../../shared/numbers/call-button.tsx'
import type { Callee } from '../../../shared/numbers/call-out.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import { idOf } from '../../../testing/lead-fakes.ts'
import { happens } from '../../../testing/live.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { Provider } from '../provider.tsx'

const DANA: Callee = { phone: '+972541234567', name: 'Dana', campaignId: CAMPAIGN_ID, leadId: idOf(1) }
const CALL_ID = idOf(77)
const made = {
  ...{
    isWaiting: true,
    caller: DANA.phone,
    callerText: null,
    isTest: false,
    making: 'agent' as const,
    isNewLead: false,
  },
  ...{
    lead: { _id: idOf(1), name: 'Dana' },
    campaign: null,
    number: null,
    known: null,
    stage: null,
    inLineSince: null,
  },
}

beforeEach(() => storage.phoneBusinessId.set(BUSINESS_ID))

async function show(callee: Callee, { from = null as 'phone' | 'device' | null, replies = [] as FakeReply[] } = {}) {
  const dialled: DialInput[] = []
  const open = aSession()
  const session = { ...open, user: { ...open.user, phone: '+972527777777', callsFrom: from } }
  const page = await renderPage(
    <Provider>
      <CallButton callee={callee}>Call</CallButton>
    </Provider>,
    {
      path: paths.leads(BUSINESS_ID),
      session,
      replies: [
        reply(outgoingRoutes.dial, ({ body }) => {
          dialled.push(body as DialInput)
          return { success: true, callId: CALL_ID }
        }),
        reply(outgoingRoutes.cancel, { success: true }),
        reply(softphoneRoutes.ringing, { success: true, call: made }),
        reply(userRoutes.update, ({ body }) => ({
          success: true,
          updatedUser: { ...session.user, ...(body as object) },
        })),
        ...replies,
      ],
    },
  )
  return { page, dialled }
}
const link = () => screen.getByRole('link', { name: 'Call' })

test('the first click asks what is to ring; the choice is kept, and the mobile rings with a way to cancel', async () => {
  const { dialled } = await show(DANA)
  await userEvent.click(link())
  const dialog = await screen.findByRole('dialog', { name: 'Call Dana' })
  expect(dialog.textContent).toContain('The phone in this browser is not connected')
  await userEvent.click(screen.getByRole('button', { name: /On my mobile/ }))
  expect((await screen.findByRole('status')).textContent).toContain('Your mobile is ringing: answer and press 1')
  expect(dialled).toEqual([{ leadId: DANA.leadId, phone: DANA.phone, via: 'phone' }])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the call' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Outgoing call' })).toBeNull())
  expect(dialled).toHaveLength(1)
})

test('a talk through the mobile is held here; transferred, the card says so', async () => {
  const talk: CallTalk = {
    ...{ state: 'talking', since: '2026-01-01T08:00:00.000Z', canTransfer: true, isAsked: false },
    ...{ colleague: null, unanswered: null, handing: null, transferredBy: null },
  }
  let making: 'talking' | 'passed' = 'talking'
  const replies = [
    reply(softphoneRoutes.ringing, () => ({ success: true as const, call: { ...made, making } })),
    reply(talkRoutes.get, { success: true, talk }),
    reply(talkRoutes.hold, { success: true }),
  ]
  const { page } = await show(DANA, { from: 'phone', replies })
  await userEvent.click(link())
  await userEvent.click(await screen.findByRole('button', { name: 'Hold' }))
  await waitFor(() => expect(page.server.sentTo(talkRoutes.hold)[0]?.body).toEqual({ isHeld: true }))
  making = 'passed'
  await happens({
    kind: 'change',
    event: { position: '1', name: 'call.changed', businessId: BUSINESS_ID, campaignId: CAMPAIGN_ID, callId: CALL_ID },
  })
  await screen.findByText('Transferred to a colleague')
  expect(screen.queryByRole('button', { name: 'Hang up' })).toBeNull()
})

test('with a choice a click calls at once; where the campaign has no number, the device may dial', async () => {
  const noNumber = refusal(outgoingRoutes.dial, 409, 'no_number_to_show', {
    message: 'This campaign has no active number',
  })
  await show(DANA, { from: 'phone', replies: [noNumber] })
  await userEvent.click(link())
  expect((await screen.findByRole('alert')).textContent).toContain('This campaign has no active number')
  expect(screen.getByRole('link', { name: /Dial from this device/ }).getAttribute('href')).toBe('tel:+972541234567')
})

test('who chose the device, or has no phone here, gets a plain link', async () => {
  const { dialled } = await show(DANA, { from: 'device' })
  expect(link().getAttribute('href')).toBe('tel:+972541234567')
  link().addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link())
  expect(dialled).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a lead marked "do not call" has a button that says why and calls no one', async () => {
  const { dialled } = await show({ ...DANA, doNotCall: true }, { from: 'phone' })
  const button = screen.getByText('Call').closest('a, button')
  expect(button?.getAttribute('title')).toBe('Marked “do not call”')
  await userEvent.click(screen.getByText('Call'))
  expect(dialled).toEqual([])
})

test('a masked phone is called by its lead from the browser, and never dialled by the device', async () => {
  const masked = { ...DANA, phone: maskPhone(DANA.phone ?? '') }
  const { dialled } = await show(masked, { from: 'device' })
  expect(screen.queryByRole('link')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Call' }))
  await waitFor(() =>
    expect(dialled).toMatchObject([{ leadId: DANA.leadId, via: 'softphone', tab: expect.any(String) }]),
  )
  expect(dialled[0]).not.toHaveProperty('phone')
})
