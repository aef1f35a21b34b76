import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { type LeadView, leadViewRoutes } from '#contract/leads/saved-views/lead-views.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import type { Role } from '#contract/roles.ts'
import { aSession, BUSINESS_ID } from '../../../testing/fakes.ts'
import { aLead, anEvent, aPage, aView, idOf, NEW, surroundings } from '../../../testing/lead-fakes.ts'
import { happens } from '../../../testing/live.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'

const all = `/b/${BUSINESS_ID}/leads/all`
const listOf = (...views: LeadView[]) => reply(leadViewRoutes.list, { success: true, views })
const unread = aView(1, { name: 'Unread ones', isShared: true })
const cards = aView(2, { name: 'My cards', isPinned: false, query: { ...unread.query, look: 'cards', filters: {} } })
const linkOf = ({ _id }: LeadView, rest = '&unread=true') => `${all}?view=${_id}${rest}`

type Options = { role?: Role; defaultLeadView?: string; narrow?: boolean; replies?: FakeReply[] }
async function open(
  path: string,
  views: LeadView[],
  { role = 'Owner', defaultLeadView, narrow, replies = [] }: Options = {},
) {
  const session = aSession({ role })
  const businesses = session.businesses.map((one) => ({ ...one, ...(defaultLeadView && { defaultLeadView }) }))
  const app = await openApp(path, {
    session: { ...session, businesses },
    narrow: narrow ?? false,
    replies: [
      ...surroundings(role),
      reply(leadRoutes.list, aPage([aLead(1)])),
      reply(notificationRoutes.list, { success: true, data: [] }),
      listOf(...views),
      ...replies,
    ],
  })
  const bar = within(await screen.findByRole('navigation', { name: 'Saved views' }))
  await bar.findByRole('button', { name: 'Views' })
  return { ...app, bar }
}
const filtersAsked = ({ server }: Awaited<ReturnType<typeof open>>) =>
  server.sentTo(leadRoutes.list).at(-1)?.query.filters

describe('tabs', () => {
  it('are the pinned views; the others are in the menu, and each opens with its address', async () => {
    const app = await open(all, [unread, cards])
    const { bar, user, at } = app
    expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['All leads', 'Unread ones'])
    await user.click(bar.getByRole('link', { name: 'Unread ones' }))
    await waitFor(() => expect(at()).toBe(linkOf(unread)))
    await waitFor(() => expect(filtersAsked(app)).toBe('{"unread":true}'))
    expect(bar.getByRole('link', { name: 'Unread ones' }).getAttribute('aria-current')).toBe('page')
    await user.click(bar.getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('menuitem', { name: 'My cards' }))
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/leads/cards/all?view=${cards._id}`))
    expect(await screen.findByRole('link', { name: 'My cards' })).toBeDefined()
  })

  it('show the columns of the view; a change of columns changes the view, not the person’s table', async () => {
    const view = aView(3, {
      query: { ...unread.query, filters: {}, columns: [{ key: 'phone' }, { key: 'name' }, { key: 'date' }] },
    })
    const { user, at, server } = await open(linkOf(view, '&columns=phone,name,date'), [view])
    const heads = async () =>
      (await screen.findAllByRole('columnheader')).map((head) => head.getAttribute('aria-label'))
    await waitFor(async () => expect((await heads()).filter(Boolean)).toEqual(['Phone', 'Name', 'Date']))
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('switch', { name: 'Phone' }))
    await waitFor(() => expect(at()).toContain('columns=name,date'))
    expect(await screen.findByText('The view has unsaved changes')).toBeDefined()
    expect(server.calls.some(({ route }) => route.path === '/user/update')).toBe(false)
  })
})

describe('a changed view', () => {
  const address = linkOf(unread, '&unread=true&status=') + NEW._id
  it('says so and is saved, with what was seen before', async () => {
    const filters = { unread: true as const, status: [NEW._id] }
    const saved = { ...unread, query: { ...unread.query, filters } }
    const { user, server, at } = await open(address, [unread], {
      replies: [reply(leadViewRoutes.change, { success: true, view: saved })],
    })
    expect(await screen.findByText('The view has unsaved changes')).toBeDefined()
    server.use(listOf(saved))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByText('The view has unsaved changes')).toBeNull())
    expect(server.sentTo(leadViewRoutes.change)[0]).toMatchObject({
      params: { id: unread._id },
      body: { query: { filters }, expected: { query: unread.query } },
    })
    expect(at()).toBe(address)
  })

  it('is discarded', async () => {
    const { user, at } = await open(address, [unread])
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(at()).toBe(linkOf(unread)))
    expect(screen.queryByText('The view has unsaved changes')).toBeNull()
  })

  it('of another can only be saved under another name', async () => {
    await open(address, [{ ...unread, mayChange: false, isOwn: false }])
    await screen.findByRole('button', { name: 'Save as…' })
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})

describe('saving a new view', () => {
  it('keeps name, filters and columns, and opens it', async () => {
    const made = aView(9, { name: 'Fresh' })
    const { user, server, at } = await open(`${all}?unread=true`, [], {
      replies: [
        reply(leadViewRoutes.create, ({ body }) => ({ success: true, view: { ...made, ...(body as object) } })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as a new view' }))
    await user.click(dialog.getByRole('button', { name: 'Save view' }))
    expect(await dialog.findByText('This field is required')).toBeDefined()
    await user.type(dialog.getByRole('textbox', { name: /View name/ }), 'Fresh')
    await user.click(dialog.getByRole('checkbox', { name: /Share with the business/ }))
    await user.click(dialog.getByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(at()).toContain(`view=${made._id}`))
    const { body } = server.sentTo(leadViewRoutes.create)[0] ?? {}
    expect(body).toMatchObject({
      name: 'Fresh',
      isShared: true,
      isPinned: false,
      query: { look: 'table', campaignId: null },
    })
    expect((body as { query: LeadView['query'] }).query.filters).toEqual({ unread: true })
    expect((body as { query: LeadView['query'] }).query.columns?.[0]).toEqual({ key: 'name' })
    expect(screen.queryByText('The view has unsaved changes')).toBeNull()
  })

  it('offers sharing and pinning only to those who may, and shows a taken name beside the field', async () => {
    const taken = { issues: [{ path: 'name', message: 'Another view has this name already' }] }
    const { user } = await open(`${all}?unread=true`, [], {
      role: 'Writer',
      replies: [refusal(leadViewRoutes.create, 422, 'invalid_input', taken)],
    })
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByRole('checkbox')).toHaveLength(1)
    await user.type(dialog.getByRole('textbox', { name: /View name/ }), 'Fresh')
    await user.click(dialog.getByRole('button', { name: 'Save view' }))
    expect(await dialog.findByText('Another view has this name already')).toBeDefined()
  })
})

describe('an open view', () => {
  it('that is gone or private to another leaves the filters of the link, and says so', async () => {
    const app = await open(linkOf(unread), [])
    expect(await screen.findByText('This view is not available')).toBeDefined()
    expect(filtersAsked(app)).toBe('{"unread":true}')
    await app.user.click(screen.getByRole('button', { name: 'Continue without it' }))
    await waitFor(() => expect(app.at()).toBe(`${all}?unread=true`))
    expect(screen.queryByText('This view is not available')).toBeNull()
  })

  it('follows a colleague’s change, and says that it was deleted, while it is open', async () => {
    const { server, at } = await open(linkOf(unread), [unread])
    server.use(listOf({ ...unread, query: { ...unread.query, filters: { duplicate: true } } }))
    await happens(anEvent('view.changed', aLead(1)))
    await waitFor(() => expect(at()).toBe(linkOf(unread, '&duplicate=true')))
    server.use(listOf())
    await happens(anEvent('view.deleted', aLead(1)))
    expect(await screen.findByText('This view is not available', undefined, { timeout: 5_000 })).toBeDefined()
    expect(at()).toBe(linkOf(unread, '&duplicate=true'))
  })

  it('says what it names that is no longer there', async () => {
    await open(linkOf(unread), [{ ...unread, missing: ['status', 'tag'] }])
    expect(await screen.findByText('This view filters by a status that was deleted.')).toBeDefined()
    expect(screen.getByText('No lead has a tag that this view filters by.')).toBeDefined()
  })
})

describe('the default', () => {
  it('opens where the address of all leads says nothing, and only there', async () => {
    const { at, user, bar } = await open(all, [unread], { defaultLeadView: unread._id })
    expect(at()).toBe(linkOf(unread))
    await user.click(bar.getByRole('link', { name: 'All leads' }))
    await waitFor(() => expect(at()).toBe(`${all}?view=all`))
  })

  it('that is gone leaves all leads', async () => {
    const { at } = await open(all, [], { defaultLeadView: idOf(499) })
    expect(at()).toBe(`${all}?view=all`)
    expect(screen.queryByText('This view is not available')).toBeNull()
  })
})

describe('managing', () => {
  it('moves by keyboard, deletes with undo, and leaves the open one', async () => {
    const second = aView(2, { name: 'Second', isShared: true })
    const { user, server, at, bar } = await open(linkOf(unread), [unread, second], {
      narrow: true,
      replies: [
        reply(leadViewRoutes.change, { success: true, view: unread }),
        reply(leadViewRoutes.remove, { success: true }),
        reply(leadViewRoutes.restore, { success: true, view: unread }),
      ],
    })
    await user.click(bar.getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Manage views' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Manage views' }))
    dialog.getByRole('button', { name: /^Move Unread ones/ }).focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(server.sentTo(leadViewRoutes.change)[0]?.body).toEqual({ before: null }))
    server.use(listOf(second))
    await user.click(dialog.getByRole('button', { name: 'Delete Unread ones' }))
    await waitFor(() => expect(at()).toBe(`${all}?unread=true`))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(server.sentTo(leadViewRoutes.restore)[0]?.params).toEqual({ id: unread._id }))
  })
})
