import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fileRoutes, type LeadFile } from '#contract/files/files.ts'
import { FILE_MAX_BYTES } from '#contract/files/terms.ts'
import { FakeXhr } from '../../testing/fake-xhr.ts'
import { BUSINESS_ID, USER_ID } from '../../testing/fakes.ts'
import { idOf } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { LeadFiles } from './lead-files.tsx'

const LEAD_ID = idOf(1001)
const aLeadFile = (number: number, changes: Partial<LeadFile> = {}): LeadFile => ({
  _id: idOf(number),
  leadId: LEAD_ID,
  name: `plan-${number}.pdf`,
  bytes: 2_621_440,
  type: 'application/pdf',
  kind: 'pdf',
  preview: 'pdf',
  thumbnail: null,
  by: { _id: USER_ID, name: 'Shira', image: null },
  createdAt: '2026-11-20T10:00:00.000Z',
  mayDelete: true,
  ...changes,
})
const chosen = (name: string, size = 3) => Object.defineProperty(new File(['abc'], name), 'size', { value: size })

async function open(files: LeadFile[] = [], { mayAdd = true } = {}) {
  const listed = [...files]
  const page = await renderPage(<LeadFiles businessId={BUSINESS_ID} leadId={LEAD_ID} />, {
    path: `/b/${BUSINESS_ID}`,
    replies: [
      reply(fileRoutes.list, () => ({
        success: true,
        files: [...listed],
        used: { bytes: 1024 ** 3, limit: 10 * 1024 ** 3 },
        mayAdd,
      })),
      reply(fileRoutes.add, ({ body }) => {
        const file = aLeadFile(50 + listed.length, { name: ((body as FormData).get('file') as File).name })
        listed.push(file)
        return { success: true, file }
      }),
      reply(fileRoutes.remove, () => {
        listed.splice(0)
        return { success: true }
      }),
      reply(fileRoutes.restore, () => {
        listed.push(...files)
        return { success: true, file: files[0] as LeadFile }
      }),
    ],
  })
  await screen.findByText(/All files of the business/)
  const choose = (...added: File[]) =>
    fireEvent.change(screen.getByLabelText('Add files', { selector: 'input' }), { target: { files: added } })
  return { ...page, choose }
}
beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeXhr))

test('shows each file with its size and who added it, and how much the business uses', async () => {
  await open([
    aLeadFile(1),
    aLeadFile(2, { name: 'bomb.png', kind: 'image', type: 'image/png', preview: 'too_large', mayDelete: false }),
  ])
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toMatch(/plan-1\.pdf.*2\.5 MB.*Shira/)
  expect(second?.textContent).toContain('The picture is too large for a preview.')
  expect(within(second as HTMLElement).queryByRole('button', { name: 'Delete bomb.png' })).toBeNull()
  expect(screen.getByText(/1 GB.* of .*10 GB/)).toBeTruthy()
})

test('sends several files, each once with a key of its own, and lists them', async () => {
  const { choose, server } = await open()
  choose(chosen('a.txt'), chosen('b.txt'), chosen('c.txt'))
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Download/ })).toHaveLength(3))
  const keys = server.sentTo(fileRoutes.add).map(({ headers }) => headers.get('idempotency-key'))
  expect([keys.length, new Set(keys).size]).toEqual([3, 3])
  expect(server.sentTo(fileRoutes.add)[0]?.headers.get('x-business-id')).toBe(BUSINESS_ID)
})

test('a file that is too large or empty is not sent at all', async () => {
  const { choose, server, user } = await open()
  choose(chosen('large.mov', FILE_MAX_BYTES + 1), chosen('empty.txt', 0))
  expect(await screen.findByText('The file is too large. The limit is 25 MB')).toBeTruthy()
  expect(screen.getByText('The file is empty')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  for (const name of ['large.mov', 'empty.txt'])
    await user.click(screen.getByRole('button', { name: `Remove ${name} from the list` }))
  expect(server.sentTo(fileRoutes.add)).toEqual([])
})

test('a failed upload is tried again under the same key; a refused file is not', async () => {
  const { choose, server, user } = await open()
  server.use(refusal(fileRoutes.add, 503, 'busy', { message: 'Busy' }))
  choose(chosen('a.txt'))
  await screen.findByText('Busy')
  server.use(refusal(fileRoutes.add, 415, 'file_type_refused', { message: 'Refused' }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Refused')
  const [first, second] = server.sentTo(fileRoutes.add).map(({ headers }) => headers.get('idempotency-key'))
  expect(second).toBe(first)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove a.txt from the list' }))
  expect(screen.queryByText('a.txt')).toBeNull()
})

test('an upload says how much was sent, and can be cancelled', async () => {
  const { choose, server, user } = await open()
  server.use(reply(fileRoutes.add, () => new Promise(() => undefined)))
  choose(chosen('slow.txt'))
  expect(await screen.findByText('50%')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel the upload of slow.txt' }))
  expect(screen.queryByText('slow.txt')).toBeNull()
})

test('a pasted picture is added; pasted text is left to the field it is for', async () => {
  const { server } = await open()
  fireEvent.paste(document.body, { clipboardData: { files: [] } })
  fireEvent.paste(document.body, { clipboardData: { files: [new File(['abc'], 'image.png')] } })
  await waitFor(() => expect(server.sentTo(fileRoutes.add)).toHaveLength(1))
  const [seen] = server.sentTo(fileRoutes.add)
  const sent = (seen?.body as FormData | undefined)?.get('file') as File
  expect(sent.name).toMatch(/^Picture \d{4}-\d\d-\d\d \d\d\.\d\d.*\.png$/)
})

test('a deleted file is brought back by Undo', async () => {
  const { user, server } = await open([aLeadFile(1)])
  await user.click(await screen.findByRole('button', { name: 'Delete plan-1.pdf' }))
  await screen.findByText('No files yet')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('plan-1.pdf')).toBeTruthy()
  expect(server.sentTo(fileRoutes.restore)).toHaveLength(1)
})

test('a reader sees files without a way to add any', async () => {
  await open([], { mayAdd: false })
  expect(screen.getByText('Files that your team adds to this lead appear here.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull()
})
