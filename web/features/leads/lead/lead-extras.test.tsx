import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { Role } from '#contract/roles.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import {
  aHistory,
  aHistoryItem,
  aLead,
  OTHER_CAMPAIGN_ID,
  someDetails,
  surroundings,
  WON,
} from '../../../testing/lead-fakes.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, reply } from '../../../testing/replies.ts'
import { LeadPage } from './lead-page.tsx'

const lead = aLead(1, { tags: ['VIP'] })
const path = `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/${lead._id}`
const repliesFor = (role: Role) => [
  ...surroundings(role),
  reply(leadRoutes.get, { success: true, lead: someDetails(lead) }),
  reply(leadRoutes.history, aHistory(aHistoryItem(1, { comment: 'Call after six' }))),
  reply(leadRoutes.change, ({ body }) => ({ success: true, lead: { ...lead, ...(body as object) } })),
]
const open = (replies: FakeReply[] = [], role: Role = 'Owner') =>
  renderPage(<LeadPage />, {
    path,
    route: '/b/$businessId/c/$campaignId/leads/$leadId',
    replies: [...repliesFor(role), ...replies],
    session: aSession({ role }),
  })
const sent = ({ server }: Awaited<ReturnType<typeof open>>) => server.sentTo(leadRoutes.change).map(({ body }) => body)

it('tags are seen and added', async () => {
  const page = await open()
  await page.user.click(await screen.findByRole('button', { name: /^VIP ?Edit: Tags$/ }))
  const field = await screen.findByRole('combobox', { name: 'Tags' })
  expect(document.activeElement).toBe(field)
  await page.user.type(field, 'Referral{Enter}')
  await waitFor(() => expect(sent(page)).toEqual([{ tags: ['VIP', 'Referral'], expected: { tags: ['VIP'] } }]))
  await page.user.keyboard('{Escape}')
  expect(screen.queryByRole('combobox', { name: 'Tags' })).toBeNull()
})

it('a Reader sees tags without a field', async () => {
  await open([], 'Reader')
  await screen.findByText('VIP')
  expect(screen.queryByRole('button', { name: /Edit: Tags/ })).toBeNull()
})

it('other leads of the person are listed with campaign and status, and lead to their pages', async () => {
  const other = aLead(2, {
    name: 'Dana L.',
    campaignId: OTHER_CAMPAIGN_ID,
    campaignName: 'Facebook Q4',
    statusId: WON._id,
  })
  await open([reply(leadRoutes.samePerson, { success: true, leads: [other] })])
  const section = within(await screen.findByRole('region', { name: 'Same person' }))
  expect(section.getByRole('link', { name: 'Dana L.' }).getAttribute('href')).toContain(
    `/c/${OTHER_CAMPAIGN_ID}/leads/${other._id}`,
  )
  expect(section.getByText('Facebook Q4')).toBeDefined()
  expect(section.getByText('Won')).toBeDefined()
})

it('without others there is no list of them', async () => {
  const { server } = await open()
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(server.sentTo(leadRoutes.samePerson)).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Same person' })).toBeNull()
})

it('the text of a comment can be copied', async () => {
  const { user } = await open()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(await screen.findByRole('button', { name: 'Copy Comment' }))
  expect(write).toHaveBeenCalledWith('Call after six')
})

it('on a phone the head shows the number', async () => {
  await openApp(path, { replies: repliesFor('Owner'), narrow: true })
  const head = (await screen.findByRole('heading', { level: 1, name: /Lead 1/ })).parentElement as HTMLElement
  expect(within(head).getByText('052-731-1184')).toBeDefined()
})

it('names what leads that were merged into it had been sold for', async () => {
  const merged = (number: number, pastSale: number | null) => ({
    _id: `018f0000-0000-7000-8000-00000000880${number}`,
    name: `Merged ${number}`,
    date: '2025-03-09T10:00:00Z',
    campaignName: 'Baths',
    pastSale,
  })
  const details = { ...someDetails(lead), mergedLeads: [merged(1, 1_250_000), merged(2, null)] }
  await open([reply(leadRoutes.get, { success: true, lead: details })])
  await screen.findByText(/^Also sold for ₪12,500: a merged lead of Baths, /)
  expect(screen.getAllByText(/Also sold for/)).toHaveLength(1)
})
