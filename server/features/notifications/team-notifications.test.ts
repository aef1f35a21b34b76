import { expect, test } from 'vitest'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testInvitations } from '../../testing/test-invitations.ts'
import { waitFor } from '../../testing/wait-for.ts'

const it = await testApp()
const { invited, accept, personOf } = testInvitations(it)

test('Owners are notified of an accepted invitation, except the new Owner who accepted it', async () => {
  const business = await it.newBusiness()
  const [owner, other, admin] = [
    await business.member('Owner'),
    await business.member('Owner'),
    await business.member('Admin'),
  ]
  const { link, recipient } = await invited(owner, { role: 'Owner', password: PASSWORD })
  const joined = await personOf(recipient, it.person)
  expect((await accept(joined, link)).status).toBe(200)
  const actions = async ({ authorization }: Credentials) =>
    (await it.send(notificationRoutes.list, { authorization }, { query: {} })).body.data.map(({ action }) => action)
  // The relay writes the notifications of an event to all recipients at once.
  await waitFor(async () => (await actions(other)).length > 0)
  expect(await actions(other)).toEqual(['invitation_accepted'])
  expect(await actions(owner)).toEqual(['invitation_accepted'])
  expect([await actions(joined), await actions(admin)]).toEqual([[], []])
})
