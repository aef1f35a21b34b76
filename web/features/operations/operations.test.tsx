import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bulkMessageRoutes } from '#contract/leads/conversations/bulk-messages.ts'
import { type Operation, operationRoutes, type UndoPreview } from '#contract/leads/operations.ts'
import type { Role } from '#contract/roles.ts'
import { paths } from '../../lib/paths.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../testing/fakes.ts'
import { idOf } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { OperationsPage } from './operations-page.tsx'

const anOperation = (number: number, changes: Partial<Operation> = {}): Operation => ({
  _id: idOf(number),
  kind: 'status',
  undoes: null,
  subject: 'נסגר',
  tags: null,
  lead: null,
  fields: [],
  author: { _id: USER_ID, name: 'שירה', image: null },
  state: 'done',
  total: 1_284,
  done: 1_284,
  skipped: 0,
  error: null,
  undoneBy: null,
  canUndo: true,
  canCancel: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  startedAt: '2026-11-20T10:00:00.000Z',
  finishedAt: '2026-11-20T10:00:03.000Z',
  ...changes,
})
const list = (...operations: Operation[]) =>
  reply(operationRoutes.list, {
    success: true,
    operations,
    pagination: { page: 1, limit: 10, total: operations.length, totalIsExact: true, pages: 1 },
  })
const open = (replies: ReturnType<typeof reply>[], { role = 'Owner' as Role, language = 'en' as 'en' | 'he' } = {}) =>
  renderPage(<OperationsPage />, {
    path: paths.operations(BUSINESS_ID),
    replies,
    session: aSession({ role }),
    language,
  })

test('explains itself while there is none', async () => {
  await open([list()])
  await screen.findByText('No actions yet')
  expect(screen.getByRole('link', { name: 'Go to leads' }).getAttribute('href')).toBe(paths.leads(BUSINESS_ID))
})

test('says what was done, by whom, to how many', async () => {
  await open([
    list(
      anOperation(1),
      anOperation(2, { kind: 'assign', subject: null }),
      anOperation(3, { kind: 'tag', subject: null, tags: { add: ['חם'], remove: ['Old'] } }),
      anOperation(4, { kind: 'undo', undoes: { _id: idOf(1), kind: 'delete' }, subject: null, canUndo: false }),
      anOperation(5, { state: 'failed', error: 'internal', done: 1, canUndo: true }),
    ),
  ])
  const rows = await screen.findAllByRole('listitem')
  expect(rows).toHaveLength(5)
  const [status, assign, tag, undo, failed] = rows.map((row) => within(row as HTMLElement))
  expect(status?.getByRole('heading').textContent).toBe('Status: נסגר')
  status?.getByText('שירה')
  status?.getByText('1,284 leads changed')
  assign?.getByText('Unassigned')
  tag?.getByTitle('Added')
  tag?.getByTitle('Removed')
  undo?.getByText('Move to the trash undone')
  expect(undo?.queryByRole('button', { name: 'Undo' })).toBeNull()
  failed?.getByText('Failed')
  failed?.getByText('An unexpected error occurred.')
  failed?.getByText('One lead changed')
})

test('a running one shows how far it is, is asked for again, and can be stopped', async () => {
  const running = anOperation(1, { state: 'running', done: 300, skipped: 21, canUndo: false, canCancel: true })
  const page = await open([list(running), reply(operationRoutes.cancel, { success: true, operation: running })])
  await screen.findByText('321 of 1,284')
  page.server.use(list(anOperation(1, { done: 1_200, skipped: 84 })))
  await screen.findByText(/1,200 leads changed/, undefined, { timeout: 3_000 })
  page.server.use(list(running))
  await page.queryClient.invalidateQueries()
  await page.user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(page.server.sentTo(operationRoutes.cancel)).toHaveLength(1))
})

const preview = (given: Partial<UndoPreview>) =>
  reply(operationRoutes.preview, {
    success: true,
    restored: 1,
    left: [],
    leftCount: 0,
    changes: {},
    ownFields: {},
    ...given,
  })

test('undo says first what it restores and what stays, then undoes', async () => {
  const left = [{ leadId: idOf(7), name: 'דנה', reason: 'changed_since' as const }]
  const undone = anOperation(2, { kind: 'undo', done: 1_283, skipped: 1 })
  const page = await open([
    list(anOperation(1)),
    preview({ restored: 1_283, left, leftCount: 1 }),
    reply(operationRoutes.undo, { success: true, operation: undone }),
    reply(operationRoutes.get, { success: true, operation: undone, left, leftCount: 1 }),
  ])
  await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo this action?' }))
  await dialog.findByText('1,283 leads will be restored')
  dialog.getByText('One lead stays as it is')
  dialog.getByText(/changed in the meantime/)
  expect(page.server.sentTo(operationRoutes.undo)).toHaveLength(0)
  page.server.use(list(anOperation(1, { canUndo: false, undoneBy: idOf(2) })))
  await page.user.click(dialog.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone in part: what was changed since stays')
  await screen.findByText('Undone')
})

test('messages can be stopped only while some of them wait', async () => {
  const fates = (...states: ('delivered' | 'waiting')[]) =>
    reply(bulkMessageRoutes.fates, {
      success: true,
      counts: states.map((state) => ({ state, reason: null, count: 3 })),
      messages: [],
      pagination: { page: 1, limit: 25, total: 3, totalIsExact: true, pages: 1 },
    })
  const page = await open([
    list(anOperation(1, { kind: 'message', subject: null, done: 6, total: 6 })),
    fates('delivered', 'waiting'),
    preview({ restored: 3, left: [{ leadId: idOf(7), name: 'דנה', reason: 'changed_since' }], leftCount: 1 }),
  ])
  await page.user.click(await screen.findByRole('button', { name: 'Stop what is not sent yet' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop what is not sent yet?' }))
  await dialog.findByText('3 messages will be stopped')
  expect(dialog.queryByText(/changed in the meantime/)).toBeNull()
})

test('delivered messages offer no undo', async () => {
  const page = await open([
    list(anOperation(1, { kind: 'message', subject: null, done: 6, total: 6 })),
    reply(bulkMessageRoutes.fates, {
      success: true,
      counts: [{ state: 'delivered', reason: null, count: 6 }],
      messages: [],
      pagination: { page: 1, limit: 25, total: 6, totalIsExact: true, pages: 1 },
    }),
  ])
  await waitFor(() => expect(page.server.sentTo(bulkMessageRoutes.fates)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /Undo|Stop what/ })).toBeNull()
})

test('the undo of an edit names its lead and each field', async () => {
  const lead = { _id: idOf(7), name: 'דנה', campaignId: CAMPAIGN_ID }
  const page = await open([
    list(
      anOperation(1, {
        kind: 'edit',
        subject: null,
        lead,
        fields: ['statusId', 'value', 'fields.city'],
        total: 1,
        done: 1,
      }),
    ),
    preview({
      restored: 0,
      left: [{ leadId: idOf(7), name: 'דנה', reason: 'changed_since', fields: ['statusId'] }],
      leftCount: 1,
      changes: { value: [900_000, null], 'fields.city': ['Haifa', null] },
      ownFields: { 'fields.city': { name: 'City', type: 'text' } },
    }),
  ])
  await screen.findByRole('heading', { name: 'Edit: status, value, an own field' })
  expect(screen.getByRole('link', { name: 'דנה' }).getAttribute('href')).toBe(
    paths.lead(BUSINESS_ID, CAMPAIGN_ID, idOf(7)),
  )
  await page.user.click(screen.getByRole('button', { name: 'Undo' }))
  const dialog = within(await screen.findByRole('dialog'))
  const [value, city, kept] = (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(value).toMatch(/^value.*9,000.*—$/)
  expect(city).toBe('CityHaifa—')
  expect(kept).toBe('status – changed in the meantime')
  expect((dialog.getByRole('button', { name: 'Undo' }) as HTMLButtonElement).disabled).toBe(false)
})

test('an undo that would restore nothing cannot be started', async () => {
  const page = await open([list(anOperation(1)), preview({ restored: 0 })])
  await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('There is nothing left to restore.')
  expect((dialog.getByRole('button', { name: 'Undo' }) as HTMLButtonElement).disabled).toBe(true)
})

test('the list can be limited to acts on one lead', async () => {
  const page = await open([list(anOperation(1))])
  await screen.findByText('1,284 leads changed')
  await page.user.click(screen.getByRole('radio', { name: 'One lead' }))
  await waitFor(() => expect(page.server.sentTo(operationRoutes.list).at(-1)?.query).toMatchObject({ of: 'one' }))
})

test('names the leads that were left as they were, and why', async () => {
  const operation = anOperation(1, { done: 1_000, skipped: 284 })
  const page = await open([
    list(operation),
    reply(operationRoutes.get, {
      success: true,
      operation,
      left: [
        { leadId: idOf(7), name: 'דנה', reason: 'changed_since' },
        { leadId: idOf(8), name: '', reason: 'gone' },
      ],
      leftCount: 2,
    }),
  ])
  await page.user.click(await screen.findByRole('button', { name: '284 skipped' }))
  await screen.findByText(/changed in the meantime/)
  screen.getByText(/A lead that is hidden or erased/)
  screen.getByText('282 unchanged')
})

test('in Hebrew', async () => {
  await open([list(anOperation(1, { skipped: 2 }))], { language: 'he' })
  await screen.findByRole('heading', { name: 'פעולות רקע', level: 1 })
  await screen.findByText('1,284 לידים השתנו', { exact: false })
  screen.getByRole('button', { name: 'ביטול הפעולה' })
})

test('a member without bulk rights learns who can change that; others see their own', async () => {
  await open([], { role: 'Writer' })
  await screen.findByText(/permission/i)
})

test('what failed to load can be asked for again', async () => {
  const page = await open([refusal(operationRoutes.list, 500, 'internal', { message: 'Broken' })])
  await screen.findByText('Broken')
  page.server.use(list())
  await page.user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No actions yet')
})
