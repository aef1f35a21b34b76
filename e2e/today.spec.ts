import { expect, test } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'
import { ready } from './support/unsent.ts'

test('a new lead is planned, done from Today with Undo, and found by its page', async ({
  page,
  t,
  world,
  isPhone,
  language,
}) => {
  const { toast } = screensOf(page, t, isPhone)
  const name = language === 'he' ? 'נועה ברזילי' : 'Noa Barzilai'
  const leadId = await world.sendLead({ name, phone: '0724441234', message: 'A kitchen' })
  const section = (kind: 'followUps' | 'newLeads') =>
    page.getByRole('region', { name: t(`follow-ups:today.sections.${kind}`) })
  await page.goto(`/b/${world.businessId}/today`)
  await expect(section('newLeads').getByRole('link', { name, exact: true })).toBeVisible()

  // Planned for tomorrow, it waits for that time.
  await page.getByRole('button', { name: t('follow-ups:snoozeOf', { name }) }).click()
  await page.getByRole('menuitem', { name: t('follow-ups:moments.tomorrow') }).click()
  await expect(toast(t('follow-ups:toasts.set'))).toBeVisible()
  await expect(page.getByRole('heading', { name: t('follow-ups:today.done') })).toBeVisible()

  // On the lead's page it stands as the next action, and is moved to the next hour.
  await page.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/${leadId}`)
  const next = page.getByRole('region', { name: t('follow-ups:nextAction') })
  await next.getByRole('button', { name: t('follow-ups:snooze') }).click()
  await page.getByRole('menuitem', { name: t('follow-ups:moments.hour') }).click()
  await expect(toast(t('follow-ups:toasts.snoozed'))).toBeVisible()
  await next.getByRole('button', { name: t('follow-ups:done'), exact: true }).click()
  await expect(next.getByRole('button', { name: t('follow-ups:set') })).toBeVisible()
  await toast(t('follow-ups:toasts.done'))
    .getByRole('button', { name: t('common:undo') })
    .click()
  await expect(next.getByRole('button', { name: t('follow-ups:done'), exact: true })).toBeVisible()
})

test('without a network, follow-ups that are chosen together wait on the device and are done when it returns', async ({
  page,
  context,
  t,
  world,
  isPhone,
}) => {
  test.skip(isPhone, 'Several are chosen on a desk.')
  const { toast } = screensOf(page, t, isPhone)
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
