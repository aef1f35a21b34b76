import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  type CountedStatus,
  type OwnStatus,
  type StarterSet,
  type StatusRemoval,
  statusRoutes,
} from '#contract/leads/statuses.ts'
import type { Role } from '#contract/roles.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { idOf, surroundings } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'
import { StatusesPage } from './statuses-page.tsx'

const aStatus = (number: number, changes: Partial<CountedStatus> = {}): CountedStatus => ({
  _id: idOf(200 + number),
  nameHe: `סטטוס ${number}`,
  nameEn: `Status ${number}`,
  hue: 'sky',
  type: 'Ongoing',
  position: number,
  isDefault: false,
  asks: null,
  followUp: null,
  campaignIds: null,
  leads: 0,
  trashed: 0,
  ...changes,
})
const FRESH = aStatus(0, { nameHe: 'חדש', nameEn: 'New', type: 'Open', isDefault: true, leads: 1_234 })
const CALLED = aStatus(1, { nameHe: 'ניסיון קשר', nameEn: 'Called', leads: 84, trashed: 2 })
const MET = aStatus(2, { nameHe: 'פגישה', nameEn: 'Meeting', campaignIds: [CAMPAIGN_ID] })
const LOST = aStatus(3, { nameHe: 'לא רלוונטי', nameEn: 'Not relevant', type: 'Lost', asks: 'lost_reason' })
const general: StarterSet = { name: 'general', statuses: [FRESH, CALLED] }
const legal: StarterSet = {
  name: 'legal',
  statuses: [FRESH, { ...CALLED, nameEn: 'Conflict check', nameHe: 'בדיקת ניגוד עניינים' }],
}

const list = ({ removals = [], sets = [] }: { removals?: StatusRemoval[]; sets?: StarterSet[] } = {}) =>
  reply(statusRoutes.list, { success: true, statuses: [FRESH, CALLED, MET, LOST], removals, sets })
const open = (replies: FakeReply[], role: Role = 'Owner') =>
  renderPage(<StatusesPage />, {
    path: `/b/${BUSINESS_ID}/settings/leads-statuses`,
    route: '/b/$businessId/settings/leads-statuses',
    replies: [...surroundings(role), ...replies],
    session: aSession({ role }),
  })
const rows = async () => within(await screen.findByRole('list', { name: 'Lead statuses' })).getAllByRole('listitem')
const names = async () =>
  (await rows()).map((row) =>
    within(row)
      .getByRole('button', { name: /^Edit / })
      .getAttribute('aria-label'),
  )
const asPlain = ({ leads: _, trashed: __, ...status }: CountedStatus): OwnStatus => status
const menuOf = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: `More about ${name}` }))
  return within(await screen.findByRole('menu'))
}

describe('the list of statuses', () => {
  it('shows each with its type, what it asks for, where it is chosen, and how many leads have it', async () => {
    await open([list()])
    const [fresh, called, met, lost] = (await rows()).map((row) => row.textContent ?? '')
    for (const words of ['New', 'חדש', 'Open', 'Default', '1,234 leads']) expect(fresh).toContain(words)
    for (const words of ['Called', 'Ongoing', '84 leads']) expect(called).toContain(words)
    expect(met).toContain('In one campaign')
    for (const words of ['Not relevant', 'Lost', 'Asks for the lost reason', '0 leads']) expect(lost).toContain(words)
    const [link] = screen.getAllByRole('link', { name: '84 leads' })
    expect(decodeURIComponent(link?.getAttribute('href') ?? '')).toContain(CALLED._id)
  })

  it('is an Owner’s', async () => {
    await open([list()], 'Admin')
    expect(await screen.findByText(/permission/i)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add a status' })).toBeNull()
  })

  it('is put in another order with the arrow keys, and says so', async () => {
    const { user, server } = await open([list(), reply(statusRoutes.order, { success: true, order: [] })])
    const handle = await screen.findByRole('button', { name: /^Move Called/ })
    handle.focus()
    await user.keyboard('{ArrowDown}')
    expect(await screen.findByText('Called is now number 3 of 4')).toBeDefined()
    await waitFor(() =>
      expect(server.sentTo(statusRoutes.order).map(({ body }) => body)).toEqual([
        { statusId: CALLED._id, before: LOST._id },
      ]),
    )
    expect(await names()).toHaveLength(4)
    // Moves stop at the end and at the beginning.
    const first = await screen.findByRole('button', { name: /^Move New/ })
    first.focus()
    await user.keyboard('{ArrowUp}')
    const last = await screen.findByRole('button', { name: /^Move Meeting/ })
    last.focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(server.sentTo(statusRoutes.order)).toHaveLength(2))
    expect(server.sentTo(statusRoutes.order)[1]?.body).toEqual({ statusId: MET._id, before: null })
  })

  it('tells how far leads have come that leave a deleted status', async () => {
    const removal = { operationId: idOf(5), nameHe: 'ישן', nameEn: 'Old one', to: CALLED._id, total: 2_000, done: 500 }
    await open([list({ removals: [removal] })])
    expect(await screen.findByText('Leads move from Old one to Called')).toBeDefined()
    expect(screen.getByText('500 of 2,000')).toBeDefined()
  })
})

describe('a status', () => {
  it('is added with names in both languages', async () => {
    const { user, server } = await open([
      list(),
      reply(statusRoutes.create, { success: true, status: asPlain(aStatus(9)) }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Add a status' }))
    const form = within(await screen.findByRole('dialog'))
    await user.type(await form.findByRole('textbox', { name: 'Name in English' }), 'No')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('Minimum 3 characters required')).toBeDefined()
    expect(form.getByText('This field is required')).toBeDefined()
    await user.type(form.getByRole('textbox', { name: 'Name in English' }), ' answer')
    await user.type(form.getByRole('textbox', { name: 'Name in Hebrew' }), 'אין מענה')
    await user.click(form.getByRole('radio', { name: 'Orange' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Status added')).toBeDefined()
    expect(server.sentTo(statusRoutes.create)[0]?.body).toEqual({
      nameEn: 'No answer',
      nameHe: 'אין מענה',
      hue: 'orange',
      type: 'Ongoing',
      asks: null,
      followUp: null,
      campaignIds: null,
      isDefault: false,
    })
  })

  it('brings a follow-up after a delay', async () => {
    const { user, server } = await open([
      list(),
      reply(statusRoutes.change, { success: true, status: asPlain(CALLED) }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Edit status Called' }))
    const form = within(await screen.findByRole('dialog'))
    await user.click(await form.findByRole('combobox', { name: 'Follow-up of the status' }))
    await user.click(await screen.findByRole('option', { name: 'Task' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('This field is required')).toBeDefined()
    await user.type(form.getByRole('textbox', { name: 'What is to be done' }), 'Send the offer')
    await user.clear(form.getByRole('textbox', { name: 'After' }))
    await user.type(form.getByRole('textbox', { name: 'After' }), '2')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.sentTo(statusRoutes.change).map(({ body }) => body)).toEqual([
        { followUp: { action: 'None', minutes: 2_880, note: 'Send the offer' }, expected: { followUp: null } },
      ]),
    )
  })

  it('is changed in what was touched alone, with what one saw of it', async () => {
    const { user, server } = await open([list(), reply(statusRoutes.change, { success: true, status: asPlain(LOST) })])
    await user.click(await screen.findByRole('button', { name: 'Edit status Not relevant' }))
    const form = within(await screen.findByRole('dialog'))
    const name = await form.findByRole('textbox', { name: 'Name in English' })
    await user.clear(name)
    await user.type(name, 'Gone')
    await user.click(form.getByRole('switch', { name: 'Ask for the lost reason' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Status saved')).toBeDefined()
    expect(server.sentTo(statusRoutes.change)[0]).toMatchObject({
      params: { id: LOST._id },
      body: { nameEn: 'Gone', asks: null, expected: { nameEn: 'Not relevant', asks: 'lost_reason' } },
    })
  })

  it('says beside the name that another has it', async () => {
    const { user } = await open([
      list(),
      refusal(statusRoutes.change, 422, 'invalid_input', {
        issues: [{ path: 'nameEn', message: 'Another status has this name already' }],
      }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Edit status Meeting' }))
    const form = within(await screen.findByRole('dialog'))
    await user.type(await form.findByRole('textbox', { name: 'Name in English' }), ' two')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('Another status has this name already')).toBeDefined()
  })

  it('that another has changed meanwhile is changed with the second Save', async () => {
    let nameEn = 'Called'
    const { user, server } = await open([
      reply(statusRoutes.list, () => ({
        success: true as const,
        statuses: [FRESH, { ...CALLED, nameEn }],
        removals: [],
        sets: [],
      })),
      refusal(statusRoutes.change, 409, 'changed_meanwhile', { message: 'Someone else changed this' }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Edit status Called' }))
    const form = within(await screen.findByRole('dialog'))
    await user.type(await form.findByRole('textbox', { name: 'Name in English' }), ' twice')
    nameEn = 'Rung up'
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Someone else changed this')).toBeDefined()
    server.use(reply(statusRoutes.change, { success: true, status: asPlain(CALLED) }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.sentTo(statusRoutes.change).map(({ body }) => body)).toEqual([
        { nameEn: 'Called twice', expected: { nameEn: 'Called' } },
        { nameEn: 'Called twice', expected: { nameEn: 'Rung up' } },
      ]),
    )
  })

  it('is the beginning of new leads, where it may be', async () => {
    const { user, server } = await open([
      list(),
      reply(statusRoutes.change, { success: true, status: asPlain(CALLED) }),
    ])
    const ofLost = await menuOf(user, 'Not relevant')
    const refused = ofLost.getByRole('menuitem', { name: /Default for new leads/ })
    expect(refused.textContent).toContain('A won or lost status cannot be the default')
    expect(refused.hasAttribute('disabled') || refused.getAttribute('data-disabled')).toBeTruthy()
    await user.keyboard('{Escape}')
    await user.click((await menuOf(user, 'Called')).getByRole('menuitem', { name: /Default for new leads/ }))
    expect(await screen.findByText('Called is now the default for new leads')).toBeDefined()
    expect(server.sentTo(statusRoutes.change)[0]?.body).toEqual({ isDefault: true })
  })

  it('is deleted: says how many leads have it, and asks where they go', async () => {
    const { user, server } = await open([
      list(),
      reply(statusRoutes.remove, { success: true, leads: 86, operationId: idOf(6) }),
    ])
    const kept = (await menuOf(user, 'New')).getByRole('menuitem', { name: /Delete/ })
    expect(kept.textContent).toContain('It is the default for new leads')
    await user.keyboard('{Escape}')
    await user.click((await menuOf(user, 'Called')).getByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('84 leads')).toBeDefined()
    expect(dialog.getByText('And 2 leads in the trash')).toBeDefined()
    const go = dialog.getByRole('button', { name: 'Delete and move' })
    expect(go.hasAttribute('disabled')).toBe(true)
    await user.click(dialog.getByRole('combobox', { name: 'Move them to' }))
    const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    expect(options).toEqual(['New', 'Meeting', 'Not relevant'])
    await user.click(screen.getByRole('option', { name: 'Meeting' }))
    await user.click(go)
    expect(await screen.findByText('Called was deleted, 86 leads are moved')).toBeDefined()
    expect(server.sentTo(statusRoutes.remove)[0]).toMatchObject({
      params: { id: CALLED._id },
      body: { replacement: MET._id },
    })
  })
})

describe('starter sets', () => {
  it('are offered for an untouched list, shown, and taken', async () => {
    const { user, server } = await open([
      list({ sets: [general, legal] }),
      reply(statusRoutes.start, { success: true, statuses: [asPlain(FRESH)] }),
    ])
    await user.click(await screen.findByRole('combobox', { name: 'Choose an industry' }))
    await user.click(await screen.findByRole('option', { name: 'Legal' }))
    expect(await screen.findByText('Conflict check')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Use these' }))
    expect(await screen.findByText('The statuses for Legal were added')).toBeDefined()
    expect(server.sentTo(statusRoutes.start)[0]?.body).toEqual({ set: 'legal' })
  })

  it('are not offered once the list was changed', async () => {
    await open([list()])
    await rows()
    expect(screen.queryByRole('combobox', { name: 'Choose an industry' })).toBeNull()
  })
})
