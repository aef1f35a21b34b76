import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { meetingRoutes } from '#contract/leads/meetings/meetings.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../../testing/fakes.ts'
import { aLead, surroundings } from '../../../testing/lead-fakes.ts'
import { aMeeting } from '../../../testing/meeting-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { LeadMeetings } from '../lead/lead-meetings.tsx'

const SHIRA = { _id: USER_ID, name: 'Shira', image: null }
const lead = aLead(1, { name: 'Dana Levi', phone: '+972541112233', email: null })
const URL = 'https://leadline.test/meeting/1/abc'

const open = (...more: FakeReply[]) =>
  renderPage(<LeadMeetings lead={lead} />, {
    path: `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/${lead._id}`,
    route: '/b/$businessId/c/$campaignId/leads/$leadId',
    replies: [
      ...surroundings(),
      reply(meetingRoutes.ofLead, { success: true, meetings: [], canEdit: true }),
      reply(meetingRoutes.people, { success: true, people: [SHIRA] }),
      reply(meetingRoutes.check, { success: true, warnings: [{ kind: 'shabbat', user: null }] }),
      reply(meetingRoutes.create, {
        success: true,
        meeting: aMeeting(1, '2026-12-07T08:00:00.000Z'),
        url: URL,
        warnings: [],
      }),
      ...more,
    ],
    session: aSession({}),
  })

it('sets a meeting with the lead, says what speaks against the time, and shows the link of the guest once', async () => {
  const { user, server } = await open()
  await user.click(await screen.findByRole('button', { name: 'Set a meeting' }))
  const dialog = await screen.findByRole('dialog', { name: 'Set a meeting' })
  expect((await within(dialog).findByText('This is on Shabbat')).tagName).toBe('LI')
  await user.click(within(dialog).getByRole('radio', { name: "At the customer's" }))
  await user.type(within(dialog).getByRole('textbox', { name: "Customer's address" }), 'Weizmann 12')
  await user.dblClick(within(dialog).getByRole('button', { name: 'Set the meeting' }))
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: "Guest's link" })
  expect(link.value).toBe(URL)
  const sent = server.sentTo(meetingRoutes.create)
  expect(sent.map(({ body }) => body)).toEqual([
    {
      ...{ leadId: lead._id, startsAt: expect.stringMatching(/T0[78]:00:00\.000Z$/), minutes: 60 },
      ...{ kind: 'at_customer', title: 'First meeting', place: 'Weizmann 12', link: null, message: '' },
      // A lead without an e-mail is written to by SMS alone.
      ...{ participantIds: [USER_ID], channels: ['sms'], reminds: true },
    },
  ])
})

it('keeps what was typed when the server refuses', async () => {
  const { user } = await open(refusal(meetingRoutes.create, 409, 'too_many_meetings'))
  await user.click(await screen.findByRole('button', { name: 'Set a meeting' }))
  const dialog = await screen.findByRole('dialog', { name: 'Set a meeting' })
  const title = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Subject/ })
  await user.clear(title)
  await user.type(title, 'Measuring')
  await user.click(within(dialog).getByRole('button', { name: 'Set the meeting' }))
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Set the meeting' })).toHaveProperty('disabled', false),
  )
  expect(title.value).toBe('Measuring')
})
