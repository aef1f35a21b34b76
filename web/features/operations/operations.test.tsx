import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Operation, operationRoutes } from '#contract/leads/operations.ts'
import type { Role } from '#contract/roles.ts'
import { paths } from '../../lib/paths.ts'
import { aSession, BUSINESS_ID, USER_ID } from '../../testing/fakes.ts'
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
  await screen.findByText('No bulk actions yet')
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

test('undo begins, and says so', async () => {
  const page = await open([
    list(anOperation(1)),
    reply(operationRoutes.undo, { success: true, operation: anOperation(2, { kind: 'undo' }) }),
  ])
  page.server.use(list(anOperation(1, { canUndo: false, undoneBy: idOf(2) })))
  await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Undo started')
  await screen.findByText('Undone')
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
  await screen.findByRole('heading', { name: 'פעולות מרוכזות', level: 1 })
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
  await screen.findByText('No bulk actions yet')
})
