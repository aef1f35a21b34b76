import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type LeadNotification,
  NOTIFICATION_POLL_MS,
  NOTIFICATION_POPUP_MS,
  type Notification,
  notificationRoutes,
} from '#contract/notifications/notifications.ts'
import { storage } from '../../lib/storage.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { happens } from '../../testing/live.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { NotificationBell } from './notification-bell.tsx'
import { NotificationPopups } from './notification-popups.tsx'

const leadId = '018f0000-0000-7000-8000-0000000000e1'
const idOf = (index: number) => `018f0000-0000-7000-9000-${String(index).padStart(12, '0')}`
const aNotification = (index: number, isRead = false): Notification => ({
  _id: idOf(index),
  id: idOf(index),
  title: `New lead: נועה ${index}`,
  isRead,
  isSilent: false,
  createdAt: new Date(Date.now() - 5.5 * 60_000).toISOString(),
  action: 'receiving_a_lead',
  content: {
    businessId: BUSINESS_ID,
    campaignId: CAMPAIGN_ID,
    leadId,
    leadName: `נועה ${index}`,
    leadPhone: '+972724440001',
    campaignName: 'מטבחים – Google',
    businessName: 'אלון שיפוצים',
    businessImage: null,
    source: 'Facebook Q4',
  },
})

/** A server that holds these notifications. */
function holding(...notifications: Notification[]) {
  const held = [...notifications]
  const only = (query: Record<string, string>) =>
    held.filter(({ isRead }) => !query.read || String(isRead) === query.read)
  return [
    reply(notificationRoutes.count, () => ({
      success: true,
      result: { read: held.filter(({ isRead }) => isRead).length, unread: held.filter(({ isRead }) => !isRead).length },
    })),
    reply(notificationRoutes.list, ({ query }) => {
      const after = only(query).findIndex(({ _id }) => _id === query.before) + 1
      return { success: true, data: only(query).slice(after, after + Number(query.limit)) }
    }),
    reply(notificationRoutes.read, ({ body }) => {
      const { id, status } = body as { id: string; status: boolean }
      const at = held.findIndex(({ _id }) => _id === id)
      held[at] = { ...(held[at] as Notification), isRead: status }
      return { success: true }
    }),
    reply(notificationRoutes.markAllAsRead, () => {
      held.forEach((one, index) => {
        held[index] = { ...one, isRead: true }
      })
      return { success: true }
    }),
    reply(notificationRoutes.remove, ({ body }) => {
      held.splice(
        held.findIndex(({ _id }) => _id === (body as { id: string }).id),
        1,
      )
      return { success: true }
    }),
  ]
}

async function openPanel(replies: Parameters<typeof renderPage>[1]) {
  const page = await renderPage(<NotificationBell isNarrow={false} />, replies)
  await page.user.click(await screen.findByRole('button', { name: /^Notifications/ }))
  await screen.findByRole('heading', { name: 'Notifications' })
  return page
}
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)
const titles = () => screen.queryAllByText(/^New lead/).map((title) => title.textContent)

afterEach(() => vi.useRealTimers())

describe('the panel', () => {
  it('shows all, unread and read with their counts', async () => {
    const { user } = await openPanel({
      replies: holding(aNotification(1), aNotification(2, true), aNotification(3, true)),
    })
    await waitFor(() => expect(tabs()).toEqual(['All3', 'Unread1', 'Read2']))
    await waitFor(() => expect(titles()).toHaveLength(3))
    expect(screen.getAllByText('5 minutes')).toHaveLength(3)
    await user.click(screen.getByRole('tab', { name: /Unread/ }))
    await waitFor(() => expect(titles()).toEqual(['New lead: נועה 1']))
  })

  it('shows an icon for each, and closes by its close button', async () => {
    const { user, container } = await openPanel({ replies: holding(aNotification(1), aNotification(2, true)) })
    await waitFor(() => expect(titles()).toHaveLength(2))
    const links = [...container.ownerDocument.querySelectorAll('[data-notification]')]
    expect(links.map((link) => link.querySelectorAll('[data-hue] svg').length)).toEqual([1, 1])
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Notifications' })).toBeNull())
  })

  it('marks one as read by its dot, which becomes a delete button, and as unread again', async () => {
    const { user, server } = await openPanel({ replies: holding(aNotification(1)) })
    await user.click(await screen.findByRole('button', { name: 'Mark as read: New lead: נועה 1' }))
    await waitFor(() => expect(tabs()).toEqual(['All1', 'Unread0', 'Read1']))
    screen.getByRole('button', { name: 'Delete: New lead: נועה 1' })
    await user.click(screen.getByRole('button', { name: 'Mark as unread: New lead: נועה 1' }))
    await waitFor(() => expect(tabs()).toEqual(['All1', 'Unread1', 'Read0']))
    expect(server.sentTo(notificationRoutes.read).map(({ body }) => body)).toEqual([
      { id: idOf(1), status: true },
      { id: idOf(1), status: false },
    ])
  })

  it('marks all as read', async () => {
    const { user } = await openPanel({ replies: holding(aNotification(1), aNotification(2)) })
    await waitFor(() => expect(tabs()).toEqual(['All2', 'Unread2', 'Read0']))
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(tabs()).toEqual(['All2', 'Unread0', 'Read2']))
    await user.click(screen.getByRole('tab', { name: /^Read/ }))
    await waitFor(() => expect(titles()).toHaveLength(2))
  })

  it('deletes a read one; after a failure it returns with a message', async () => {
    const replies = holding(aNotification(1, true), aNotification(2, true))
    const { user, server } = await openPanel({ replies })
    await user.click(await screen.findByRole('button', { name: /^Delete.*1$/ }))
    await waitFor(() => expect(titles()).toEqual(['New lead: נועה 2']))
    server.use(refusal(notificationRoutes.remove, 500, 'internal'))
    await user.click(screen.getByRole('button', { name: /^Delete.*2$/ }))
    await screen.findByText('Failed to delete notification')
    await waitFor(() => expect(titles()).toEqual(['New lead: נועה 2']))
  })

  it('opens the campaign’s leads and marks as read', async () => {
    const { user, server, router } = await openPanel({ replies: holding(aNotification(1)) })
    await user.click(await screen.findByRole('link', { name: /נועה 1/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads`))
    expect(server.sentTo(notificationRoutes.read)[0]?.body).toEqual({ id: idOf(1), status: true })
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Notifications' })).toBeNull())
  })

  it('opens the campaign’s cards where the member prefers cards', async () => {
    const session = aSession()
    const likesCards = { ...session, user: { ...session.user, leadView: 'cards' as const } }
    const { user, router } = await openPanel({ replies: holding(aNotification(1)), session: likesCards })
    await user.click(await screen.findByRole('link', { name: /נועה 1/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/cards`))
  })

  it('loads older ones page by page', async () => {
    const many = Array.from({ length: 25 }, (_, index) => aNotification(index))
    const { user } = await openPanel({ replies: holding(...many) })
    await waitFor(() => expect(titles()).toHaveLength(20))
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(titles()).toHaveLength(25))
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('moves between notifications by the arrow keys', async () => {
    const { user } = await openPanel({ replies: holding(aNotification(1), aNotification(2)) })
    const [first, second] = await screen.findAllByRole('link')
    first?.focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(second)
    await user.keyboard('{ArrowDown}{ArrowUp}')
    expect(document.activeElement).toBe(first)
  })

  it('says when it is empty, and when loading failed', async () => {
    const { user, server } = await openPanel({ replies: holding() })
    await screen.findByText('No notifications yet')
    server.use(refusal(notificationRoutes.list, 500, 'internal', { message: 'The database rests' }))
    await user.click(screen.getByRole('tab', { name: /Unread/ }))
    await screen.findByText('The database rests')
    server.use(reply(notificationRoutes.list, { success: true, data: [] }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('No unread notifications')
  })
})

describe('the count', () => {
  const unread = () => screen.getByRole('button', { name: /^Notifications/ }).getAttribute('aria-label')

  it('is fetched on start and every ten minutes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { server } = await renderPage(<NotificationBell isNarrow={false} />, { replies: holding(aNotification(1)) })
    await waitFor(() => expect(unread()).toBe('Notifications, 1 unread'))
    expect(server.sentTo(notificationRoutes.count)).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(NOTIFICATION_POLL_MS))
    expect(server.sentTo(notificationRoutes.count)).toHaveLength(2)
  })

  it('is only logged when it cannot be fetched', async () => {
    await renderPage(<NotificationBell isNarrow={false} />, {
      replies: [refusal(notificationRoutes.count, 500, 'internal', { message: 'boom' })],
    })
    await waitFor(() =>
      expect(console.warn).toHaveBeenCalledWith(expect.objectContaining({ status: 500, message: 'boom' })),
    )
    expect(screen.queryByText('boom')).toBeNull()
  })

  it('is a dot while something is unread, and none otherwise', async () => {
    const { server } = await renderPage(<NotificationBell isNarrow={false} />, {
      replies: holding(aNotification(1, true)),
    })
    const dot = () => screen.getByRole('button', { name: /^Notifications/ }).querySelector('[data-unread]')
    await waitFor(() => expect(server.sentTo(notificationRoutes.count)).toHaveLength(1))
    expect(dot()).toBeNull()
    for (const one of holding(aNotification(2))) server.use(one)
    await happens({ kind: 'notification', notification: aNotification(2) })
    await waitFor(() => expect(dot()).not.toBeNull())
  })

  it('is right where the panel was never opened, also when a notification arrives twice', async () => {
    const { server } = await renderPage(<NotificationBell isNarrow={false} />, { replies: holding() })
    await waitFor(() => expect(server.sentTo(notificationRoutes.count)).toHaveLength(1))
    for (const one of holding(aNotification(2))) server.use(one)
    const message = { kind: 'notification', notification: aNotification(2) }
    await happens(message)
    await happens(message)
    await waitFor(() => expect(unread()).toBe('Notifications, 1 unread'))
    await waitFor(() => expect(server.sentTo(notificationRoutes.count)).toHaveLength(3))
    expect(unread()).toBe('Notifications, 1 unread')
  })

  it('is incremented at once by a new notification, also in the open panel, and only once', async () => {
    const { server } = await openPanel({ replies: holding(aNotification(1, true)) })
    await waitFor(() => expect(tabs()).toEqual(['All1', 'Unread0', 'Read1']))
    for (const one of holding(aNotification(2), aNotification(1, true))) server.use(one)
    const message = { kind: 'notification', notification: aNotification(2) }
    await happens(message)
    await happens(message)
    await waitFor(() => expect(tabs()).toEqual(['All2', 'Unread1', 'Read1']))
    expect(titles()).toEqual(['New lead: נועה 2', 'New lead: נועה 1'])
    expect(screen.getByRole('status').textContent).toBe('1 unread notification')
  })
})

describe('a popup', () => {
  const come = async () => {
    const page = await renderPage(<NotificationPopups />, { replies: holding() })
    await happens({ kind: 'notification', notification: aNotification(1) })
    const popup = await screen.findByRole('status')
    await within(popup).findByText('New lead: נועה 1')
    return { ...page, popup }
  }
  const isThere = () => screen.queryByText('New lead: נועה 1') !== null

  it('offers to call the lead and to open it', async () => {
    const { popup, user, router, server } = await come()
    expect(within(popup).getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+972724440001')
    await user.click(within(popup).getByRole('link', { name: 'Open lead' }))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/${leadId}`),
    )
    expect(server.sentTo(notificationRoutes.read)).toHaveLength(1)
    await waitFor(() => expect(isThere()).toBe(false))
  })

  it('of a mention opens the lead at the comment', async () => {
    const { user, router } = await renderPage(<NotificationPopups />, { replies: holding() })
    const made = aNotification(1)
    const mention: Notification = {
      ...made,
      action: 'mention',
      content: { ...(made.content as LeadNotification['content']), itemId: idOf(7) },
    }
    await happens({ kind: 'notification', notification: mention })
    await user.click(await screen.findByRole('link', { name: 'Open lead' }))
    await waitFor(() => expect(router.state.location.pathname).toContain(`/leads/${leadId}`))
    expect(router.state.location.search).toEqual({ item: idOf(7) })
  })

  it('is not shown for a silent notification, which is in the panel only', async () => {
    await renderPage(<NotificationPopups />, { replies: holding() })
    const silent = { ...aNotification(1), isSilent: true }
    await happens({ kind: 'notification', notification: silent })
    await happens({ kind: 'notification', notification: aNotification(2) })
    const loud = await screen.findByRole('status')
    await within(loud).findByText('New lead: נועה 2')
    expect(isThere()).toBe(false)
    fireEvent.click(within(loud).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })

  it('is not shown for a lead who is on the phone, in this window or another; for other leads it is', async () => {
    storage.phoneCall.set('+972724440001 ringing')
    await renderPage(<NotificationPopups />, { replies: holding() })
    const [theirs, another] = [aNotification(1), aNotification(2)]
    const other = { ...another, content: { ...another.content, leadPhone: '+972724440002' } }
    await happens({ kind: 'notification', notification: theirs })
    await happens({ kind: 'notification', notification: other as never })
    const shown = await screen.findByText('New lead: נועה 2')
    await waitFor(() => expect(isThere()).toBe(false))
    act(() => storage.phoneCall.set(null))
    fireEvent.click(within(shown.closest('[role="status"]') as HTMLElement).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })

  it('is not shown while a call of its lead is live, and closes when one begins; a missed call is shown', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const callId = idOf(900)
    const call = (name: string) => ({
      kind: 'change',
      event: { ...{ position: '1', name, businessId: BUSINESS_ID, campaignId: CAMPAIGN_ID }, leadId, callId },
    })
    await come()
    await happens(call('call.started'))
    await waitFor(() => expect(isThere()).toBe(false))
    await happens(call('call.ended'))
    // The lead of a new call is reported just before the call.
    const { content, ...caller } = aNotification(3)
    await happens({ kind: 'notification', notification: { ...caller, content: { ...content, source: 'call' } } })
    await happens(call('call.started'))
    const missed = { ...aNotification(2), action: 'missed_call' as const, title: 'Missed call: נועה' }
    await happens({ kind: 'notification', notification: missed })
    await screen.findByText('Missed call: נועה')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(titles()).toEqual([])
    await happens(call('call.ended'))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })

  it('closes when the phone of its lead rings shortly after', async () => {
    await come()
    act(() => storage.phoneCall.set('+972724440001 ringing'))
    await waitFor(() => expect(isThere()).toBe(false))
    act(() => storage.phoneCall.set(null))
  })

  it('closes after six seconds, not counting the time hovered', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { popup } = await come()
    const card = popup.firstElementChild as HTMLElement
    await act(() => vi.advanceTimersByTimeAsync(NOTIFICATION_POPUP_MS - 2_000))
    fireEvent.mouseEnter(card)
    await act(() => vi.advanceTimersByTimeAsync(NOTIFICATION_POPUP_MS))
    expect(isThere()).toBe(true)
    fireEvent.mouseLeave(card)
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    await waitFor(() => expect(isThere()).toBe(false))
  })
})
