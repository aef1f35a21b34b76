import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { formRoutes } from '#contract/forms.ts'
import { statusRoutes } from '#contract/leads/statuses.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { aForm } from '../../testing/test-forms.ts'
import { refusal } from '../../testing/test-leads.ts'
import { newId } from '../ids.ts'

const it = await testApp()

type World = Awaited<ReturnType<typeof it.newBusiness>>
type Reply = { status: number; body: unknown; id: string | undefined }
type Send = (as: TestMember, world: World, name: string, key: string | undefined) => Promise<Reply>
const under = (key: string | undefined): Record<string, string> => (key ? { 'idempotency-key': key } : {})

/** What creates something by one request: sends it under a name. */
const creations: Record<'campaigns' | 'forms' | 'lead_statuses', Send> = {
  campaigns: async (as, _, name, key) => {
    const { status, body } = await it.send(campaignRoutes.create, as, { body: { name } }, under(key))
    return { status, body, id: body.campaign?._id }
  },
  forms: async (as, { campaignId }, name, key) => {
    const sent = { ...aForm({ name }), campaignId }
    const { status, body } = await it.send(formRoutes.create, as, { body: sent }, under(key))
    return { status, body, id: body.form?._id }
  },
  lead_statuses: async (as, _, name, key) => {
    const sent = { nameHe: name, nameEn: name, hue: 'teal' as const, type: 'Open' as const }
    const { status, body } = await it.send(statusRoutes.create, as, { body: sent }, under(key))
    return { status, body, id: body.status?._id }
  },
}

test.each(Object.entries(creations))('%s: a repeat under the same key creates nothing more', async (table, create) => {
  const world = await it.newBusiness()
  const owner = await world.member('Owner')
  const stored = async () => {
    const [rows, events] = await Promise.all(
      [table as 'campaigns', 'events' as const].map((name) =>
        it.deps.workerDb.selectFrom(name).select('id').where('business_id', '=', world.businessId).execute(),
      ),
    )
    return [rows?.length ?? 0, events?.length ?? 0]
  }
  const [before = 0, eventsBefore = 0] = await stored()
  const key = newId()
  // Both at once, and again: the second waits or is refused, and never creates.
  const both = await Promise.all([create(owner, world, 'Autumn', key), create(owner, world, 'Autumn', key)])
  const again = await create(owner, world, 'Autumn', key)
  expect([again.status, again.id]).toEqual([201, expect.any(String)])
  for (const { status, id } of both) expect([`201 ${again.id}`, '409 undefined']).toContain(`${status} ${id}`)
  expect(await stored()).toEqual([before + 1, eventsBefore + 1])
  expect(refusal(await create(owner, world, 'Winter', key))).toMatchObject({
    status: 422,
    code: 'idempotency_key_reused',
  })
  // Keys are each person's own, and without one each request creates.
  const other = await world.member('Owner')
  const others = await Promise.all([create(other, world, 'Spring', key), create(owner, world, 'Summer', undefined)])
  expect(others.map(({ status }) => status)).toEqual([201, 201])
  expect((await stored())[0]).toBe(before + 3)
})
