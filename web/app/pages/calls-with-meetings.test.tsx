import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { meetingRoutes } from '#contract/leads/meetings/meetings.ts'
import type { Role } from '#contract/roles.ts'
import { aCall, aSummary, callDetails, callPage } from '../../testing/call-fakes.ts'
import { aSession, BUSINESS_ID } from '../../testing/fakes.ts'
import { aLead, someDetails, surroundings } from '../../testing/lead-fakes.ts'
import { aMeeting } from '../../testing/meeting-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { reply } from '../../testing/replies.ts'
import { CallsWithMeetings } from './calls-with-meetings.tsx'

const call = aCall(1)
const lead = { ...aLead(1, { name: 'Dana Levi', email: 'dana@example.test' }), _id: call.lead?._id ?? '' }
const open = (role: Role = 'Owner', changes: Partial<typeof call> = {}) =>
  renderPage(<CallsWithMeetings />, {
    path: `/b/${BUSINESS_ID}/calls/all?call=${call._id}`,
    route: '/b/$businessId/calls/all',
    replies: [
      ...surroundings(role),
      reply(callRoutes.list, callPage([{ ...call, ...changes }])),
      reply(callRoutes.summary, aSummary),
      reply(callRoutes.get, { success: true, call: { ...callDetails(call), ...changes } }),
      reply(leadRoutes.get, { success: true, lead: someDetails(lead) }),
      reply(campaignRoutes.people, { success: true, people: [] }),
      reply(meetingRoutes.people, { success: true, people: [] }),
      reply(meetingRoutes.check, { success: true, warnings: [] }),
      reply(meetingRoutes.create, {
        success: true,
        meeting: aMeeting(1, new Date().toISOString()),
        warnings: [],
        url: 'x',
      }),
    ],
    session: aSession({ role }),
  })

it('a meeting is set from a call, with its lead as the guest and by the e-mail that the lead has', async () => {
  const { user, server } = await open()
  await user.click(await screen.findByRole('button', { name: 'Set a meeting' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set a meeting' }))
  await dialog.findByText('Dana Levi')
  dialog.getByRole('checkbox', { name: /e-?mail/i })
  await user.click(dialog.getByRole('button', { name: 'Set the meeting' }))
  await waitFor(() => expect(server.sentTo(meetingRoutes.create)[0]?.body).toMatchObject({ leadId: lead._id }))
})

it('not for a call without a lead, nor by a Reader', async () => {
  const page = await open('Owner', { lead: null })
  await screen.findByText('Call')
  expect(screen.queryByRole('button', { name: 'Set a meeting' })).toBeNull()
  page.unmount()
  await open('Reader')
  await screen.findByRole('link', { name: 'Open lead' })
  expect(screen.queryByRole('button', { name: 'Set a meeting' })).toBeNull()
})
