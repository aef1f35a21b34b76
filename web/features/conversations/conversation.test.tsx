import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fileRoutes } from '#contract/files/files.ts'
import { consentRoutes } from '#contract/leads/conversations/consents.ts'
import { type ChannelOutlook, conversationRoutes } from '#contract/leads/conversations/conversations.ts'
import type { LeadMessage } from '#contract/leads/conversations/message-shapes.ts'
import { BUSINESS_ID } from '../../testing/fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, reply } from '../../testing/replies.ts'
import { LeadConversation } from './lead/lead-conversation.tsx'

const LEAD = '018f0000-0000-7000-8000-000000000001'
const message: LeadMessage = {
  ...{ _id: '018f0000-0000-7000-8000-0000000000a1', direction: 'out', channel: 'sms', purpose: 'service' },
  ...{ origin: 'person', author: null, address: '+972541234567', subject: null, text: 'Good evening' },
  ...{ at: '2026-11-24T19:30:00Z', state: 'waiting', stateAt: '2026-11-24T19:30:00Z', reason: null, errorCode: null },
  ...{ attachments: [], hasPage: false, segments: 1, waitsUntil: '2026-11-25T06:00:00Z', waitsFor: 'night' },
}
const free = { waitsUntil: null, waitsFor: null, refusal: null }
const channel: ChannelOutlook = {
  ...{ channel: 'sms' as const, address: '+972541234567', sender: '+972722445555', receivesReplies: true },
  ...{ repliesTo: null, windowUntil: null, service: free, advertising: { ...free, refusal: 'no_consent' as const } },
  frame: { before: 'פרסומת\n', after: '\nAlon\nלהסרה: להשיב ״הסר״' },
}
const thread = (messages: LeadMessage[], channels = [channel]) =>
  reply(conversationRoutes.messages, {
    ...{
      success: true,
      messages,
      hasOlder: false,
      channels,
      readAt: '2026-11-25T07:00:00Z',
      maySend: true,
      templatesOnly: false,
    },
  })
const consents = reply(consentRoutes.get, { success: true, consents: { states: [], acts: [] } })
const open = (...replies: FakeReply[]) =>
  renderPage(<LeadConversation businessId={BUSINESS_ID} leadId={LEAD} />, { replies: [consents, ...replies] })

it('says of a message that waits until when and for what', async () => {
  await open(thread([message]))
  await screen.findByText('Good evening')
  expect(screen.getByText(/Quiet hours at night\. It will be sent on/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Cancel sending' })).toBeDefined()
})

it('counts the messages of a text and sends it once under one key', async () => {
  const sent = reply(conversationRoutes.send, { success: true, message: { ...message, text: 'שלום' } })
  const { user, server } = await open(thread([]), sent)
  await user.type(await screen.findByRole('textbox', { name: 'Text of the message' }), 'א'.repeat(71))
  expect(screen.getByText('71 characters · 2 messages')).toBeDefined()
  await user.dblClick(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.sentTo(conversationRoutes.send)).toHaveLength(1))
  expect(server.sentTo(conversationRoutes.send)[0]?.body).toEqual({
    ...{ channel: 'sms', purpose: 'service', text: 'א'.repeat(71) },
  })
})

it('keeps advertising without consent from being sent, and says why', async () => {
  const { user } = await open(thread([]))
  await user.type(await screen.findByRole('textbox', { name: 'Text of the message' }), 'Sale')
  await user.click(screen.getByRole('switch', { name: 'Advertising' }))
  expect(screen.getByText('There is no consent to advertising')).toBeDefined()
  expect((screen.getByRole('button', { name: 'Send' }) as HTMLButtonElement).disabled).toBe(true)
})

const mail: LeadMessage = {
  ...message,
  ...{
    direction: 'in',
    channel: 'email',
    purpose: null,
    origin: 'lead',
    address: 'dana@example.test',
    subject: 'The plan',
  },
  ...{ text: 'See the plan', state: 'received', waitsUntil: undefined, waitsFor: undefined, hasPage: true },
  attachments: [
    { fileId: '018f0000-0000-7000-8000-0000000000f1', name: 'plan.pdf', bytes: 2_000, refusal: null },
    { fileId: null, name: 'setup.exe', bytes: 10, refusal: 'type' },
  ],
}
it('shows the files of a mail, and the mail itself in a frame without scripts, with pictures only when asked for', async () => {
  const pages = reply(conversationRoutes.page, {
    ...{ success: true, url: '/api/lead-mail-page?q=1', hasRemoteImages: true, expiresAt: '2026-11-25T07:00:00Z' },
  })
  const { user, server } = await open(thread([mail]), pages)
  expect((await screen.findByRole('link', { name: 'plan.pdf' })).getAttribute('href')).toContain('tab=files')
  expect(screen.getByText('Not kept: programs are not accepted')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show the whole mail' }))
  const frame = await screen.findByTitle('The mail as it was sent')
  expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox')
  await user.click(screen.getByRole('button', { name: 'Show pictures' }))
  await waitFor(() => expect(server.sentTo(conversationRoutes.page).at(-1)?.query).toEqual({ images: '1' }))
})

const byWhatsApp = { ...channel, channel: 'whatsapp' as const, advertising: null }
const future = new Date(Date.now() + 3_600_000).toISOString()

it('writes by the channel by which the lead wrote last', async () => {
  const answer: LeadMessage = {
    ...message,
    direction: 'in',
    channel: 'whatsapp',
    state: 'received',
    waitsUntil: undefined,
  }
  await open(thread([answer], [channel, byWhatsApp]))
  const choice = await screen.findByRole('button', { name: 'WhatsApp' })
  expect(choice.getAttribute('aria-pressed')).toBe('true')
})

it('by WhatsApp offers templates alone once the day after the lead wrote is over', async () => {
  await open(thread([], [byWhatsApp]))
  await screen.findByText(/only an approved template can be sent/)
  expect(screen.queryByRole('textbox', { name: 'Text of the message' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
})

it('by WhatsApp within that day sends words of one’s own, and says until when', async () => {
  const sent = reply(conversationRoutes.send, { success: true, message: { ...message, channel: 'whatsapp' } })
  const { user, server } = await open(thread([], [{ ...byWhatsApp, windowUntil: future }]), sent)
  await user.type(await screen.findByRole('textbox', { name: 'Text of the message' }), 'Hello')
  expect(screen.getByText(/You can write freely by WhatsApp until/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.sentTo(conversationRoutes.send)).toHaveLength(1))
  expect(server.sentTo(conversationRoutes.send)[0]?.body).toMatchObject({ channel: 'whatsapp', text: 'Hello' })
})

it('attaches a file of the lead, which goes by WhatsApp without words', async () => {
  const file = {
    ...{
      _id: '018f0000-0000-7000-8000-0000000000f1',
      leadId: LEAD,
      name: 'plan.pdf',
      bytes: 2_048,
      kind: 'pdf' as const,
    },
    ...{ type: 'application/pdf', preview: 'none' as const, thumbnail: null, by: null, mayDelete: true },
    createdAt: '2026-11-24T10:00:00Z',
  }
  const files = reply(fileRoutes.list, { success: true, files: [file], used: { bytes: 0, limit: 1 }, mayAdd: true })
  const sent = reply(conversationRoutes.send, { success: true, message: { ...message, channel: 'whatsapp' } })
  const { user, server } = await open(thread([], [{ ...byWhatsApp, windowUntil: future }]), files, sent)
  await user.click(await screen.findByRole('button', { name: 'Attach a file' }))
  await user.click(await screen.findByRole('checkbox', { name: /plan.pdf/ }))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.sentTo(conversationRoutes.send)).toHaveLength(1))
  expect(server.sentTo(conversationRoutes.send)[0]?.body).toEqual({
    ...{ channel: 'whatsapp', purpose: 'service', files: [file._id] },
  })
})
