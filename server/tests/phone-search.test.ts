import { expect, test } from 'vitest'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { waitingListRoutes } from '#contract/team/waiting-list.ts'
import { testApp } from '../testing/test-app.ts'
import { testInvitations } from '../testing/test-invitations.ts'

const it = await testApp()
const PHONE = '+972541234567'

/**
 * A person with the phone is a member of one business; in another one they requested to join, are invited and are
 * blocked.
 */
const [work, other] = [await it.newBusiness(), await it.newBusiness()]
const [colleague, owner] = [await work.member('Owner'), await other.member('Owner')]
const someone = await work.member('Writer')
await it.deps.tenants.pool.updateTable('users').set({ phone: PHONE }).where('id', '=', someone.userId).execute()
await testInvitations(it).invited(owner, { recipient: PHONE })
const { link } = (await it.send(waitingListRoutes.changeLink, owner, { body: { isEnabled: true } })).body
await it.send(waitingListRoutes.ask, someone, { params: { key: link.url.split('/').at(-1) ?? '' }, body: {} })
await it.send(blacklistRoutes.create, owner, { body: { phone: PHONE, reason: 'Robot' } })

const foundIn = {
  users: async (search: string) =>
    (await it.send(teamRoutes.list, colleague, { query: { search } })).body.users.map(({ phone }) => phone),
  invitations: async (search: string) =>
    (await it.send(invitationRoutes.list, owner, { query: { search } })).body.invitations.map(({ phone }) => phone),
  'waiting list': async (search: string) =>
    (await it.send(waitingListRoutes.list, owner, { query: { search } })).body.requests.map(({ phone }) => phone),
  blacklist: async (search: string) =>
    (await it.send(blacklistRoutes.list, owner, { query: { search } })).body.entries.map(({ phone }) => phone),
}

test.each(Object.entries(foundIn))('%s: a phone is found in any formatting, and by nothing else', async (_, find) => {
  for (const typed of [
    ...['054-123', '0541234567', '+972 54 1234567', '+972 (0)54 123', '00972 541', '54/123', '123.4567', '4567'],
    // As copied from a right-to-left page.
    '\u2066054-123-4567\u2069',
  ])
    expect(await find(typed), typed).toEqual([PHONE])
  for (const typed of ['055-123', '054-124', '0123', 'call 054-123']) expect(await find(typed), typed).toEqual([])
})
