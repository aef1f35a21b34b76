import { expect } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import type { Credentials, testApp } from './test-app.ts'
import { testLeads } from './test-leads.ts'

type As = Partial<Credentials>

/** Helpers for tests of members restricted to own leads. */
export function testOwnLeads(it: Awaited<ReturnType<typeof testApp>>) {
  const leads = testLeads(it)
  const keepToOwn = async (owner: As, ownLeadsOnly: boolean) => {
    const { status, body } = await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly } })
    expect([status, body.business.ownLeadsOnly]).toEqual([200, ownLeadsOnly])
  }

  /**
   * A business that restricts Writers and Readers to their own leads. In its campaign the writer has one of three
   * leads; in another campaign, with a fourth lead, they have the role Lead.
   */
  async function world() {
    const business = await it.newBusiness()
    const { campaignId } = business
    const second = await business.campaign()
    const owner = await business.member('Owner')
    const chief = await business.member('Lead', [campaignId])
    const writer = await business.member('Writer', [campaignId])
    const reader = await business.member('Reader', [campaignId])
    const mixed = await business.member('Writer', { [campaignId]: 'Writer', [second]: 'Lead' })
    await keepToOwn(owner, true)
    const add = (name: string, phone: string, more: object = {}) =>
      leads.add(owner, { name, phone, campaignId, source: 'referral', ...more })
    const own = await add('Dana Levi', '+972541231111', { assignedTo: writer.userId, email: 'dana@levi.example' })
    const others = await add('Dana Cohen', '+972541232222', { assignedTo: chief.userId, email: 'dana@cohen.example' })
    const free = await add('Dana Free', '+972541233333')
    const far = await add('Bella', '+972541234444', { campaignId: second })
    for (const [id, tag] of [
      [own._id, 'warm'],
      [others._id, 'secret'],
    ] as const)
      await leads.change(owner, id, { tags: [tag] })
    return { ...business, second, owner, chief, writer, reader, mixed, own, others, free, far }
  }

  return { world, keepToOwn }
}
