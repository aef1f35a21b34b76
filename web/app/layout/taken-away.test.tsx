import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { BUSINESS, CAMPAIGN, fillIds, paths } from '../../lib/paths.ts'
import { type Page, pathsOf } from '../../shared/pages.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { happens } from '../../testing/live.ts'
import { openApp } from '../../testing/open-app.tsx'
import { reply } from '../../testing/replies.ts'
import { mayOpen } from '../may-open.ts'
import { pages } from '../page-table.ts'

const OTHER_ID = '018f0000-0000-7000-8000-0000000000b2'
const NAME = 'אלון שיפוצים ובנייה'
const CAMPAIGN_NAME = 'מטבחים – Google'
const ids = {
  ...{ businessId: BUSINESS_ID, campaignId: CAMPAIGN_ID },
  tab: 'sources',
  ...{
    leadId: crypto.randomUUID(),
    formId: crypto.randomUUID(),
    sourceId: crypto.randomUUID(),
    numberId: crypto.randomUUID(),
    flowId: crypto.randomUUID(),
    automationId: crypto.randomUUID(),
    webhookId: crypto.randomUUID(),
  },
}
const addressesOf = (wanted: (page: Page, path: string) => boolean) =>
  pages.flatMap((page) =>
    pathsOf(page)
      .filter((path) => wanted(page, path))
      .map((path) => fillIds(path, ids)),
  )
const isOfBusiness = (_: Page, path: string) => path.startsWith(BUSINESS)

const own = aSession()
const [membership] = own.businesses
const other = {
  business: { _id: OTHER_ID, name: 'Garden & Pool', email: 'hello@garden.test', image: null, closesAt: null },
  businessId: OTHER_ID,
  role: 'Owner' as const,
}
const inBoth = { ...own, businesses: [...own.businesses, other] }
const removed = { ...own, businesses: [other] }
const closing = {
  ...own,
  businesses: inBoth.businesses.map((one) => ({
    ...one,
    business: { ...one.business, closesAt: '2026-12-21T10:00:00Z' },
  })),
}
const names = (...left: string[]) =>
  reply(campaignRoutes.names, {
    success: true,
    campaigns: left.map((_id) => ({ _id, name: CAMPAIGN_NAME, image: null, role: 'Owner' as const, isEnabled: true })),
  })
const somethingChanges = (name: string) =>
  happens({ kind: 'change', event: { name, businessId: BUSINESS_ID, campaignId: CAMPAIGN_ID } })

const open = async (path: string, session = inBoth) => {
  const app = await openApp(path, { session, replies: [names(CAMPAIGN_ID)] })
  await screen.findByRole('navigation', { name: 'Menu' })
  // The settings lead to one of their pages.
  if (path !== fillIds(paths.settings.pattern, ids)) await waitFor(() => expect(app.at()).toBe(path))
  return app
}
/** Neither blank nor stuck: the frame and a page with its title. */
const isOnPage = async () => {
  await screen.findByRole('navigation', { name: 'Menu' })
  await screen.findAllByRole('heading', { level: 1 })
}

describe('what others take away while it is on the screen', () => {
  it.each(addressesOf(isOfBusiness))('the business of %s, which is closed, then taken away', async (path) => {
    const { server, at } = await open(path)
    server.use(reply(authRoutes.getCurrentUser, closing))
    await somethingChanges('business.closed')
    await screen.findByText(/This business is closed and will be erased on/)
    await isOnPage()
    server.use(reply(authRoutes.getCurrentUser, removed))
    await somethingChanges('member.removed')
    await screen.findByText(`You no longer have access to ${NAME}`)
    await waitFor(() => expect(at()).toBe(paths.dashboard))
    await isOnPage()
  })

  it('the business of a page whose address does not name it', async () => {
    const { server } = await open(paths.dashboard)
    server.use(reply(authRoutes.getCurrentUser, removed))
    await somethingChanges('member.removed')
    await screen.findByText(`You no longer have access to ${NAME}`)
    await isOnPage()
  })

  const closedToReaders = addressesOf((page, path) => isOfBusiness(page, path) && !mayOpen(page, { role: 'Reader' }))
  it.each(closedToReaders)('the role that opens %s', async (path) => {
    const { server, at } = await open(path, own)
    server.use(reply(authRoutes.getCurrentUser, aSession({ role: 'Reader' })))
    await somethingChanges('member.changed')
    await screen.findByText(`Your role in ${NAME} has changed, and this page is no longer open to you`)
    await waitFor(() => expect(at()).toBe(paths.dashboard))
    await isOnPage()
  })

  const ofCampaign = addressesOf((_, path) => path.startsWith(CAMPAIGN) && path !== paths.lead.pattern)
  it.each(ofCampaign)('the campaign of %s', async (path) => {
    const { server, at } = await open(path, own)
    server.use(names())
    await somethingChanges('campaign.deleted')
    await screen.findByText(`The campaign ${CAMPAIGN_NAME} was deleted or is no longer available to you.`)
    await waitFor(() => expect(at()).not.toContain(CAMPAIGN_ID))
    await isOnPage()
  })

  it('is tried on pages of each kind', () => {
    expect(membership?.business.name).toBe(NAME)
    expect(addressesOf(isOfBusiness).length).toBeGreaterThan(25)
    expect(closedToReaders.length).toBeGreaterThan(10)
    expect(ofCampaign.length).toBeGreaterThan(5)
  })
})
