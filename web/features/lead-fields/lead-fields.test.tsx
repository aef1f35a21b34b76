import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FieldUsage, leadFieldRoutes, type OptionRemoval } from '#contract/lead-fields/lead-fields.ts'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import type { Role } from '#contract/roles.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { ATTEMPTING, idOf, surroundings } from '../../testing/lead-fakes.ts'
import { aField, BATHROOM, BUDGET, KITCHEN, ownFieldsReply, SIZE, WHOLE, WORK } from '../../testing/lead-field-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'
import { LeadFieldsPage } from './lead-fields-page.tsx'

type Settings = { usage?: FieldUsage[]; sampled?: number } & Partial<{
  deleted: { field: OwnField; deletedAt: string; until: string }[]
  removals: OptionRemoval[]
  sets: { name: 'renovation'; fields: Pick<OwnField, 'nameHe' | 'nameEn' | 'type' | 'unit' | 'options'>[] }[]
}>
const usage = (field: OwnField, changes: Partial<FieldUsage> = {}): FieldUsage => ({
  _id: field._id,
  filled: 0,
  hasValues: false,
  forms: [],
  ...changes,
})
const form = { _id: idOf(77), name: 'Contact page', campaignId: CAMPAIGN_ID, campaignName: 'Kitchens' }
const settings = (given: Settings = {}) =>
  reply(leadFieldRoutes.settings, {
    success: true,
    usage: [],
    sampled: 0,
    deleted: [],
    removals: [],
    sets: [],
    ...given,
  })
const changed = (field: OwnField) =>
  reply(leadFieldRoutes.change, { success: true, field, leads: 0, operationId: null })
const open = (replies: FakeReply[], role: Role = 'Owner') =>
  renderPage(<LeadFieldsPage />, {
    path: `/b/${BUSINESS_ID}/settings/lead-fields`,
    route: '/b/$businessId/settings/lead-fields',
    replies: [...surroundings(), ownFieldsReply([WORK, SIZE, BUDGET]), settings(), ...replies],
    session: aSession({ role }),
  })
type User = Awaited<ReturnType<typeof open>>['user']
const names = async () =>
  within(await screen.findByRole('list', { name: 'Lead fields' }))
    .getAllByRole('button', { name: /^Edit field / })
    .map(({ textContent }) => textContent)
const menuOf = async (user: User, name: string) => {
  await user.click(await screen.findByRole('button', { name: `More about ${name}` }))
  return within(await screen.findByRole('menu'))
}
const drawer = async () => within(await screen.findByRole('dialog'))

describe('the list of fields', () => {
  it('shows each with type, options, how many open leads have it, and where it is used', async () => {
    const { user } = await open([
      ownFieldsReply([{ ...WORK, campaignIds: [CAMPAIGN_ID], requiredAt: [ATTEMPTING._id] }, SIZE]),
      settings({ usage: [usage(WORK, { filled: 78, forms: [form] }), usage(SIZE)], sampled: 100 }),
    ])
    const [work, size] = within(await screen.findByRole('list', { name: 'Lead fields' })).getAllByRole('listitem')
    for (const words of ['Kind of work', 'סוג עבודה', 'Choice', 'Kitchen, Bathroom, Whole flat', '78%', 'Required'])
      expect(work?.textContent).toContain(words)
    for (const words of ['Number, m²', '0%', 'All campaigns']) expect(size?.textContent).toContain(words)
    await screen.findByText('2 of 50')
    await user.click(screen.getByRole('button', { name: /^Where Kind of work is used: 1 campaign · 1 form/ }))
    const link = await screen.findByRole('menuitem', { name: 'Contact page · Kitchens' })
    expect(link.getAttribute('href')).toContain(form._id)
  })

  it('is an Owner’s', async () => {
    await open([], 'Admin')
    expect(await screen.findByText(/permission/i)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add a field' })).toBeNull()
  })

  it.each([
    [44, '44 of 50', false],
    [45, '45 of 50 · room for 5 more', false],
    [50, '50 of 50 · 50 is the most a business can have', true],
  ])('says near the limit how many may follow, and at it no more: %i', async (count, words, isFull) => {
    await open([ownFieldsReply(Array.from({ length: count }, (_, at) => aField(at, { isArchived: at > 0 })))])
    const add = await screen.findByRole('button', { name: 'Add a field' })
    expect(add.hasAttribute('disabled')).toBe(isFull)
    expect(document.body.textContent).toContain(words)
    expect(document.body.textContent?.includes('room for')).toBe(count === 45)
  })

  it('is ordered with the arrow keys on the handle, with Alt in a row, and to the top; each can be undone', async () => {
    const { user, server } = await open([reply(leadFieldRoutes.order, { success: true, order: [] })])
    const sent = () => server.sentTo(leadFieldRoutes.order).map(({ body }) => body)
    const handle = await screen.findByRole('button', { name: /^Move Size/ })
    handle.focus()
    await user.keyboard('{ArrowUp}')
    await screen.findByText('Size is now in position 1 of 3')
    await waitFor(() => expect(sent()).toEqual([{ fieldId: SIZE._id, before: WORK._id }]))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent()[1]).toEqual({ fieldId: SIZE._id, before: BUDGET._id }))
    screen.getByRole('button', { name: 'Edit field Kind of work' }).focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(sent()[2]).toEqual({ fieldId: WORK._id, before: BUDGET._id }))
    await user.click((await menuOf(user, 'Budget')).getByRole('menuitem', { name: 'Move to top' }))
    await waitFor(() => expect(sent()).toHaveLength(4))
    expect(sent()[3]).toMatchObject({ fieldId: BUDGET._id })
    expect(await names()).toHaveLength(3)
  })

  it('shows how far an option is replaced in leads', async () => {
    await open([
      settings({
        removals: [{ operationId: idOf(5), fieldId: WORK._id, options: { kitchen: 'whole' }, total: 2_000, done: 500 }],
      }),
    ])
    await screen.findByText('In leads, Kitchen is replaced by Whole flat')
    await screen.findByText('500 of 2,000')
  })
})

describe('a field', () => {
  it('is added: a choice with options in both languages', { timeout: 60_000 }, async () => {
    const { user, server } = await open([reply(leadFieldRoutes.create, { success: true, field: WORK })])
    await user.click(await screen.findByRole('button', { name: 'Add a field' }))
    const form = await drawer()
    await user.type(await form.findByRole('textbox', { name: 'Name in English' }), 'Kind')
    await user.click(form.getByRole('combobox', { name: 'Type' }))
    await user.click(await screen.findByRole('option', { name: 'Choice' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findAllByText('This field is required')).toHaveLength(3)
    await user.type(form.getByRole('textbox', { name: 'Name in Hebrew' }), 'סוג עבודה')
    await user.type(form.getByRole('textbox', { name: 'Option 1 in English' }), 'Kitchen')
    await user.type(form.getByRole('textbox', { name: 'Option 1 in Hebrew' }), 'מטבח')
    await user.click(form.getByRole('button', { name: 'Add an option' }))
    await user.type(form.getByRole('textbox', { name: 'Option 2 in English' }), 'Bathroom')
    await user.type(form.getByRole('textbox', { name: 'Option 2 in Hebrew' }), 'חדר רחצה')
    form.getByRole('button', { name: /^Move Bathroom/ }).focus()
    await user.keyboard('{ArrowUp}')
    await user.click(form.getByRole('combobox', { name: 'Required at statuses' }))
    await user.click(await screen.findByRole('option', { name: 'Attempting' }))
    await user.click(form.getByRole('switch', { name: /^Personal data/ }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await screen.findByText('Field added')
    expect(server.sentTo(leadFieldRoutes.create)[0]?.body).toEqual({
      ...{ nameHe: 'סוג עבודה', nameEn: 'Kind', helpText: '', type: 'choice', unit: null, isDecimal: false },
      options: [
        { nameHe: 'חדר רחצה', nameEn: 'Bathroom' },
        { nameHe: 'מטבח', nameEn: 'Kitchen' },
      ],
      ...{ isRequired: false, requiredAt: [ATTEMPTING._id], default: null, campaignIds: null, group: null },
      isPersonal: true,
    })
  })

  it('is changed in what was touched alone, with what one saw of it', async () => {
    const { user, server } = await open([changed(SIZE)])
    await user.click(await screen.findByRole('button', { name: 'Edit field Size' }))
    const form = await drawer()
    const unit = await form.findByRole('textbox', { name: 'Unit' })
    await user.clear(unit)
    await user.type(unit, 'dunam')
    await user.type(form.getByRole('textbox', { name: /^Default/ }), '12.5')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText('Enter a whole number')
    await user.click(form.getByRole('switch', { name: 'Digits after the decimal point' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await screen.findByText('Field saved')
    expect(server.sentTo(leadFieldRoutes.change)[0]).toMatchObject({
      params: { id: SIZE._id },
      body: {
        unit: 'dunam',
        isDecimal: true,
        default: 12.5,
        expected: { unit: 'm²', isDecimal: false, default: null },
      },
    })
  })

  it('keeps its type once leads have values, but for the change that keeps them', async () => {
    const { user } = await open([settings({ usage: [usage(WORK, { hasValues: true })] })])
    await user.click(await screen.findByRole('button', { name: 'Edit field Kind of work' }))
    const form = await drawer()
    await form.findByText('Leads have values, so the type can only become: Several choices')
    await user.click(form.getByRole('combobox', { name: 'Type' }))
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    expect(offered).toEqual(['Choice', 'Several choices'])
  })

  it('of a choice: an option is renamed, a removed one is replaced in the leads that have it', async () => {
    const { user, server } = await open([
      settings({ usage: [usage(WORK, { hasValues: true })] }),
      reply(leadFieldRoutes.change, { success: true, field: WORK, leads: 86, operationId: idOf(6) }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Edit field Kind of work' }))
    const form = await drawer()
    await user.type(await form.findByRole('textbox', { name: 'Option 1 in English' }), 's')
    await user.click(form.getByRole('button', { name: 'Remove Bathroom' }))
    await user.click(await form.findByRole('combobox', { name: 'Leads that have Bathroom get' }))
    await user.click(await screen.findByRole('option', { name: 'Whole flat' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await screen.findByText('Field saved; the option is replaced in 86 leads')
    expect(server.sentTo(leadFieldRoutes.change)[0]?.body).toEqual({
      options: [{ ...KITCHEN, nameEn: 'Kitchens' }, WHOLE],
      replacements: { bathroom: 'whole' },
      expected: { options: [KITCHEN, BATHROOM, WHOLE] },
    })
  })

  it('shows beside the name that another has it', async () => {
    const message = 'Another field already has this name'
    const { user } = await open([
      refusal(leadFieldRoutes.change, 422, 'invalid_input', { issues: [{ path: 'nameEn', message }] }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Edit field Size' }))
    const form = await drawer()
    await user.type(await form.findByRole('textbox', { name: 'Name in English' }), ' two')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText(message)
  })

  it('that another has changed meanwhile is changed with the second Save', async () => {
    let nameEn = 'Size'
    const { user, server } = await open([
      reply(leadFieldRoutes.list, () => ({ success: true as const, fields: [{ ...SIZE, nameEn }] })),
      refusal(leadFieldRoutes.change, 409, 'changed_meanwhile', { message: 'Someone else changed this' }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Edit field Size' }))
    const form = await drawer()
    await user.type(await form.findByRole('textbox', { name: 'Name in English' }), ' two')
    nameEn = 'Area'
    await user.click(form.getByRole('button', { name: 'Save' }))
    await screen.findByText('Someone else changed this')
    server.use(changed(SIZE))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.sentTo(leadFieldRoutes.change).map(({ body }) => body)).toEqual([
        { nameEn: 'Size two', expected: { nameEn: 'Size' } },
        { nameEn: 'Size two', expected: { nameEn: 'Area' } },
      ]),
    )
  })

  it('is archived, which can be undone, and brought back later', async () => {
    const { user, server } = await open([
      ownFieldsReply([WORK, { ...SIZE, isArchived: true }]),
      changed({ ...WORK, isArchived: true }),
    ])
    await user.click((await menuOf(user, 'Kind of work')).getByRole('menuitem', { name: 'Archive' }))
    await screen.findByText('Kind of work was archived')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    const archived = within(screen.getByRole('list', { name: 'Archived' }))
    await user.click(archived.getByRole('button', { name: 'Bring back Size' }))
    await waitFor(() =>
      expect(server.sentTo(leadFieldRoutes.change).map(({ params, body }) => [params.id, body])).toEqual([
        [WORK._id, { isArchived: true }],
        [WORK._id, { isArchived: false }],
        [SIZE._id, { isArchived: false }],
      ]),
    )
  })

  it('is deleted, which can be undone; one that a form asks for names the form instead', async () => {
    const until = '2027-01-05T10:00:00.000Z'
    const { user, server } = await open([
      settings({ usage: [usage(WORK, { forms: [form] }), usage(SIZE, { hasValues: true })] }),
      reply(leadFieldRoutes.remove, { success: true, deleted: { field: SIZE, deletedAt: until, until } }),
      reply(leadFieldRoutes.restore, { success: true, field: SIZE }),
    ])
    await user.click((await menuOf(user, 'Kind of work')).getByRole('menuitem', { name: 'Delete' }))
    const refused = await drawer()
    expect((await refused.findByRole('link', { name: 'Contact page' })).getAttribute('href')).toContain(form._id)
    expect(refused.queryByRole('button', { name: 'Delete' })).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click((await menuOf(user, 'Size')).getByRole('menuitem', { name: 'Delete' }))
    const dialog = await drawer()
    await dialog.findByText('It can be restored for 30 days.')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findByText('The field Size was deleted')
    expect(server.sentTo(leadFieldRoutes.remove)[0]?.params).toEqual({ id: SIZE._id })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(server.sentTo(leadFieldRoutes.restore)[0]?.params).toEqual({ id: SIZE._id }))
  })

  it('that was deleted is restored from the list of deleted ones', async () => {
    const { user, server } = await open([
      ownFieldsReply([WORK]),
      settings({
        deleted: [{ field: SIZE, deletedAt: '2026-12-06T10:00:00.000Z', until: '2027-01-05T10:00:00.000Z' }],
      }),
      reply(leadFieldRoutes.restore, { success: true, field: SIZE }),
    ])
    await screen.findByText('Can be restored until 5 Jan 2027')
    await user.click(screen.getByRole('button', { name: 'Restore Size' }))
    await screen.findByText('Size is back with its values')
    expect(server.sentTo(leadFieldRoutes.restore)[0]?.params).toEqual({ id: SIZE._id })
  })
})

describe('starter sets', () => {
  const { nameHe, nameEn, type, unit, options } = SIZE
  const set = { name: 'renovation' as const, fields: [{ nameHe, nameEn, type, unit, options }, { ...WORK }] }

  it('are the beginning of a business without fields: shown, then taken', async () => {
    const { user, server } = await open([
      ownFieldsReply([]),
      settings({ sets: [set] }),
      reply(leadFieldRoutes.start, { success: true, fields: [WORK, SIZE] }),
    ])
    await screen.findByText('No fields of your own yet')
    await user.click(screen.getByRole('combobox', { name: 'Choose an industry' }))
    await user.click(await screen.findByRole('option', { name: 'Renovation' }))
    const preview = within(await screen.findByRole('list', { name: 'What will be added' }))
    preview.getByText('Kind of work')
    preview.getByText('Size')
    await user.click(screen.getByRole('button', { name: 'Add 2 fields' }))
    await screen.findByText('The fields for Renovation were added')
    expect(server.sentTo(leadFieldRoutes.start)[0]?.body).toEqual({ set: 'renovation' })
  })

  it('say which of their fields are there already', async () => {
    const { user } = await open([ownFieldsReply([SIZE]), settings({ sets: [set] })])
    await user.click(await screen.findByRole('combobox', { name: 'Choose an industry' }))
    await user.click(await screen.findByRole('option', { name: 'Renovation' }))
    const preview = within(await screen.findByRole('list', { name: 'What will be added' }))
    preview.getByText('Already there')
    await screen.findByRole('button', { name: 'Add one field' })
  })
})
