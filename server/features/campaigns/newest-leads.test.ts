import { expect, test } from 'vitest'
import { CAMPAIGN_LEADS_MAX, campaignRoutes } from '#contract/campaigns.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'

const it = await testApp()
const { add, remove } = testLeads(it)

test('a campaign names its newest ten leads, without those in the trash', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const other = await business.campaign()
  const ids: string[] = []
  for (let i = 0; i < CAMPAIGN_LEADS_MAX + 2; i++) ids.unshift((await add(owner, { campaignId: other }))._id)
  const { body } = await it.send(campaignRoutes.get, owner, { query: { campaignId: other } })
  expect(body.campaign.leads).toEqual(ids.slice(0, CAMPAIGN_LEADS_MAX))

  await remove(owner, [ids[0] as string])
  const list = await it.send(campaignRoutes.list, owner, { query: {} })
  const leads = Object.fromEntries(list.body.campaigns.map((campaign) => [campaign._id, campaign.leads]))
  expect(leads).toEqual({ [other]: ids.slice(1, CAMPAIGN_LEADS_MAX + 1), [business.campaignId]: [] })
})
