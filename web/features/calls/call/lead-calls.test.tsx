import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { aCall, callDetails } from '../../../testing/call-fakes.ts'
import { aSession, BUSINESS_ID, USER_ID } from '../../../testing/fakes.ts'
import { idOf } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { reply } from '../../../testing/replies.ts'
import { LeadCalls } from './lead-calls.tsx'

const LEAD_ID = idOf(1001)
const answered = aCall(1)
const missed = aCall(2, { status: 'Busy', duration: 0, recordLink: null, recording: null, answeredBy: null })
const open = (calls = [answered, missed], session = aSession()) =>
  renderPage(<LeadCalls businessId={BUSINESS_ID} leadId={LEAD_ID} />, {
    path: `/b/${BUSINESS_ID}`,
    replies: [
      reply(callRoutes.ofLead, { success: true, calls }),
      reply(callRoutes.get, { success: true, call: callDetails(answered) }),
    ],
    session,
  })

it('shows each call with its status, duration, answerer, and a recording if there is one', async () => {
  await open()
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toContain('Answered')
  expect(first?.textContent).toContain('4:12')
  expect(within(first as HTMLElement).getByRole('button', { name: /Play the recording/ })).toBeDefined()
  expect(second?.textContent).toContain('Busy')
  expect(within(second as HTMLElement).queryByRole('button', { name: /Play/ })).toBeNull()
})

it('opens a call for a member who may hear it', async () => {
  const { user } = await open()
  await user.click((await screen.findAllByRole('button', { name: /Incoming/ }))[0] as HTMLElement)
  expect(await screen.findByText('Phones that rang')).toBeDefined()
})

it('opens for other members only the calls that they answered', async () => {
  const own = aCall(3, { answeredBy: { _id: USER_ID, name: 'Shira', image: null }, recordLink: null })
  await open([own, missed], aSession({ role: 'Writer' }))
  expect(await screen.findAllByRole('button', { name: /Incoming/ })).toHaveLength(1)
})

it('says that there are no calls yet', async () => {
  await open([])
  expect(await screen.findByText('No calls yet')).toBeDefined()
})
