import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { leadFieldRoutes } from '#contract/lead-fields/lead-fields.ts'
import { type ImportRow, type LeadImport, leadImportRoutes } from '#contract/leads/sheets/lead-import.ts'
import type { Role } from '#contract/roles.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import { NOAM, surroundings } from '../../../testing/lead-fakes.ts'
import { ownFieldsReply, SIZE } from '../../../testing/lead-field-fakes.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { reply } from '../../../testing/replies.ts'

const ID = '01980000-0000-7000-8000-00000000aaaa'
const aColumn = (title: string, more = {}) => ({
  ...{ title, samples: ['x'], isSensitive: false, suggested: null, fieldType: 'text' as const, dateOrders: [] },
  ...more,
})
const file: LeadImport = {
  ...{ _id: ID, name: 'leads.csv', format: 'csv', rows: 4, state: 'draft', operationId: null },
  columns: [aColumn('Customer'), aColumn('Mobile'), aColumn('Area', { samples: ['80'], fieldType: 'number' })],
  settings: {
    ...{ mode: 'create', key: 'phone', campaignId: CAMPAIGN_ID, columns: ['name', 'phone', null], values: {} },
    ...{ defaults: {}, dateOrder: 'dmy', notifies: false },
  },
  ...{ counts: { create: 0, update: 0, join: 0, left: 0 }, canUndo: false, isUndone: false, author: NOAM },
  createdAt: '2026-11-22T10:00:00Z',
}
const aRow = (row: number, more: Partial<ImportRow> = {}): ImportRow => ({
  ...{ row, fate: 'left', name: `Row ${row}`, contact: '', reason: 'invalid_phone', column: 1, value: '052-73' },
  ...{ joins: null, lead: null },
  ...more,
})

type Options = { step?: string; role?: Role; narrow?: boolean; shown?: LeadImport }
function open({ step = 'check', role = 'Owner', narrow = false, shown = file }: Options = {}) {
  const checked = {
    success: true as const,
    counts: { create: 1, update: 0, join: 1, left: 2 },
    rows: {
      create: [aRow(2, { fate: 'create', reason: null, column: null })],
      update: [],
      join: [aRow(3, { fate: 'join', reason: null, column: null, joins: 2 })],
      left: [aRow(4), aRow(5)],
    },
  }
  return openApp(`/b/${BUSINESS_ID}/leads/import?id=${ID}&step=${step}`, {
    session: aSession({ role }),
    narrow,
    replies: [
      reply(leadImportRoutes.correct, { success: true }),
      reply(leadImportRoutes.values, { success: true, values: [] }),
      reply(leadImportRoutes.check, checked),
      reply(leadImportRoutes.change, ({ body }) => ({
        success: true as const,
        import: { ...file, settings: body as LeadImport['settings'] },
      })),
      reply(leadImportRoutes.get, { success: true, import: shown }),
      reply(leadFieldRoutes.create, { success: true, field: SIZE }),
      ...surroundings(role),
      ownFieldsReply([SIZE]),
    ],
  })
}

test('without a campaign for the new leads it does not go on, and says beside the field why', async () => {
  const { user, router } = await open({ step: 'what', shown: { ...file, settings: null } })
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await screen.findByText('Please select campaign')
  expect(router.state.location.search).not.toHaveProperty('step', 'columns')
  await user.click(screen.getByRole('combobox', { name: /Campaign/ }))
  await user.click(await screen.findByRole('option', { name: 'Facebook Q4' }))
  expect(screen.queryByText('Please select campaign')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('combobox', { name: 'Field for the column Area' })
})

test('a failing cell is corrected in place, by the keyboard alone', async () => {
  const { user, server } = await open()
  const [first, second] = await screen.findAllByLabelText(/^Mobile in row/)
  await user.click(first as HTMLElement)
  await user.clear(first as HTMLElement)
  await user.keyboard('054-123-4567{Enter}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('1{Escape}')
  expect((second as HTMLInputElement).value).toBe('052-73')
  await waitFor(() =>
    expect(server.sentTo(leadImportRoutes.correct)).toMatchObject([
      { body: { row: 4, column: 1, value: '054-123-4567' } },
    ]),
  )
  await waitFor(() => expect(server.sentTo(leadImportRoutes.check)).toHaveLength(2))
})

test('each figure opens its rows', async () => {
  const { user } = await open()
  const figures = await screen.findByRole('region', { name: 'Rows by outcome' })
  await user.click(await within(figures).findByRole('button', { name: /More of the same person/ }))
  await screen.findByText('Joins row 2')
})

test('a column becomes a new field only once its form is sent', async () => {
  const { user, server } = await open({ step: 'columns' })
  await user.click(await screen.findByRole('combobox', { name: 'Field for the column Area' }))
  await user.click(await screen.findByRole('option', { name: 'New field' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findAllByDisplayValue('Area')
  expect(server.sentTo(leadFieldRoutes.create)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Add and choose' }))
  await waitFor(() =>
    expect(server.sentTo(leadFieldRoutes.create)).toMatchObject([{ body: { nameEn: 'Area', type: 'number' } }]),
  )
  await waitFor(() =>
    expect(server.sentTo(leadImportRoutes.change).at(-1)).toMatchObject({
      body: { columns: ['name', 'phone', `fields.${SIZE.key}`] },
    }),
  )
})

test('who may not define fields adds none', async () => {
  const { user } = await open({ step: 'columns', role: 'Admin' })
  await user.click(await screen.findByRole('combobox', { name: 'Field for the column Area' }))
  await screen.findByRole('option', { name: 'Email' })
  expect(screen.queryByRole('option', { name: 'New field' })).toBeNull()
})
