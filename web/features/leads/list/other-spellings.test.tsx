import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Spelling, spellingRoutes } from '#contract/duplicates/spellings.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { BUSINESS_ID } from '../../../testing/fakes.ts'
import { aLead, aPage, surroundings } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { reply } from '../../../testing/replies.ts'
import { LeadsPage } from './leads-page.tsx'

const spellings = (...found: Spelling[]) => reply(spellingRoutes.find, { success: true, spellings: found })
const levi = { text: 'לוי', total: 12, totalIsExact: true }
/** A list whose search finds this number of leads. */
const open = (search: string, found: number, ...replies: ReturnType<typeof spellings>[]) =>
  renderPage(<LeadsPage />, {
    path: `/b/${BUSINESS_ID}/leads/all?search=${encodeURIComponent(search)}&unread=true`,
    route: '/b/$businessId/leads/all',
    replies: [
      ...surroundings(),
      reply(
        leadRoutes.list,
        aPage(
          Array.from({ length: Math.min(found, 10) }, (_, at) => aLead(at + 1)),
          { total: found },
        ),
      ),
      ...replies,
    ],
  })

it.each([
  ['nothing', 0],
  ['few leads', 2],
])('offers other spellings of a name where a search finds %s', async (_, found) => {
  const { server, user } = await open('Levi', found, spellings(levi))
  const offer = await screen.findByRole('button', { name: 'לוי (12)' })
  expect(server.sentTo(spellingRoutes.find).at(-1)?.query).toEqual({
    search: 'Levi',
    filters: JSON.stringify({ unread: true }),
  })
  await user.click(offer)
  await waitFor(() => expect(server.sentTo(leadRoutes.list).at(-1)?.query).toMatchObject({ search: 'לוי' }))
})

it('asks for none where a search finds enough leads', async () => {
  const many = await open('Levi', 11, spellings(levi))
  await screen.findByRole('row', { name: /Lead 1\b/ })
  expect(many.server.sentTo(spellingRoutes.find)).toEqual([])
})
