import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { firstStepRoutes } from '#contract/first-steps.ts'
import { formRoutes } from '#contract/forms.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { pastCalls } from '../../testing/past-calls.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { aForm } from '../../testing/test-forms.ts'
import { anAddress } from '../../testing/test-invitations.ts'
import { testNumber } from '../../testing/test-numbers.ts'

const it = await testApp()
const { ring } = pastCalls(it)

async function newOwner() {
  const person = await it.person()
  const { body } = await it.send(businessRoutes.create, person, { body: { name: 'Alon' } })
  return { ...person, 'x-business-id': body.business._id }
}
const read = async (as: Credentials) => (await it.send(firstStepRoutes.get, as, {})).body
const done = async (as: Credentials) => (await read(as)).steps.filter(({ isDone }) => isDone).map(({ step }) => step)
const dismiss = (as: Credentials, isDismissed: boolean) =>
  it.send(firstStepRoutes.change, as, { body: { isDismissed } })

test('a new business has done one step of six, and each is ticked by what was done', async () => {
  const owner = await newOwner()
  const businessId = owner['x-business-id']
  const db = it.deps.tenants.scope({ businessId })
  expect(await read(owner)).toEqual({
    success: true,
    isDismissed: false,
    steps: [
      { step: 'business', isDone: true },
      { step: 'campaign', isDone: false },
      { step: 'number', isDone: false },
      { step: 'test_call', isDone: false },
      { step: 'form', isDone: false },
      { step: 'invite', isDone: false },
    ],
  })
  const { body } = await it.send(campaignRoutes.create, owner, { body: { name: 'Kitchens' } })
  const campaignId = body.campaign._id
  expect(await done(owner)).toEqual(['business', 'campaign'])
  const business = { ...(await it.newBusiness()), db, businessId }
  const at = new Date().toISOString()
  const missed = await ring(business, { at, campaignId, status: null, direction: 'outbound', isTest: true })
  expect(await done(owner)).toEqual(['business', 'campaign'])
  await testNumber(it, { db, businessId, campaignId })
  expect(await done(owner)).toEqual(['business', 'campaign', 'number'])

  await db.updateTable('calls').set({ answered_at: at }).where('id', '=', missed).execute()
  expect(await done(owner)).toContain('test_call')

  await it.send(formRoutes.create, owner, { body: { ...aForm(), campaignId } })
  expect(await done(owner)).not.toContain('invite')
  await it.send(invitationRoutes.create, owner, {
    body: { recipients: [anAddress()], role: 'Reader', campaigns: [{ campaignId, role: 'Reader' }], language: 'he' },
  })
  expect(await done(owner)).toEqual(['business', 'campaign', 'number', 'test_call', 'form', 'invite'])
})

test('what another business has done ticks nothing', async () => {
  const theirs = await it.newBusiness()
  await testNumber(it, theirs)
  expect(await done(await newOwner())).toEqual(['business'])
})

test('the list is hidden for the whole business, and shown again', async () => {
  const business = await it.newBusiness()
  const [owner, admin] = [await business.member('Owner'), await business.member('Admin')]
  expect((await dismiss(admin, true)).body).toEqual({ success: true })
  expect(await read(owner)).toEqual({ success: true, isDismissed: true, steps: [] })
  await dismiss(owner, true)
  await dismiss(owner, false)
  expect(await done(admin)).toEqual(['business', 'campaign', 'invite'])
  const events = await business.db
    .selectFrom('events')
    .select('payload')
    .where('name', '=', 'first_steps.changed')
    .execute()
  expect(events.map(({ payload }) => (payload as { isDismissed: boolean }).isDismissed)).toEqual([true, false])
})
