import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type JoinLink, type JoinRequest, type OwnRequest, waitingListRoutes } from '#contract/team/waiting-list.ts'
import { aSession, BUSINESS_ID } from '../../testing/fakes.ts'
import { idOf, NOAM, surroundings } from '../../testing/lead-fakes.ts'
import { openApp } from '../../testing/open-app.tsx'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'
import { WaitingPage } from './waiting-page.tsx'

const aRequest = (changes: Partial<JoinRequest> = {}): JoinRequest => ({
  _id: idOf(850),
  state: 'New',
  user: { _id: idOf(851), name: 'נועה כהן', image: null },
  email: 'noa@example.test',
  phone: '+972724440111',
  note: 'עבדתי כאן בעבר',
  source: 'website',
  askedAt: new Date(Date.now() - 3.5 * 3_600_000).toISOString(),
  ...changes,
})
const DAN = aRequest({ _id: idOf(852), user: NOAM, note: '', source: '', phone: null, state: 'Paused' })
const list = (...requests: JoinRequest[]) =>
  reply(waitingListRoutes.list, {
    success: true,
    requests,
    pagination: { page: 1, limit: 10, total: requests.length, totalIsExact: true, pages: 1 },
  })
const counted = { success: true, count: 1 } as const
const open = (replies: FakeReply[]) =>
  renderPage(<WaitingPage />, {
    path: `/b/${BUSINESS_ID}/waiting-list`,
    route: '/b/$businessId/waiting-list',
    replies: [...surroundings('Owner'), ...replies],
  })

describe('the waiting list', () => {
  it('shows name, contact, time, source and note of each request', async () => {
    await open([list(aRequest(), DAN)])
    const [noa, dan] = (await screen.findAllByRole('listitem')).map((row) => row.textContent)
    for (const words of ['נועה כהן', 'noa@example.test', '072-444-0111', 'עבדתי כאן בעבר', 'New', '3 hours', 'website'])
      expect(noa).toContain(words)
    for (const words of ['No note', 'On hold']) expect(dan).toContain(words)
  })

  it('approves a request with a role', async () => {
    const { user, server } = await open([list(aRequest()), reply(waitingListRoutes.approve, counted)])
    await user.click(await screen.findByRole('button', { name: 'Approve נועה כהן' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('combobox', { name: 'Role' }))
    await user.click(await screen.findByRole('option', { name: 'Reader' }))
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Request approved')).toBeDefined()
    expect(server.sentTo(waitingListRoutes.approve)[0]?.body).toEqual({
      ids: [idOf(850)],
      role: 'Reader',
      campaigns: [],
    })
  })

  it('puts on hold and declines several at once', async () => {
    const { user, server } = await open([
      list(aRequest(), DAN),
      reply(waitingListRoutes.change, { success: true, count: 2 }),
      reply(waitingListRoutes.decline, { success: true, count: 2 }),
    ])
    const choose = async () => {
      await user.click(await screen.findByRole('checkbox', { name: 'Select נועה כהן' }))
      await user.click(screen.getByRole('checkbox', { name: `Select ${NOAM.name}` }))
      return within(screen.getByRole('toolbar', { name: '2 selected' }))
    }
    await user.click((await choose()).getByRole('button', { name: 'Put on hold' }))
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
    const ids = [idOf(850), idOf(852)]
    expect(server.sentTo(waitingListRoutes.change)[0]?.body).toEqual({ ids, state: 'Paused' })
    await user.click((await choose()).getByRole('button', { name: 'Decline' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: 'Reason (optional)' }), 'Full')
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(server.sentTo(waitingListRoutes.decline)[0]?.body).toEqual({ ids, reason: 'Full' }))
  })

  it('has a public link that can be switched on and replaced', async () => {
    const aLink = (key: string): JoinLink => ({
      url: `https://leads.example.test/join/${key}`,
      isEnabled: true,
      renewedAt: '2026-01-05T10:00:00.000Z',
    })
    const { user, server } = await open([
      list(),
      reply(waitingListRoutes.link, { success: true, link: null }),
      reply(waitingListRoutes.changeLink, ({ body }) => ({
        success: true,
        link: aLink((body as { renew?: true }).renew ? 'second' : 'first'),
      })),
    ])
    await user.click(await screen.findByRole('button', { name: 'Public link' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('switch'))
    expect(await dialog.findByText('https://leads.example.test/join/first')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Create a new link' }))
    expect(await dialog.findByText('https://leads.example.test/join/second')).toBeDefined()
    expect(server.sentTo(waitingListRoutes.changeLink).map(({ body }) => body)).toEqual([
      { isEnabled: true },
      { isEnabled: true, renew: true },
    ])
  })
})

describe('asking to join', () => {
  const KEY = 'k'.repeat(22)
  const PATH = `/join/${KEY}?source=website`
  const business = { _id: idOf(900), name: 'Barak Carpentry', image: null }
  const request: OwnRequest = { _id: idOf(860), business, askedAt: '2026-01-05T10:00:00.000Z' }
  const link = reply(waitingListRoutes.open, { success: true, business })
  const without = aSession({ businesses: [] })

  it('starts with an account', async () => {
    await openApp(PATH, { session: null, replies: [link] })
    expect(await screen.findByRole('heading', { name: 'Join Barak Carpentry' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
      `/auth/register?next=${encodeURIComponent(PATH)}`,
    )
  })

  it('ends with a page that says to wait, which the home page shows, too', async () => {
    let own: OwnRequest[] = []
    const replies = [
      link,
      reply(waitingListRoutes.own, () => ({ success: true, requests: own })),
      reply(waitingListRoutes.ask, () => {
        own = [request]
        return { success: true, request }
      }),
      reply(waitingListRoutes.withdraw, () => {
        own = []
        return { success: true }
      }),
    ]
    const { user, server, unmount } = await openApp(PATH, { session: without, replies })
    await user.type(await screen.findByRole('textbox', { name: /^A few words/ }), 'Hello')
    await user.click(screen.getByRole('button', { name: 'Request to join' }))
    expect(await screen.findByRole('heading', { name: 'Your request is pending' })).toBeDefined()
    expect(server.sentTo(waitingListRoutes.ask)[0]?.body).toEqual({ note: 'Hello', source: 'website' })
    unmount()

    const home = await openApp('/dashboard', { session: without, replies })
    expect(await screen.findByText('Barak Carpentry')).toBeDefined()
    expect(screen.getByText('Since 5 Jan 2026')).toBeDefined()
    await home.user.click(screen.getByRole('button', { name: 'Withdraw the request to Barak Carpentry' }))
    await waitFor(() => expect(screen.queryByText('Barak Carpentry')).toBeNull())
    expect(await screen.findByRole('link', { name: 'Create business' })).toBeDefined()
  })

  it('shows a refusal as text, and says that an expired link is invalid', async () => {
    const replies = [
      link,
      reply(waitingListRoutes.own, { success: true, requests: [] }),
      refusal(waitingListRoutes.ask, 409, 'join_declined', { message: 'Later' }),
    ]
    const { user, unmount } = await openApp(PATH, { session: without, replies })
    await user.click(await screen.findByRole('button', { name: 'Request to join' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Later')
    unmount()
    await openApp(PATH, { session: null, replies: [refusal(waitingListRoutes.open, 404, 'join_link_not_found')] })
    expect(await screen.findByRole('heading', { name: 'This link is no longer active' })).toBeDefined()
  })
})
