import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { type Lead, type LeadDetails, leadRoutes } from '#contract/leads/leads.ts'
import type { Role } from '#contract/roles.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../../testing/fakes.ts'
import {
  ATTEMPTING,
  aHistory,
  aHistoryItem,
  aLead,
  anEvent,
  NEW,
  NOAM,
  someDetails,
  surroundings,
  WON,
} from '../../../testing/lead-fakes.ts'
import { happens } from '../../../testing/live.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { LeadPage } from './lead-page.tsx'

const base = aLead(1, { name: 'נועה ברזילי', value: 12_650_000 })
const details = (changes: Partial<LeadDetails> = {}) =>
  reply(leadRoutes.get, { success: true, lead: { ...someDetails({ ...base, ...changes }), ...changes } })
const changed = reply(leadRoutes.change, ({ body }) => ({
  success: true,
  lead: { ...base, ...(body as Partial<Lead>) },
}))
const open = (replies: FakeReply[] = [], { role = 'Owner' as Role } = {}) =>
  renderPage(<LeadPage />, {
    path: `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/${base._id}`,
    route: '/b/$businessId/c/$campaignId/leads/$leadId',
    replies: [...surroundings(role), details(), changed, reply(leadRoutes.history, aHistory()), ...replies],
    session: aSession({ role }),
  })
const fact = async (label: string) => within((await screen.findByText(label)).closest('div') as HTMLElement)
const chooseStatus = async ({ user }: Awaited<ReturnType<typeof open>>, name: string) => {
  await user.click(await screen.findByRole('button', { name: /Status: New/ }))
  await user.click(await screen.findByRole('menuitemradio', { name }))
}

describe('a lead', () => {
  it('shows name, phone, e-mail and contact links', async () => {
    await open()
    await screen.findByRole('heading', { level: 1, name: /נועה ברזילי/ })
    expect(screen.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+972527311184')
    expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe('https://wa.me/972527311184')
    expect(screen.getByRole('link', { name: 'Email' }).getAttribute('href')).toBe('mailto:lead1@gmail.test')
  })

  it('has no contact links if phone and e-mail are masked', async () => {
    await open([details({ phone: '05•-•••-1184', email: 'l•••@•••' })], { role: 'Affiliate' })
    await screen.findAllByText('05•-•••-1184')
    for (const name of ['Call', 'WhatsApp', 'Email']) expect(screen.queryByRole('link', { name })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Copy (phone|email)$/i })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Edit: (phone|email)/i })).toBeNull()
  })

  it('shows its source and the received data', async () => {
    await open()
    expect((await fact('UTM')).getByText('google / cpc / flats_q4')).toBeDefined()
    expect((await fact('gclid')).getByText('EAIaIQ')).toBeDefined()
    expect((await fact('API key')).getByText('Main site')).toBeDefined()
    expect((await fact('Landing page')).getByRole('link').getAttribute('href')).toBe('https://alon-reno.test/flats')
    expect(screen.getByText('Arrived while paused')).toBeDefined()
    expect(screen.getByText(/"name": "Lead"/)).toBeDefined()
  })

  it('shows the message of an enquiry once, in its history', async () => {
    const enquiry = someDetails(base).enquiries[0]
    await open([
      reply(
        leadRoutes.history,
        aHistory(aHistoryItem(1, { event: 'lead.created', by: null, ...(enquiry && { enquiry }) })),
      ),
    ])
    expect(await screen.findAllByText('A kitchen, please')).toHaveLength(1)
  })

  it('is marked as read when opened, and stays unread after "mark as unread"', async () => {
    const { server, user } = await open([details({ isRead: false })])
    await waitFor(() => expect(server.sentTo(leadRoutes.read)[0]?.body).toEqual({ isRead: true }))
    server.use(details({ isRead: true }))
    await user.click(await screen.findByRole('button', { name: /More actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }))
    await screen.findByText('Marked as unread')
    expect(server.sentTo(leadRoutes.read).map(({ body }) => body)).toEqual([{ isRead: true }, { isRead: false }])
  })

  it('shows "not found" for an unknown lead', async () => {
    await open([refusal(leadRoutes.get, 404, 'lead_not_found')])
    await screen.findByText('This lead was not found')
  })

  it('is read-only for a Reader', async () => {
    await open([], { role: 'Reader' })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: /Status|Edit/ })).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull()
  })

  it('in the trash can be restored but not changed', async () => {
    const { user, server } = await open([
      details({ deletedAt: '2026-01-01T10:00:00.000Z' }),
      reply(leadRoutes.restore, { success: true, message: 'Operation succeeded' }),
    ])
    await screen.findByText('It can be restored until 31 Jan 2026.')
    expect(screen.queryByRole('button', { name: /Status/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(server.sentTo(leadRoutes.restore)[0]?.body).toEqual({ leadIds: [base._id] }))
  })
})

describe('a lead that is taken away while it is open', () => {
  it.each([
    ['erased, or moved where one may not read', 'lead.changed', 404],
    ['with its campaign', 'campaign.deleted', 403],
  ] as const)('%s: the page says so by its name, and leads on', async (_, event, status) => {
    const { server } = await open()
    await screen.findByRole('heading', { level: 1, name: /נועה ברזילי/ })
    server.use(refusal(leadRoutes.get, status, status === 404 ? 'lead_not_found' : 'forbidden'))
    await happens(anEvent(event, base))
    await screen.findByText('נועה ברזילי was deleted or is no longer available to you')
    expect(screen.getByRole('link', { name: 'Go to leads' }).getAttribute('href')).toBe(`/b/${BUSINESS_ID}/leads/all`)
  })

  it('shows that it is in the trash now', async () => {
    const { server } = await open()
    await screen.findByRole('heading', { level: 1, name: /נועה ברזילי/ })
    server.use(details({ deletedAt: '2026-11-22T10:00:00.000Z' }))
    await happens(anEvent('lead.deleted', base))
    await screen.findByRole('button', { name: 'Restore' })
  })
})

describe('changing a lead', () => {
  it('asks for the sale amount once it is won, without blocking', async () => {
    const page = await open()
    await chooseStatus(page, 'Won')
    const prompt = within(await screen.findByRole('form', { name: 'What did it sell for?' }))
    await waitFor(() =>
      expect(page.server.sentTo(leadRoutes.change)[0]?.body).toEqual({
        statusId: WON._id,
        expected: { statusId: NEW._id },
      }),
    )
    const amount = prompt.getByRole('textbox')
    await page.user.clear(amount)
    await page.user.type(amount, '130,000.50')
    await page.user.click(prompt.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(page.server.sentTo(leadRoutes.change)[1]?.body).toEqual({
        value: 13_000_050,
        expected: { value: 12_650_000 },
      }),
    )
  })

  it('does not ask for the sale amount on another status', async () => {
    const page = await open()
    await chooseStatus(page, 'Attempting')
    await waitFor(() => expect(page.server.sentTo(leadRoutes.change)).toHaveLength(1))
    expect(screen.queryByRole('form', { name: 'What did it sell for?' })).toBeNull()
  })

  it('changes the name in place; Escape cancels', async () => {
    const { server, user } = await open()
    await user.click(await screen.findByRole('button', { name: /Edit name/ }))
    await user.type(screen.getByRole('textbox', { name: 'Edit name' }), 'x{Escape}')
    await user.click(await screen.findByRole('button', { name: /Edit name/ }))
    const field = screen.getByRole('textbox', { name: 'Edit name' })
    await user.clear(field)
    await user.type(field, 'Noa B.{Enter}')
    await waitFor(() => expect(server.sentTo(leadRoutes.change)).toHaveLength(1))
    await waitFor(() =>
      expect(server.sentTo(leadRoutes.change)[0]?.body).toEqual({ name: 'Noa B.', expected: { name: 'נועה ברזילי' } }),
    )
  })

  it('assigns it to a person', async () => {
    const { server, user } = await open()
    await user.click(await screen.findByRole('button', { name: /^Assigned: Not assigned/ }))
    await user.click(await screen.findByRole('option', { name: 'נועם פרידמן' }))
    await waitFor(() =>
      expect(server.sentTo(leadRoutes.change)[0]?.body).toEqual({
        assignedTo: NOAM._id,
        expected: { assignedTo: null },
      }),
    )
  })

  it('shows both values of an edit conflict and lets the person choose', async () => {
    const page = await open([refusal(leadRoutes.change, 409, 'changed_meanwhile')])
    await screen.findByRole('button', { name: /Status: New/ })
    page.server.use(details({ statusId: ATTEMPTING._id, status: 'Attempting' }))
    await chooseStatus(page, 'Won')
    const card = within(await screen.findByRole('alert'))
    expect(card.getByText('Attempting')).toBeDefined()
    expect(card.getByText('Won')).toBeDefined()
    page.server.use(changed)
    await page.user.click(card.getByRole('button', { name: 'Use mine' }))
    await waitFor(() =>
      expect(page.server.sentTo(leadRoutes.change).at(-1)?.body).toEqual({
        statusId: WON._id,
        expected: { statusId: ATTEMPTING._id },
      }),
    )
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})

describe('its history', () => {
  const history = (...items: ReturnType<typeof aHistoryItem>[]) => reply(leadRoutes.history, aHistory(...items))

  it('shows who changed which field, with both values', async () => {
    await open([
      history(
        aHistoryItem(1, {
          event: 'lead.changed',
          changes: { statusId: ['New', 'Attempting'], value: [null, 12_650_000] },
        }),
        aHistoryItem(2, { event: 'lead.created', by: null, keyName: 'Main site' }),
      ),
    ])
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first?.textContent).toContain('נועם פרידמן')
    expect(first?.textContent).toMatch(/Status changedNew.*Attempting/)
    expect(first?.textContent).toMatch(/Value changed—.*₪126,500/)
    expect(second?.textContent).toMatch(/Main site.*New lead/)
  })

  it('shows comments on their own tab, kept in the address', async () => {
    const { server, user, router } = await open([history(aHistoryItem(1, { comment: 'Called twice' }))])
    await user.click(await screen.findByRole('tab', { name: 'Comments' }))
    await waitFor(() => expect(server.sentTo(leadRoutes.history).at(-1)?.query).toMatchObject({ kind: 'comments' }))
    expect(server.sentTo(leadRoutes.history)[0]?.query).toMatchObject({ kind: 'all' })
    expect(router.state.location.searchStr).toBe('?tab=comments')
    await user.click(screen.getByRole('tab', { name: 'All' }))
    await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  })

  it('explains comments while there are none', async () => {
    const { user } = await open([history()])
    await user.click(await screen.findByRole('tab', { name: 'Comments' }))
    await screen.findByText('No comments yet')
  })

  it('sends a comment with Ctrl+Enter and shows it before the reply', async () => {
    const { server, user } = await open([reply(commentRoutes.add, () => new Promise(() => undefined))])
    const field = await screen.findByRole('textbox', { name: 'Comment' })
    await user.type(field, 'Called twice')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Called twice', { selector: 'p' })
    expect(server.sentTo(commentRoutes.add)[0]?.body).toEqual({ text: 'Called twice' })
    expect((field as HTMLTextAreaElement).value).toBe('')
  })

  it('restores a refused comment and sends it again with the same idempotency key', async () => {
    const { server, user } = await open([refusal(commentRoutes.add, 500, 'internal', { message: 'Something broke' })])
    const field = (await screen.findByRole('textbox', { name: 'Comment' })) as HTMLTextAreaElement
    await user.type(field, 'Called twice')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await screen.findByText('Something broke')
    await waitFor(() => expect(field.value).toBe('Called twice'))
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(server.sentTo(commentRoutes.add)).toHaveLength(2))
    const [first, second] = server.sentTo(commentRoutes.add).map(({ headers }) => headers.get('idempotency-key'))
    expect(second).toBe(first)
  })

  it('keeps the draft of a comment', async () => {
    const first = await open()
    await first.user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Half a thought')
    first.unmount()
    await open()
    expect(((await screen.findByRole('textbox', { name: 'Comment' })) as HTMLTextAreaElement).value).toBe(
      'Half a thought',
    )
  })

  it('shows changes by other people at once', async () => {
    const { server } = await open()
    await screen.findByRole('button', { name: /Status: New/ })
    server.use(details({ statusId: ATTEMPTING._id, assignedTo: { _id: USER_ID, name: 'שירה', image: null } }))
    await happens(anEvent('lead.changed', base))
    await screen.findByRole('button', { name: /Status: Attempting/ })
  })

  it('says how much of the target is left until the first response, and that the clock stands while closed', async () => {
    const { server } = await open()
    await screen.findByRole('button', { name: /Status: New/ })
    const clock = { target: 30, minutes: 18, isRunning: true, changesAt: null }
    server.use(details({ responseClock: clock }))
    await happens(anEvent('lead.changed', base))
    await screen.findByText('12 min left')
    server.use(details({ responseClock: { ...clock, minutes: 95 } }))
    await happens(anEvent('lead.changed', base))
    await screen.findByText('Late by 1:05 h')
    const changesAt = '2099-01-01T06:00:00.000Z'
    server.use(details({ responseClock: { ...clock, isRunning: false, changesAt } }))
    await happens(anEvent('lead.changed', base))
    await screen.findByText(/The clock goes on .*08:00/)
  })

  it('shows the first response at once when a call is answered', async () => {
    const { server } = await open()
    await screen.findByRole('button', { name: /Status: New/ })
    server.use(details({ firstResponseAt: new Date(Date.parse(base.date) + 7 * 60_000).toISOString() }))
    await happens(anEvent('call.changed', base))
    await screen.findByText('7 min', { exact: false })
  })
})
