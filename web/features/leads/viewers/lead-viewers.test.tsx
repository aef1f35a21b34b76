import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { leadViewerRoutes } from '#contract/leads/lead-viewers.ts'
import { deliverLive } from '../../../lib/http/live.ts'
import { BUSINESS_ID } from '../../../testing/fakes.ts'
import { aLead, idOf } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { reply } from '../../../testing/replies.ts'
import { LeadViewers } from './lead-viewers.tsx'

const people = ['Noa Barzilai', 'Yossi Levi', 'Dana Cohen', 'Avi Peretz', 'Ron Katz']
const viewers = (count: number) => ({
  success: true as const,
  viewers: people.slice(0, count).map((name, at) => ({ _id: idOf(at + 1), name, image: null })),
})
const leadId = aLead(7)._id
const open = (count: () => number) =>
  renderPage(<LeadViewers businessId={BUSINESS_ID} leadId={leadId} />, {
    replies: [reply(leadViewerRoutes.look, () => viewers(count()))],
  })
const faces = async () =>
  within(await screen.findByRole('list', { name: 'Also looking at this lead' }))
    .getAllByRole('img')
    .map((face) => face.getAttribute('aria-label'))

it('shows three faces, and the names of the others in one mark', async () => {
  await open(() => 5)
  expect(await faces()).toEqual(['Noa Barzilai', 'Yossi Levi', 'Dana Cohen', 'Avi Peretz, Ron Katz'])
})

it('shows a name when its face gets the focus', async () => {
  const { user } = await open(() => 1)
  await faces()
  await user.tab()
  await screen.findByRole('tooltip', { name: 'Noa Barzilai' })
})

it('asks again when others come or leave, and says that it leaves', async () => {
  let count = 0
  const { server, unmount } = await open(() => count)
  await waitFor(() => expect(server.sentTo(leadViewerRoutes.look)).toHaveLength(1))
  count = 2
  deliverLive({ kind: 'viewers', leadId: aLead(8)._id })
  deliverLive({ kind: 'viewers', leadId })
  expect(await faces()).toEqual(['Noa Barzilai', 'Yossi Levi'])
  unmount()
  const sent = server.sentTo(leadViewerRoutes.look).map(({ body }) => body as { tabId: string; isHere: boolean })
  expect(sent.map(({ isHere }) => isHere)).toEqual([true, true, false])
  expect(new Set(sent.map(({ tabId }) => tabId)).size).toBe(1)
})

it('says that it leaves when its page is hidden, as phones end such a page without a word', async () => {
  const { server } = await open(() => 1)
  await faces()
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  const sent = () => server.sentTo(leadViewerRoutes.look).map(({ body }) => (body as { isHere: boolean }).isHere)
  await waitFor(() => expect(sent()).toEqual([true, false]))
  hidden.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(sent()).toEqual([true, false, true]))
  hidden.mockRestore()
})
