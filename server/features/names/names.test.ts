import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { avatarRoutes } from '#contract/files/avatars.ts'
import { statusRoutes } from '#contract/leads/statuses.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { userRoutes } from '#contract/team/users.ts'
import { CACHE_MS } from '../../platform/caches.ts'
import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { aPng } from '../../testing/files/test-images.ts'
import { testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { ERASED_NAME } from '../privacy/user-erasure.queries.ts'

const it = await testApp({ env: { FILES_DIR: `.data-test/files-${process.pid}-names` } })

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const made = await testCalls(it, business)
  const answerer = await business.member('Writer', [business.campaignId])
  await made.call({ answered_by: answerer.userId })
  const shown = async () => {
    const { body } = await it.send(callRoutes.list, owner, { query: {} })
    const [call] = body.calls
    return [call?.campaignName, call?.number?.label, call?.answeredBy?.name, call?.answeredBy?.image]
  }
  return { ...business, owner, answerer, ...made, shown }
}

test('new names of a campaign, a number and a person, and a new image, show at once', async () => {
  const { owner, answerer, campaignId, number, shown } = await world()
  expect(await shown()).toEqual(['Kitchens', 'Radio', answerer.name, null])

  await it.send(campaignRoutes.change, owner, { params: { id: campaignId }, body: { name: 'Baths' } })
  expect(await shown()).toEqual(['Baths', 'Radio', answerer.name, null])

  await it.send(numberRoutes.change, owner, { params: { id: number.id }, body: { label: 'Billboard' } })
  expect(await shown()).toEqual(['Baths', 'Billboard', answerer.name, null])

  await it.send(userRoutes.update, answerer, { body: { name: 'Noa Bar' } })
  expect(await shown()).toEqual(['Baths', 'Billboard', 'Noa Bar', null])

  const { body } = await it.send(avatarRoutes.user, answerer, { file: await aPng() })
  expect(await shown()).toEqual(['Baths', 'Billboard', 'Noa Bar', body.image])

  await it.send(privacyRoutes.eraseSelf, answerer, { body: { typed: answerer.email, password: PASSWORD } })
  expect(await shown()).toEqual(['Baths', 'Billboard', ERASED_NAME, null])
})

test('they and a new name of a status show at once in a list of leads', async () => {
  const { owner, member, campaignId } = await world()
  const leads = testLeads(it)
  const person = await member('Writer', [campaignId])
  const { _id, statusId } = await leads.add(owner, { name: 'Dana Levi', campaignId })
  await leads.change(owner, _id, { assignedTo: person.userId })
  const shown = async () => {
    const [lead] = (await leads.page(owner)).body.leads
    return [lead?.campaignName, lead?.status, lead?.assignedTo?.name]
  }
  expect(await shown()).toEqual(['Kitchens', 'New', person.name])

  await it.send(campaignRoutes.change, owner, { params: { id: campaignId }, body: { name: 'Baths' } })
  expect(await shown()).toEqual(['Baths', 'New', person.name])

  await it.send(statusRoutes.change, owner, { params: { id: statusId }, body: { nameEn: 'Fresh' } })
  expect(await shown()).toEqual(['Baths', 'Fresh', person.name])

  await it.send(userRoutes.update, person, { body: { name: 'Noa Bar' } })
  expect(await shown()).toEqual(['Baths', 'Fresh', 'Noa Bar'])
})

test('a name changed without an event shows two seconds later', async () => {
  const { db, campaignId, shown } = await world()
  expect((await shown())[0]).toBe('Kitchens')
  await db.updateTable('campaigns').set({ name: 'Baths' }).where('id', '=', campaignId).execute()
  await sleep(CACHE_MS)
  expect((await shown())[0]).toBe('Baths')
})

test('a business gets only its own names, also from the cache', async () => {
  const [first, second] = [await world(), await world()]
  await first.shown()
  const ids = [first.campaignId, first.number.id, second.campaignId, second.number.id]
  const named = await it.deps.names.find(second.db, second.businessId, ids)
  expect(ids.map((id) => named.get(id)?.name)).toEqual([undefined, undefined, 'Kitchens', second.number.phone])
})
