import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Call } from '#contract/calls/calls.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { Role } from '#contract/roles.ts'
import { aCall, callDetails, callEvent } from '../../testing/call-fakes.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../testing/fakes.ts'
import { aHistory, aHistoryItem, aLead, idOf, NOAM, someDetails, surroundings } from '../../testing/lead-fakes.ts'
import { happens } from '../../testing/live.ts'
import { renderPage } from '../../testing/render.tsx'
import { reply } from '../../testing/replies.ts'
import { LeadWithCalls } from './lead-with-calls.tsx'

const lead = aLead(1, { source: 'call' })
const answered = aCall(2, { number: { _id: idOf(600), phone: '+97236000123', label: 'Radio' } })
const inHistory = (call: Call) =>
  aHistoryItem(50, { _id: call._id, event: 'call.started', at: call.startedAt, by: null, call })
const created = aHistoryItem(3, { event: 'lead.created', by: null })
const history = (...items: ReturnType<typeof aHistoryItem>[]) => reply(leadRoutes.history, aHistory(...items))

const open = (calls: Call[], role: Role = 'Owner') =>
  renderPage(<LeadWithCalls />, {
    path: `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/${lead._id}`,
    route: '/b/$businessId/c/$campaignId/leads/$leadId',
    replies: [
      ...surroundings(role),
      reply(leadRoutes.get, { success: true, lead: someDetails(lead) }),
      history(...calls.map(inHistory), created),
      reply(callRoutes.get, { success: true, call: callDetails(answered) }),
    ],
    session: aSession({ role }),
  })
const item = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement)

it('the history shows a call with status, number dialled, answerer, talk time and its recording to play', async () => {
  const { user } = await open([answered])
  const call = await item('Incoming call')
  for (const text of ['Answered', 'Radio', '03-600-0123', NOAM.name]) expect(call.getByText(text)).toBeDefined()
  expect(await call.findByText('Recording of the call')).toBeDefined()
  expect(call.getAllByText('4:12')).toHaveLength(2)
  expect(call.getByRole('button', { name: /Play the recording/ })).toBeDefined()
  await user.click(call.getByRole('button', { name: 'Incoming call' }))
  expect(await screen.findByText('Phones that rang')).toBeDefined()
})

it('without the right to hear calls they stand in the history without a player, and there is no tab of calls', async () => {
  await open([aCall(2, { recording: null, recordLink: null })], 'Writer')
  const call = await item('Incoming call')
  expect(call.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Copy link'])
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'All',
    'Conversation',
    'Files',
    'Comments',
  ])
})

it('a member who answered a call opens it from the history', async () => {
  const own = aCall(2, { answeredBy: { _id: USER_ID, name: 'Shira', image: null }, recording: null, recordLink: null })
  await open([own], 'Writer')
  expect((await item('Incoming call')).getByRole('button', { name: 'Incoming call' })).toBeDefined()
})

it('a new call appears in the history by itself, and its end is shown there', async () => {
  const { server } = await open([])
  await screen.findByText('New lead')
  const ringing = aCall(0, { state: 'ringing', status: null, answeredBy: null, duration: 0, recording: null })
  server.use(history(inHistory(ringing), created))
  await happens({
    ...callEvent('call.started', ringing),
    event: { ...callEvent('call.started', ringing).event, leadId: lead._id },
  })
  await screen.findByText('Ringing…')
  server.use(history(inHistory({ ...answered, _id: ringing._id }), created))
  await happens(callEvent('call.changed', ringing))
  await waitFor(() => expect(screen.queryByText('Ringing…')).toBeNull(), { timeout: 4_000 })
  expect((await item('Incoming call')).getByText('Answered')).toBeDefined()
})
