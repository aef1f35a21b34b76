import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { leadCallRoutes } from '#contract/leads/lead-calls.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { leadColumns, type TableView } from '#contract/leads/table-views.ts'
import { userRoutes } from '#contract/team/users.ts'
import { aCall } from '../../../testing/call-fakes.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import { aLead, aPage, idOf, NOAM, OTHER_CAMPAIGN_ID, surroundings } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { LeadsPage } from '../list/leads-page.tsx'

const all = `/b/${BUSINESS_ID}/leads/all`
const someone = (leads?: TableView) => {
  const session = aSession()
  return { ...session, user: { ...session.user, tableViews: leads ? { leads } : {} } }
}
const kept = reply(userRoutes.update, ({ body }) => ({
  success: true as const,
  updatedUser: { ...aSession().user, ...(body as object) },
}))
const open = async (view?: TableView, replies: FakeReply[] = []) => {
  const leads = reply(leadRoutes.list, aPage([aLead(1), aLead(2, { name: 'Noa', value: 12_650_000 })]))
  const page = await renderPage(<LeadsPage />, {
    path: all,
    replies: [...surroundings(), leads, kept, ...replies],
    route: '/b/$businessId/leads/all',
    session: someone(view),
  })
  await screen.findByRole('row', { name: /Lead 1/ })
  return page
}
type Opened = Awaited<ReturnType<typeof open>>
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
    .filter(Boolean)
const saved = ({ server }: Opened) =>
  (server.sentTo(userRoutes.update).at(-1)?.body as { tableViews: { leads: TableView | null } } | undefined)?.tableViews
    .leads
const shownKeys = (view: TableView | null | undefined) =>
  view?.columns.filter(({ isShown }) => isShown).map(({ key }) => key)

describe('the person’s columns', () => {
  it('are the saved ones in their order, from the first render', async () => {
    const columns = [
      { key: 'no_longer_known', isShown: true },
      { key: 'status', isShown: true },
      { key: 'campaign', isShown: true },
      { key: 'name', isShown: true, width: 300 },
      { key: 'email', isShown: false },
    ]
    await open({ columns, density: 'comfortable' })
    expect(heads()[0]).toBe('Status')
    expect(heads()).not.toContain('Email')
    // A column missing from the saved view follows its default neighbour.
    expect(heads()[heads().indexOf('Name') + 1]).toBe('Phone')
    expect(screen.getByRole('separator', { name: 'Width of Name' }).getAttribute('aria-valuenow')).toBe('300')
    expect(screen.getByRole('button', { name: 'Density: Comfortable. Change' })).toBeDefined()
  })

  it('are hidden and shown at once, and saved', async () => {
    const page = await open()
    await page.user.click(screen.getByRole('button', { name: 'Columns' }))
    await page.user.click(await screen.findByRole('switch', { name: 'Email' }))
    await waitFor(() => expect(heads()).not.toContain('Email'))
    await waitFor(() => expect(shownKeys(saved(page))).not.toContain('email'))
    expect(shownKeys(saved(page))).toContain('phone')
  })

  it('are reordered with the arrow keys, with announcements', async () => {
    const page = await open()
    await page.user.click(screen.getByRole('button', { name: 'Columns' }))
    const handle = await screen.findByRole('button', { name: /^Move Phone/ })
    handle.focus()
    await page.user.keyboard('{ArrowUp}')
    await waitFor(() => expect(heads().slice(0, 2)).toEqual(['Phone', 'Name']))
    expect(screen.getByText(/^Phone: 1 of \d+$/)).toBeDefined()
    await waitFor(() => expect(shownKeys(saved(page))?.slice(0, 2)).toEqual(['phone', 'name']))
  })

  it('cannot all be hidden', async () => {
    await open({ columns: leadColumns.map((key) => ({ key, isShown: key === 'name' })), density: 'compact' })
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    expect((await screen.findByRole('switch', { name: 'Name' })).hasAttribute('disabled')).toBe(true)
  })

  it('are resized by pointer and keys within bounds', async () => {
    const page = await open({ columns: [{ key: 'name', isShown: true, width: 640 }], density: 'compact' })
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(630)
    screen.getByRole('separator', { name: 'Width of Name' }).focus()
    await page.user.keyboard('{ArrowRight}')
    const widthOf = (key: string) => saved(page)?.columns.find((column) => column.key === key)?.width
    await waitFor(() => expect(widthOf('name')).toBe(640))
    await page.user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(widthOf('name')).toBe(614))
  })

  it('can be reset to the defaults', async () => {
    const page = await open({ columns: [{ key: 'email', isShown: false }], density: 'comfortable' })
    expect(heads()).not.toContain('Email')
    await page.user.click(screen.getByRole('button', { name: 'Columns' }))
    await page.user.click(await screen.findByRole('button', { name: 'Reset columns and density' }))
    await waitFor(() => expect(heads()).toContain('Email'))
    await waitFor(() => expect(saved(page)).toBeNull())
  })

  it('stay for the visit if saving fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const page = await open(undefined, [refusal(userRoutes.update, 500, 'internal')])
    await page.user.click(screen.getByRole('button', { name: 'Density: Compact. Change' }))
    await screen.findByRole('button', { name: 'Density: Comfortable. Change' })
    await waitFor(() => expect(warn).toHaveBeenCalled())
    expect(screen.getByRole('table').dataset.density).toBe('comfortable')
  })
})

describe('a row', () => {
  it('opens its lead by a click anywhere, and keeps the origin list', async () => {
    const { user, router } = await open()
    await user.click(screen.getAllByText('Google Ads')[1] as HTMLElement)
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/${aLead(2)._id}`),
    )
    expect(router.state.location.state.listOrigin).toMatchObject({ index: 1, look: 'table', campaignId: null })
  })

  it('opens in a new tab with Ctrl or the middle button, and not from its controls', async () => {
    const openTab = vi.spyOn(window, 'open').mockImplementation(() => null)
    const { user, router } = await open()
    const text = screen.getAllByText('Google Ads')[0] as HTMLElement
    fireEvent.click(text, { ctrlKey: true })
    fireEvent(text, new MouseEvent('auxclick', { button: 1, bubbles: true }))
    fireEvent(text, new MouseEvent('auxclick', { button: 2, bubbles: true }))
    const address = expect.stringContaining(`/leads/${aLead(1)._id}`)
    expect(openTab.mock.calls).toEqual([
      [address, '_blank', 'noopener'],
      [address, '_blank', 'noopener'],
    ])
    await user.click(screen.getByRole('checkbox', { name: 'Select Lead 1' }))
    expect(router.state.location.pathname).toBe(all)
  })

  const openMenu = async ({ user }: Opened) => {
    await user.hover(screen.getByRole('row', { name: /Noa/ }))
    await user.click(await screen.findByRole('button', { name: 'More actions for Noa' }))
  }

  it('is opened, also in a new tab, from its menu, which copies the phone, too', async () => {
    const page = await open()
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await openMenu(page)
    const tab = await screen.findByRole('menuitem', { name: 'Open in new tab' })
    expect([tab.getAttribute('target'), tab.getAttribute('href')]).toEqual([
      '_blank',
      expect.stringContaining(`/leads/${aLead(2)._id}`),
    ])
    expect(screen.getByRole('menuitem', { name: 'Open' })).toBeDefined()
    await page.user.click(screen.getByRole('menuitem', { name: 'Copy phone' }))
    expect(write).toHaveBeenCalledWith('052-731-1184')
  })

  it('is assigned from its menu', async () => {
    const page = await open(undefined, [reply(leadRoutes.change, () => new Promise(() => undefined))])
    await openMenu(page)
    await page.user.hover(await screen.findByRole('menuitem', { name: 'Assign' }))
    // Without a layout the pointer's way into the second menu would close it.
    fireEvent.click(await screen.findByRole('menuitem', { name: NOAM.name }))
    await waitFor(() => expect(page.server.sentTo(leadRoutes.change)[0]?.body).toMatchObject({ assignedTo: NOAM._id }))
  })

  it('is moved to another campaign from its menu', async () => {
    const page = await open(undefined, [reply(operationRoutes.create, () => new Promise(() => undefined))])
    await openMenu(page)
    await page.user.hover(await screen.findByRole('menuitem', { name: 'Move to campaign' }))
    const campaigns = within(await screen.findByRole('menu', { name: 'Move to campaign' }))
    expect(campaigns.queryByRole('menuitem', { name: 'מטבחים – Google' })).toBeNull()
    fireEvent.click(await campaigns.findByRole('menuitem', { name: 'Facebook Q4' }))
    await waitFor(() =>
      expect(page.server.sentTo(operationRoutes.create)[0]?.body).toEqual({
        action: { kind: 'move', campaignId: OTHER_CAMPAIGN_ID },
        leadIds: [aLead(2)._id],
      }),
    )
    await screen.findByRole('row', { name: /Noa.*Facebook Q4/ })
  })

  it('edits its value in place', async () => {
    const page = await open(undefined, [reply(leadRoutes.change, () => new Promise(() => undefined))])
    const row = within(await screen.findByRole('row', { name: /Noa/ }))
    await page.user.click(row.getByRole('button', { name: /Edit: Value$/ }))
    const field = await row.findByRole('textbox', { name: 'Edit: Value' })
    expect((field as HTMLInputElement).value).toBe('126500')
    await page.user.clear(field)
    await page.user.type(field, '1,250.50{Enter}')
    await row.findByText('₪1,250.50')
    expect(page.server.sentTo(leadRoutes.change)[0]?.body).toEqual({
      value: 125_050,
      expected: { value: 12_650_000 },
    })
    expect(page.router.state.location.pathname).toBe(all)
  })

  it('is assigned and unassigned in place', async () => {
    const page = await open(undefined, [reply(leadRoutes.change, () => new Promise(() => undefined))])
    const row = within(await screen.findByRole('row', { name: /Noa/ }))
    await page.user.click(row.getByRole('button', { name: 'Assigned: Not assigned. Change' }))
    await page.user.click(await screen.findByRole('menuitem', { name: NOAM.name }))
    await row.findByRole('button', { name: `Assigned: ${NOAM.name}. Change` })
    expect(page.server.sentTo(leadRoutes.change)[0]?.body).toEqual({
      assignedTo: idOf(102),
      expected: { assignedTo: null },
    })
  })

  it('shows tags, UTM and the duplicate mark', async () => {
    const columns = leadColumns.map((key) => ({ key, isShown: true }))
    const tagged = aLead(2, {
      name: 'Noa',
      tags: ['vip', 'hot', 'third'],
      utm: { source: 'google', term: 'מטבחים' },
      isDuplicate: true,
      date: '2026-11-20T08:00:00.000Z',
      firstResponseAt: '2026-11-20T08:14:00.000Z',
    })
    const changed = reply(leadRoutes.change, () => new Promise(() => undefined))
    const page = await open({ columns, density: 'compact' }, [
      reply(leadRoutes.list, aPage([aLead(1), tagged])),
      reply(leadRoutes.tags, { success: true, tags: ['vip', 'late'] }),
      changed,
    ])
    const row = within(await screen.findByRole('row', { name: /Noa/ }))
    for (const text of ['vip', 'hot', 'google', 'מטבחים', '14 minutes', 'Yes'])
      expect(row.getByText(text)).toBeDefined()
    expect(row.getByText('and 1 more')).toBeDefined()
    expect(row.getByRole('img', { name: 'Another lead has the same phone or email' })).toBeDefined()
    await page.user.click(row.getByRole('button', { name: 'Tags: vip, hot, third. Change' }))
    const field = await screen.findByRole('combobox', { name: 'Tags' })
    await page.user.type(field, 'late{Enter}')
    await waitFor(() =>
      expect(page.server.sentTo(leadRoutes.change)[0]?.body).toEqual({
        tags: ['vip', 'hot', 'third', 'late'],
        expected: { tags: ['vip', 'hot', 'third'] },
      }),
    )
  })

  it('shows each UTM value below its own heading', async () => {
    const columns = leadColumns.map((key) => ({ key, isShown: key === 'name' || key.startsWith('utm') }))
    const utm = { source: 'google', medium: 'cpc', campaign: 'spring', content: 'banner', term: 'kitchens' }
    await open({ columns, density: 'compact' }, [reply(leadRoutes.list, aPage([aLead(1, { utm })]))])
    const row = within(await screen.findByRole('row', { name: /Lead 1/ }))
    const values = row.getAllByRole('cell').map((cell) => cell.textContent)
    const shown = Object.fromEntries(heads().map((head, i) => [head, values.filter(Boolean)[i]]))
    expect(shown).toMatchObject({
      'UTM source': 'google',
      'UTM medium': 'cpc',
      'UTM campaign': 'spring',
      'UTM content': 'banner',
      'UTM term': 'kitchens',
    })
  })

  it('shows the last call, requested only while a call column is shown', async () => {
    const plain = await open()
    expect(plain.server.sentTo(leadCallRoutes.last)).toHaveLength(0)
    plain.unmount()
    const wanted = ['name', 'callStatus', 'callStart', 'callDuration', 'callRecording']
    const columns = leadColumns.map((key) => ({ key, isShown: wanted.includes(key) }))
    const { server } = await open({ columns, density: 'compact' }, [
      reply(leadCallRoutes.last, { success: true, calls: [aCall(2)] }),
    ])
    const row = within(await screen.findByRole('row', { name: /Noa/ }))
    expect(await row.findByText('Answered')).toBeDefined()
    expect(row.getByText('4:12')).toBeDefined()
    expect(row.getByRole('button', { name: /^Play the recording/ })).toBeDefined()
    const ids = [aLead(1), aLead(2)].map(({ _id }) => _id).join()
    expect(server.sentTo(leadCallRoutes.last)[0]?.query.leadIds).toBe(ids)
    expect(within(screen.getByRole('row', { name: /Lead 1/ })).queryByText('Answered')).toBeNull()
  })

  it('is marked as unread from its menu', async () => {
    const { user, server } = await open()
    await user.hover(screen.getByRole('row', { name: /Noa/ }))
    await user.click(screen.getByRole('button', { name: 'More actions for Noa' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }))
    await waitFor(() => expect(server.sentTo(leadRoutes.read)[0]?.body).toEqual({ isRead: false }))
    expect(within(screen.getByRole('row', { name: /Noa/ })).getByText('Unread')).toBeDefined()
  })
})
