import { expect, test } from 'vitest'
import { testBooking } from '../../../testing/features/test-booking.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { findPageForLead } from './booking.queries.ts'

const it = await testApp()
const booking = testBooking(it)

test("a template's link leads to a page that takes bookings: its campaign is live, and its business is not closing", async () => {
  const { businessId, campaignId, campaign, member, db } = await it.newBusiness()
  const owner = await member('Owner')
  const { _id: leadId } = await testLeads(it).add(owner, { campaignId })
  const other = await campaign()
  const own = await booking.made(owner, { campaignId: other })
  const team = await booking.made(owner, { campaignId, isTeam: true, settings: { userIds: [owner.userId] } })
  const scope = it.deps.tenants.scope({ businessId })
  const found = () => findPageForLead(scope, businessId, { leadId, userId: owner.userId })
  expect(await found()).toBe(own.slug)
  const at = new Date().toISOString()
  await db.updateTable('campaigns').set({ deleted_at: at }).where('id', '=', other).execute()
  expect(await found()).toBe(team.slug)
  await db.updateTable('businesses').set({ closes_at: at }).where('business_id', '=', businessId).execute()
  expect(await found()).toBeUndefined()
})
