import { expect, test } from 'vitest'
import { leadWhyRoutes } from '#contract/leads/history/lead-why.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { automationWorld, tag } from '../../testing/automation-world.ts'
import { anAutomation } from '../../testing/routes/automation-fixtures.ts'
import { testApp } from '../../testing/test-app.ts'

const clock = { time: Date.parse('2026-11-29T08:00:00Z') }
const it = await testApp({ now: () => new Date(clock.time), own: true })

test('Owners are notified once when a rule failed three times at one step, and "Why" names the rule', async () => {
  const { publish, arrive, settle, runs, now, db, businessId, owner } = await automationWorld(it, clock)
  const id = await publish({ steps: [tag('a', 'one')] }, 'Broken')
  // A version whose second step the database refuses.
  const content = { ...anAutomation(), steps: [tag('a', 'one'), { id: 'b', kind: 'set_value', value: 1e30 }] }
  const row = { business_id: businessId, automation_id: id, version: 2, published_by: owner.userId }
  await db
    .insertInto('automation_versions')
    .values({ ...row, content: JSON.stringify(content) })
    .execute()
  await db.updateTable('automations').set({ version: 2 }).where('id', '=', id).execute()
  const notices = async () => {
    await settle()
    const { body } = await it.send(notificationRoutes.list, await now(), { query: {} })
    return body.data.filter(({ action }) => action === 'automation_failing').map(({ title }) => title)
  }
  const first = await arrive()
  await arrive()
  expect(await notices()).toEqual([])
  await arrive()
  expect(await notices()).toEqual(['An automation fails: Broken'])
  await arrive()
  expect(await notices()).toHaveLength(1)
  expect((await runs(id)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'failed'])
  expect((await runs(id, { leadId: first })).map(({ lead }) => lead?._id)).toEqual([first])
  const { why } = (await it.send(leadWhyRoutes.get, await now(), { params: { id: first }, query: {} })).body
  expect(why.acts.map(({ automationId, automationName }) => [automationId, automationName])).toEqual([[id, 'Broken']])
})
