import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { type BoardColumn, leadBoardRoutes } from '#contract/leads/lead-board.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import type { TableViews } from '#contract/leads/table-views.ts'
import type { Role } from '#contract/roles.ts'
import { userRoutes } from '#contract/team/users.ts'
import { aBusiness, aSession, BUSINESS_ID } from '../../../testing/fakes.ts'
import {
  ATTEMPTING,
  aLead,
  anEvent,
  aPage,
  idOf,
  NEW,
  NOAM,
  OTHER_CAMPAIGN_ID,
  someDetails,
  surroundings,
  WON,
} from '../../../testing/lead-fakes.ts'
import { ownFieldsReply, SIZE, WORK } from '../../../testing/lead-field-fakes.ts'
import { happens } from '../../../testing/live.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { refusal, reply } from '../../../testing/replies.ts'

const path = `/b/${BUSINESS_ID}/leads/cards/all`
const column = (key: string, leads: ReturnType<typeof aLead>[], total = leads.length): BoardColumn => ({
  key,
  total,
  value: leads.reduce((sum, lead) => sum + (lead.value ?? 0), 0),
  leads,
})
const aBoard = (...columns: BoardColumn[]) => ({
  success: true as const,
  columns,
  total: columns.reduce((sum, { total }) => sum + total, 0),
  value: columns.reduce((sum, { value }) => sum + value, 0),
  hidden: 0,
})
const one = aLead(1, { value: 3_800_000 })
const two = aLead(2, { value: 1_200_000, assignedTo: NOAM })
const three = aLead(3, { statusId: ATTEMPTING._id, status: 'Attempting' })
const filled = aBoard(column(NEW._id, [one, two]), column(ATTEMPTING._id, [three]))

type Options = { role?: Role; narrow?: boolean; board?: TableViews['board']; replies?: ReturnType<typeof reply>[] }
function open({ role = 'Owner', narrow = false, board, replies = [] }: Options = {}, at = path) {
  const session = aSession({ role })
  return openApp(at, {
    session: { ...session, user: { ...session.user, leadView: 'cards', tableViews: board ? { board } : {} } },
    narrow,
    replies: [
      ...surroundings(role),
      reply(leadRoutes.list, aPage([aLead(7)], { page: 2, limit: 20, total: 21 })),
      reply(leadRoutes.change, ({ body }) => {
        const { expected: _, ...changes } = body as { expected: object }
        return { success: true as const, lead: { ...one, ...changes } }
      }),
      reply(leadRoutes.get, { success: true, lead: someDetails(one) }),
      // After the lead, whose path takes any word.
      reply(leadBoardRoutes.get, filled),
      reply(userRoutes.update, ({ body }) => ({
        success: true as const,
        updatedUser: { ...session.user, ...(body as object) },
      })),
      ...replies,
    ],
  })
}
const cardsIn = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)

describe('the board', () => {
  it('has a column for each status, with its number, its sum and its cards', async () => {
    const { server } = await open()
    expect(await cardsIn('New')).toEqual(['Lead 1', 'Lead 2'])
    expect(await cardsIn('Attempting')).toEqual(['Lead 3'])
    const column = within(screen.getByRole('region', { name: 'New' }))
    expect(column.getByRole('heading').textContent).toContain('2')
    expect(column.getByText('₪50K')).toBeDefined()
    expect(column.getByText('₪38,000')).toBeDefined()
    // Won is folded until it is opened.
    expect(screen.getByRole('button', { name: 'Unfold the column Won, 0' })).toBeDefined()
    expect(server.sentTo(leadBoardRoutes.get)[0]?.query).toMatchObject({ by: 'status', all: 'true' })
  })

  it('asks with the filters and the search of the address', async () => {
    const { server } = await open({}, `${path}?unread=true&search=noam`)
    await cardsIn('New')
    expect(server.sentTo(leadBoardRoutes.get)[0]?.query).toMatchObject({
      search: 'noam',
      filters: JSON.stringify({ unread: true }),
    })
  })

  it('moves a card by its menu, at once, and takes it back', async () => {
    const { server, user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Move Lead 1 to…' }))
    server.use(reply(leadBoardRoutes.get, aBoard(column(NEW._id, [two]), column(ATTEMPTING._id, [one, three]))))
    await user.click(await screen.findByRole('menuitem', { name: 'Attempting' }))
    await waitFor(async () => expect(await cardsIn('Attempting')).toEqual(['Lead 1', 'Lead 3']))
    expect(await cardsIn('New')).toEqual(['Lead 2'])
    await waitFor(() =>
      expect(server.sentTo(leadRoutes.change)[0]?.body).toEqual({
        statusId: ATTEMPTING._id,
        expected: { statusId: NEW._id },
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(server.sentTo(leadRoutes.change)).toHaveLength(2))
    expect(server.sentTo(leadRoutes.change)[1]?.body).toMatchObject({ statusId: NEW._id })
  })

  it('moves a card by the keys on its handle, and says where it is', async () => {
    const { server, user } = await open()
    const grip = await screen.findByRole('button', { name: 'Move Lead 1 with the arrow keys' })
    grip.focus()
    await user.keyboard(' {ArrowRight}')
    expect(await screen.findByText('Over Attempting')).toBeDefined()
    await user.keyboard('{Escape}')
    expect(await screen.findByText('Left in place')).toBeDefined()
    expect(server.sentTo(leadRoutes.change)).toHaveLength(0)
    await user.keyboard(' {ArrowRight} ')
    await waitFor(() => expect(server.sentTo(leadRoutes.change)).toHaveLength(1))
    await waitFor(() => expect(server.sentTo(leadRoutes.change)[0]?.body).toMatchObject({ statusId: ATTEMPTING._id }))
  })

  it('asks for the sale amount after a move to a won status', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Move Lead 1 to…' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Won' }))
    expect(await screen.findByRole('dialog', { name: 'What did it sell for?' })).toBeDefined()
  })

  it('puts a card back that another person moved first', async () => {
    const { user } = await open({
      replies: [refusal(leadRoutes.change, 409, 'changed_meanwhile', { message: 'Changed meanwhile' })],
    })
    await user.click(await screen.findByRole('button', { name: 'Move Lead 1 to…' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Attempting' }))
    await screen.findByText('Changed meanwhile')
    await waitFor(async () => expect(await cardsIn('New')).toEqual(['Lead 1', 'Lead 2']))
  })

  it('shows what another person moved', async () => {
    const { server } = await open()
    await cardsIn('New')
    server.use(reply(leadBoardRoutes.get, aBoard(column(ATTEMPTING._id, [one, two, three]))))
    await happens(anEvent('lead.changed', one))
    await waitFor(async () => expect(await cardsIn('Attempting')).toEqual(['Lead 1', 'Lead 2', 'Lead 3']))
    expect(await cardsIn('New')).toEqual([])
    expect(within(screen.getByRole('region', { name: 'New' })).getByText('No leads in this column')).toBeDefined()
  })

  it('keeps a moved card where it is until the server has replied, whatever happens meanwhile', async () => {
    const sent = Promise.withResolvers<void>()
    const { server, user } = await open({
      replies: [
        reply(leadRoutes.change, async () => {
          await sent.promise
          return { success: true as const, lead: { ...one, statusId: ATTEMPTING._id } }
        }),
      ],
    })
    const boards = () => server.sentTo(leadBoardRoutes.get).length
    await user.click(await screen.findByRole('button', { name: 'Move Lead 1 to…' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Attempting' }))
    await waitFor(async () => expect(await cardsIn('Attempting')).toEqual(['Lead 1', 'Lead 3']))
    const before = boards()
    await happens(anEvent('lead.changed', two))
    expect(boards()).toBe(before)
    server.use(reply(leadBoardRoutes.get, aBoard(column(NEW._id, [two]), column(ATTEMPTING._id, [one, three]))))
    sent.resolve()
    await waitFor(() => expect(boards()).toBe(before + 1))
    expect(await cardsIn('Attempting')).toEqual(['Lead 1', 'Lead 3'])
  })

  it('shows more of a column, a page of its list at a time', async () => {
    const { server, user } = await open({ replies: [reply(leadBoardRoutes.get, aBoard(column(NEW._id, [one], 21)))] })
    await user.click(await screen.findByRole('button', { name: '20 more' }))
    await waitFor(async () => expect(await cardsIn('New')).toEqual(['Lead 1', 'Lead 7']))
    expect(server.sentTo(leadRoutes.list)[0]?.query).toMatchObject({
      page: '2',
      limit: '20',
      filters: JSON.stringify({ status: [NEW._id] }),
    })
  })

  it('cannot be changed by a Reader', async () => {
    await open({ role: 'Reader' })
    expect(await cardsIn('New')).toEqual(['Lead 1', 'Lead 2'])
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
  })

  it('selects cards for the bulk bar', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Lead 2' }))
    expect(await screen.findByRole('toolbar', { name: 'Selected leads' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Select all 3' })).toBeDefined()
  })

  it('without leads is the empty list, with a filter the advice to remove it', async () => {
    const { unmount } = await open({
      replies: [reply(leadBoardRoutes.get, aBoard()), reply(leadRoutes.list, aPage([]))],
    })
    await screen.findByText('No leads yet')
    unmount()
    await open({ replies: [reply(leadBoardRoutes.get, aBoard())] }, `${path}?unread=true`)
    await screen.findByText('No leads match')
  })

  it('that fails offers another try', async () => {
    const { server, user } = await open({ replies: [refusal(leadBoardRoutes.get, 404, 'campaign_not_found')] })
    const again = await screen.findByRole('button', { name: 'Try again' })
    server.use(reply(leadBoardRoutes.get, filled))
    await user.click(again)
    expect(await cardsIn('New')).toEqual(['Lead 1', 'Lead 2'])
  })
})

describe('the person’s board', () => {
  it('is divided by another field, which is saved', async () => {
    const { server, user } = await open()
    await user.click(await screen.findByRole('button', { name: 'By Status' }))
    server.use(reply(leadBoardRoutes.get, aBoard(column('none', [one]), column(NOAM._id, [two]))))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Assigned' }))
    expect(await cardsIn('Not assigned')).toEqual(['Lead 1'])
    expect(await cardsIn(NOAM.name)).toEqual(['Lead 2'])
    expect(server.sentTo(leadBoardRoutes.get).at(-1)?.query).toMatchObject({ by: 'assigned' })
    expect(server.sentTo(userRoutes.update).at(-1)?.body).toMatchObject({ tableViews: { board: { by: 'assigned' } } })
    await user.click(screen.getByRole('button', { name: 'Move Lead 1 to…' }))
    await user.click(await screen.findByRole('menuitem', { name: NOAM.name }))
    await waitFor(() => expect(server.sentTo(leadRoutes.change)[0]?.body).toMatchObject({ assignedTo: NOAM._id }))
  })

  it('by campaign moves a card to another campaign, an empty one too; a refused move puts it back', async () => {
    const NOTHING = { undoes: null, subject: null, tags: null, lead: null, error: null, undoneBy: null }
    const operation = {
      ...{
        _id: idOf(700),
        kind: 'move' as const,
        fields: [],
        author: NOAM,
        state: 'done' as const,
        total: 1,
        ...NOTHING,
      },
      ...{ canUndo: true, canCancel: false, createdAt: one.date, startedAt: null, finishedAt: one.date },
    }
    const refused = { ...operation, done: 0, skipped: 1 }
    const { server, user } = await open({
      board: { columns: [], density: 'compact', by: 'campaign' },
      replies: [
        reply(leadBoardRoutes.get, aBoard(column(one.campaignId, [one, two]))),
        reply(operationRoutes.create, { success: true, operation: refused }),
        reply(operationRoutes.get, {
          ...{ success: true as const, operation: refused, leftCount: 1 },
          left: [{ leadId: one._id, name: 'Lead 1', reason: 'status_hidden' }],
        }),
      ],
    })
    expect(await cardsIn('Facebook Q4')).toEqual([])
    const move = async () => {
      await user.click(screen.getByRole('button', { name: 'Move Lead 1 to…' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Facebook Q4' }))
    }
    await move()
    await screen.findByText('The lead was not moved: this status is not available in its campaign')
    expect(await cardsIn('Facebook Q4')).toEqual([])
    const moved = { ...one, campaignId: OTHER_CAMPAIGN_ID, campaignName: 'Facebook Q4' }
    server.use(reply(operationRoutes.create, { success: true, operation: { ...operation, done: 1, skipped: 0 } }))
    server.use(reply(leadBoardRoutes.get, aBoard(column(one.campaignId, [two]), column(OTHER_CAMPAIGN_ID, [moved]))))
    await move()
    await screen.findByText('Lead 1 was moved to Facebook Q4')
    expect(server.sentTo(operationRoutes.create).at(-1)?.body).toEqual({
      action: { kind: 'move', campaignId: OTHER_CAMPAIGN_ID },
      leadIds: [one._id],
    })
    await waitFor(async () => expect(await cardsIn('Facebook Q4')).toEqual(['Lead 1']))
  })

  it('by source is only looked at', async () => {
    await open({
      board: { columns: [], density: 'compact', by: 'source' },
      replies: [reply(leadBoardRoutes.get, aBoard(column('google_ads', [one, two])))],
    })
    expect(await cardsIn('Google Ads')).toEqual(['Lead 1', 'Lead 2'])
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
    screen.getByText('A source says where a lead came from and does not change: here the board is only looked at.')
  })

  it('is divided by an own choice field, whose cards move as its values change', async () => {
    const kitchen = aLead(1, { fields: { work: 'kitchen' } })
    const { server, user } = await open({
      board: { columns: [{ key: 'fields.size', isShown: true }], density: 'compact' },
      replies: [
        ownFieldsReply([WORK, SIZE, { ...WORK, key: 'faith', nameEn: 'Faith', _id: SIZE._id, isPersonal: true }]),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'By Status' }))
    expect(screen.queryByRole('menuitemradio', { name: 'Faith' })).toBeNull()
    const sized = aLead(2, { fields: { size: 84 } })
    server.use(reply(leadBoardRoutes.get, aBoard(column('-', [sized], 8), column('kitchen', [kitchen]))))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Kind of work' }))
    expect(await cardsIn('Kitchen')).toEqual(['Lead 1'])
    const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(names).toEqual(['Kitchen1', 'Bathroom0', 'Whole flat0', 'No value8'])
    expect(server.sentTo(leadBoardRoutes.get).at(-1)?.query).toMatchObject({ by: 'fields.work' })
    // Only the lead that has a value shows it.
    expect(screen.getAllByText('84 m²')).toHaveLength(1)

    await user.click(screen.getByRole('button', { name: '7 more' }))
    await waitFor(() => expect(server.sentTo(leadRoutes.list)).not.toHaveLength(0))
    expect(server.sentTo(leadRoutes.list).at(-1)?.query.filters).toBe(
      JSON.stringify({ option: { field: 'fields.work', key: null } }),
    )
    await user.click(screen.getByRole('button', { name: 'Move Lead 1 to…' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Bathroom' }))
    await waitFor(() =>
      expect(server.sentTo(leadRoutes.change)[0]?.body).toEqual({
        fields: { work: 'bathroom' },
        expected: { fields: { work: 'kitchen' } },
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(server.sentTo(leadRoutes.change)[1]?.body).toMatchObject({ fields: { work: 'kitchen' } }),
    )
  })

  it('keeps a value where the field is required, and cards of other campaigns in place', async () => {
    const kitchen = aLead(1, { fields: { work: 'kitchen' } })
    const { user } = await open({
      board: { columns: [], density: 'compact', by: 'fields.work' },
      replies: [
        ownFieldsReply([{ ...WORK, isRequired: true, campaignIds: [kitchen.campaignId] }]),
        reply(
          leadBoardRoutes.get,
          aBoard(column('kitchen', [kitchen]), column('-', [aLead(2, { campaignId: OTHER_CAMPAIGN_ID })])),
        ),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Move Lead 1 to…' }))
    await screen.findByRole('menuitem', { name: 'Bathroom' })
    expect(screen.queryByRole('menuitem', { name: 'No value' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Move Lead 2 to…' })).toBeNull()
  })

  it('by a field that the business does not have is the board by status', async () => {
    const { server } = await open({
      board: { columns: [], density: 'compact', by: 'fields.gone' },
      replies: [ownFieldsReply([WORK])],
    })
    expect(await cardsIn('New')).toEqual(['Lead 1', 'Lead 2'])
    expect(server.sentTo(leadBoardRoutes.get).at(-1)?.query).toMatchObject({ by: 'status' })
  })

  it('shows the chosen fields on its cards', async () => {
    await open({
      board: {
        columns: [
          { key: 'value', isShown: false },
          { key: 'phone', isShown: true },
        ],
        density: 'compact',
      },
    })
    const cards = within(await screen.findByRole('list', { name: 'New' })).getAllByRole('listitem')
    const card = within(cards[0] as HTMLElement)
    expect(card.getByText('052-731-1184')).toBeDefined()
    expect(card.queryByText('₪38,000')).toBeNull()
  })

  it('folds and unfolds columns', async () => {
    const { server, user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Fold the column New' }))
    await user.click(await screen.findByRole('button', { name: 'Unfold the column Won, 0' }))
    await screen.findByRole('region', { name: 'Won' })
    expect(server.sentTo(userRoutes.update).at(-1)?.body).toMatchObject({
      tableViews: { board: { folded: [NEW._id] } },
    })
  })

  it('can be a list', async () => {
    const { server, user } = await open()
    await user.click(await screen.findByRole('button', { name: 'List' }))
    await screen.findByRole('list', { name: 'Leads' })
    expect(server.sentTo(userRoutes.update).at(-1)?.body).toMatchObject({ tableViews: { board: { isList: true } } })
    await user.click(screen.getByRole('button', { name: 'Board' }))
    expect(await cardsIn('New')).toEqual(['Lead 1', 'Lead 2'])
  })
})

it('marks leads that have waited a week, but not closed ones', async () => {
  const old = new Date(Date.now() - 9 * 86_400_000).toISOString()
  const won = aLead(4, { statusId: WON._id, lastActivityAt: old })
  await open({
    board: { columns: [], density: 'compact', folded: [] },
    replies: [
      reply(leadBoardRoutes.get, aBoard(column(NEW._id, [{ ...one, lastActivityAt: old }]), column(WON._id, [won]))),
    ],
  })
  await cardsIn('Won')
  expect(screen.getAllByText('9 days without activity')).toHaveLength(1)
})

describe('on a phone', () => {
  it('returns to the first column when the statuses, which come after the leads, put the columns in order', async () => {
    const scrollBy = vi.fn()
    Element.prototype.scrollBy = scrollBy
    const statuses = Promise.withResolvers<void>()
    await open({
      narrow: true,
      replies: [
        reply(
          leadBoardRoutes.get,
          aBoard(column(WON._id, []), column(ATTEMPTING._id, [three]), column(NEW._id, [one])),
        ),
        reply(businessRoutes.get, async () => {
          await statuses.promise
          return { success: true as const, business: aBusiness(), statuses: [NEW, ATTEMPTING, WON] }
        }),
      ],
    })
    await screen.findByRole('link', { name: 'Lead 3' })
    scrollBy.mockClear()
    statuses.resolve()
    const first = await screen.findByRole('tab', { name: 'New 1' })
    expect(first.getAttribute('aria-selected')).toBe('true')
    expect(scrollBy).toHaveBeenCalled()
  })

  it('has a tab for each column, and Call, WhatsApp and the list of columns on each card', async () => {
    const { server, user } = await open({ narrow: true })
    const tabs = within(await screen.findByRole('tablist', { name: 'Columns' }))
    const names = () => tabs.getAllByRole('tab').map(({ textContent }) => textContent)
    await waitFor(() => expect(names()).toEqual(['New 2', 'Attempting 1', 'Won 0']))
    await user.click(tabs.getByRole('tab', { name: 'New 2' }))
    expect(tabs.getByRole('tab', { name: 'New 2' }).getAttribute('aria-selected')).toBe('true')
    await user.keyboard('{ArrowRight}')
    expect(tabs.getByRole('tab', { name: 'Attempting 1' }).getAttribute('aria-selected')).toBe('true')
    const panel = within(screen.getByRole('tabpanel', { name: 'New' }))
    expect(panel.getAllByRole('link', { name: 'Call' })).toHaveLength(2)
    await user.click(panel.getByRole('button', { name: 'Move Lead 1 to…' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Move Lead 1 to…' }))
    await user.click(sheet.getByRole('button', { name: 'Attempting' }))
    await waitFor(() => expect(server.sentTo(leadRoutes.change)[0]?.body).toMatchObject({ statusId: ATTEMPTING._id }))
  })
})
