import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Failure } from '#contract/common.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { registration, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'
import { anAddress, type TestLink, testInvitations } from '../../testing/test-invitations.ts'

const world = await testApp()
const { deps, send } = world
const { askEmailCode, verified, messagesTo } = testAccounts(world)
const { invited, linksTo } = testInvitations(world)

const bring = (values: { email?: string; phone?: string }, invitation?: TestLink) =>
  send(authRoutes.register, undefined, { body: { ...registration(values), ...(invitation && { invitation }) } })
const failureOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as Failure).issues?.map(({ path }) => path),
]
const needsCode = [422, ['emailCode']]
const provedAt = async (email: string) =>
  (
    await deps.tenants.pool
      .selectFrom('users')
      .select('email_verified_at as at')
      .where('email', '=', email)
      .executeTakeFirst()
  )?.at

test('a code requested for an address with an account sends a mail about signing in, and no code', async () => {
  const { email } = await verified()
  await askEmailCode(email, { 'accept-language': 'en' })
  const mail = (await messagesTo(email)).at(-1)
  expect(mail).toMatchObject({ channel: 'mail', subject: 'You already have a Leadline account' })
  expect(mail?.body).toContain(`Sign in:\n${deps.env.publicUrl}/auth/login\n`)
  expect(mail?.body).toContain(`Choose a new password:\n${deps.env.publicUrl}/auth/recover-password\n`)
  expect(mail?.body).not.toMatch(/\b\d{6}\b/)
})

test('addresses of demo people count as taken', async () => {
  const { email, userId } = await verified()
  await deps.tenants.pool.updateTable('users').set({ is_demo: true }).where('id', '=', userId).execute()
  await askEmailCode(email, { 'x-forwarded-for': '198.51.100.1' })
  expect((await messagesTo(email)).at(-1)?.subject).toBe('You already have a Leadline account')
})

test('a mailed invitation proves its address, and no other, while it is valid', async () => {
  const owner = await (await world.newBusiness()).member('Owner')
  const { link, recipient } = await invited(owner)
  expect(failureOf(await bring({ email: anAddress() }, link))).toEqual(needsCode)
  expect(failureOf(await bring({ email: recipient }, { ...link, token: 'x'.repeat(43) }))).toEqual(needsCode)
  expect((await bring({ email: recipient }, link)).body.user).toMatchObject({ email: recipient, status: 'Pending' })
  expect(await provedAt(recipient)).toEqual(expect.any(String))

  const over = await invited(owner)
  await send(invitationRoutes.revoke, owner, { params: { id: over.invitation._id } })
  expect(failureOf(await bring({ email: over.recipient }, over.link))).toEqual(needsCode)
})

test('a link made to hand over proves no address, nor does an invitation by SMS', async () => {
  const owner = await (await world.newBusiness()).member('Owner')
  const { invitation, recipient } = await invited(owner)
  const { url } = (await send(invitationRoutes.link, owner, { params: { id: invitation._id } })).body
  const [, id = '', token = ''] = /invitation\/([\w-]+)\/([\w-]+)/.exec(url) ?? []
  expect(failureOf(await bring({ email: recipient }, { id, token }))).toEqual(needsCode)

  const phone = '+972541234567'
  await invited(owner, { recipient: phone })
  const byPhone = (await linksTo(phone)).at(-1)
  expect(byPhone).toBeDefined()
  expect(failureOf(await bring({ phone }, byPhone))).toEqual(needsCode)
})
