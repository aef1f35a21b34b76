import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { testApp } from '../../testing/test-app.ts'
import { grantRole } from './operator.ts'

const { deps, send, newBusiness, person } = await testApp({ own: true })

const roleOf = async (as: { authorization: string }, businessId: string) => {
  const { body } = await send(authRoutes.getCurrentUser, { authorization: as.authorization }, {})
  return body.businesses.find((one) => one.businessId === businessId)?.role
}

test('the operator grants Admin to a stranger, a member and a suspended member', async () => {
  const { businessId, member } = await newBusiness()
  const owner = await member('Owner')
  const [stranger, writer] = [await person(), await member('Writer')]
  await send(teamRoutes.suspend, owner, { params: { id: writer.userId } })
  for (const { email } of [stranger, writer]) await grantRole(deps, { email, business: businessId, role: 'Admin' })
  expect([await roleOf(stranger, businessId), await roleOf(writer, businessId)]).toEqual(['Admin', 'Admin'])
  await grantRole(deps, { email: writer.email, business: businessId, role: 'Reader' })
  expect(await roleOf(writer, businessId)).toBe('Reader')
})

test('a business is found by its name if unique, and keeps its last Owner', async () => {
  const { businessId, member, db } = await newBusiness()
  const owner = await member('Owner')
  const { name } = await db.selectFrom('businesses').select('name').executeTakeFirstOrThrow()
  expect(await grantRole(deps, { email: owner.email, business: name, role: 'Owner' })).toMatchObject({ name })
  await expect(grantRole(deps, { email: owner.email, business: businessId, role: 'Reader' })).rejects.toThrow(
    'last_owner',
  )
  const twin = await newBusiness()
  await twin.db.updateTable('businesses').set({ name }).execute()
  await expect(grantRole(deps, { email: owner.email, business: name, role: 'Admin' })).rejects.toThrow('invalid_input')
})

test('unknown accounts and businesses and the role None are refused', async () => {
  const { businessId, member } = await newBusiness()
  const { email } = await member('Owner')
  const good = { email, business: businessId, role: 'Admin' } as const
  for (const wrong of [{ email: 'unknown@example.test' }, { business: 'No such business' }, { role: 'None' as const }])
    await expect(grantRole(deps, { ...good, ...wrong })).rejects.toThrow('invalid_input')
})
