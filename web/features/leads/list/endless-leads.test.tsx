import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { BUSINESS_ID } from '../../../testing/fakes.ts'
import { aLead, anEvent, aPage, surroundings } from '../../../testing/lead-fakes.ts'
import { happens } from '../../../testing/live.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'

const path = `/b/${BUSINESS_ID}/leads/all`

/** A server with this many leads, the first of them `first`. */
const leadsOf = (total: number, first = 1) =>
  reply(leadRoutes.list, ({ query }) => {
    const [page, limit] = [Number(query.page), Number(query.limit)]
    const start = (page - 1) * limit
    const leads = Array.from({ length: Math.max(0, Math.min(limit, total - start)) }, (_, at) =>
      aLead(first + start + at),
    )
    return aPage(leads, { page, limit, total })
  })
const open = async (replies: FakeReply[], search = '') => {
  window.scrollTo = () => undefined
  const app = await openApp(`${path}${search}`, { replies: [...surroundings(), ...replies], narrow: true })
  await screen.findByRole('list', { name: 'Leads' })
  const asked = () => app.server.sentTo(leadRoutes.list).map(({ query }) => [Number(query.page), Number(query.limit)])
  return { ...app, asked }
}
const cards = () => within(screen.getByRole('list', { name: 'Leads' })).getAllByRole('listitem')
const shows = (count: number) => waitFor(() => expect(cards()).toHaveLength(count))
const more = () => screen.findByRole('button', { name: 'Load more' })

describe('the list of leads on a phone', () => {
  it('goes on with the next leads instead of pages, and asks for those alone', async () => {
    const { user, asked, at } = await open([leadsOf(60)])
    await shows(25)
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
    await user.click(await more())
    await shows(50)
    expect(at()).toContain('page=2')
    await user.click(await more())
    await shows(60)
    expect(asked()).toEqual([
      [1, 25],
      [2, 25],
      [3, 25],
    ])
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    expect(new Set(cards().map(({ textContent }) => textContent)).size).toBe(60)
  })

  it('loads them as the end comes near', async () => {
    const seen: (() => void)[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          seen.push(() => callback([{ isIntersecting: true }]))
        }
        observe() {}
        disconnect() {}
      },
    )
    await open([leadsOf(60)])
    await shows(25)
    await more()
    seen.at(-1)?.()
    await shows(50)
  })

  it('is as long as before after a return to it', async () => {
    const { asked } = await open([leadsOf(120)], '?page=3')
    await shows(75)
    expect(asked()).toEqual([
      [1, 50],
      [3, 25],
    ])
  })

  it('keeps what it shows after an error, and tries again when asked to', async () => {
    const { user, server } = await open([leadsOf(60)])
    await shows(25)
    server.use(refusal(leadRoutes.list, 422, 'invalid_input'))
    await user.click(await more())
    await screen.findByText('invalid_input')
    await shows(25)
    server.use(leadsOf(60))
    await user.click(await more())
    await shows(50)
  })

  it('holds 200 leads at most: the next ones replace them', async () => {
    const { user, asked } = await open([leadsOf(230)], '?page=8')
    await shows(200)
    await user.click(screen.getByRole('button', { name: 'Next rows' }))
    await shows(25)
    expect(cards()[0]?.textContent).toContain('Lead 201')
    expect(asked().at(-1)).toEqual([9, 25])
    await user.click(screen.getByRole('button', { name: 'Previous rows' }))
    await shows(200)
  })

  it('holds new leads back while one reads further down, and shows them with the rest when asked to', async () => {
    const { user, server } = await open([leadsOf(60)], '?page=2')
    await shows(50)
    Object.defineProperty(window, 'scrollY', { value: 900, configurable: true })
    server.use(leadsOf(61, 0))
    await happens(anEvent('lead.created', aLead(0)))
    const pill = await screen.findByRole('button', { name: '1 new' })
    expect(cards()[0]?.textContent).toContain('Lead 1')
    await user.click(pill)
    await waitFor(() => expect(cards()[0]?.textContent).toContain('Lead 0'))
    await shows(50)
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
  })
})
