import { expect, test } from '../support/fixtures.ts'
import { screensOf } from '../support/screens.ts'
import { ready } from '../support/unsent.ts'

/** Several follow-ups are chosen on a desk. */
test('without a network, follow-ups that are chosen together wait on the device and are done when it returns', async ({
  page,
  context,
  t,
  world,
}) => {
  const { toast } = screensOf(page, t, false)
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const leads = await Promise.all(['0724441235', '0724441236'].map((phone) => world.sendLead({ name: phone, phone })))
  for (const id of leads)
    await page.request.put(`/api/lead/${id}/follow-up`, {
      headers,
      data: { action: 'Call Back', dueAt: new Date().toISOString() },
    })
  const open = async () => {
    const lists = leads.map((id) => page.request.get(`/api/lead/${id}/follow-ups`, { headers }))
    const of = await Promise.all((await Promise.all(lists)).map((reply) => reply.json()))
    return of.flatMap(({ followUps }) => followUps).filter(({ closedAt }: { closedAt: unknown }) => closedAt === null)
  }
  expect(await open()).toHaveLength(2)
  await page.goto(`/b/${world.businessId}/today`)
  const rows = page.getByRole('region', { name: t('follow-ups:today.sections.followUps') })
  await expect(rows.getByRole('checkbox')).toHaveCount(2)
  for (const box of await rows.getByRole('checkbox').all()) await box.check()
  await ready(page)
  await context.setOffline(true)
  const bar = page.getByRole('toolbar', { name: t('follow-ups:today.chosen') })
  await bar.getByRole('button', { name: t('follow-ups:done') }).click()
  await expect(toast(t('follow-ups:toasts.manyKept', { count: 2 }))).toBeVisible()
  await context.setOffline(false)
  await expect.poll(open).toEqual([])
})
