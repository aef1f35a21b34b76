import type { Page } from '@playwright/test'
import { aPhone, expect, test } from '../support/fixtures.ts'
import { asOfIn, kept, keptList, servedByWorker } from '../support/offline.ts'
import { screensOf } from '../support/screens.ts'

test.use({ serviceWorkers: 'allow' })
// Keeping begins while the page is idle.
test.describe.configure({ timeout: 120_000 })

/** What is left on the device of a person: databases and caches. */
const leftOn = (page: Page) =>
  page.evaluate(async () => [...(await indexedDB.databases()).map(({ name }) => name ?? ''), ...(await caches.keys())])

test('a list and leads that were opened are read without a network after a reload, and are gone after sign-out', async ({
  page,
  context,
  t,
  world,
  isPhone,
}) => {
  const { lead, openMenuGroup, openUserMenu } = screensOf(page, t, isPhone)
  const id = await world.sendLead({ name: 'Noa נועה', phone: aPhone(), message: 'Kitchen in oak' })
  const other = await world.sendLead({ name: 'Dan דן', phone: aPhone() })
  await page.goto(world.leadsPath)
  await expect(lead('Noa נועה')).toBeVisible()
  await servedByWorker(page)
  await keptList(page)
  const path = `/b/${world.businessId}/c/${world.campaignId}/leads/${id}`
  await page.goto(path)
  await expect(page.getByText('Kitchen in oak').filter({ visible: true }).first()).toBeVisible()
  await kept(page, id)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Kitchen in oak').filter({ visible: true }).first()).toBeVisible()
  const asOf = asOfIn(page, t)
  await expect(asOf).toBeVisible()
  // The start of the installed app leads to the leads.
  await page.goto('/')
  await expect(lead('Noa נועה')).toBeVisible()
  await expect(asOf).toBeVisible()
  // One that was not opened says that there is no network, and is no loader.
  await page.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/${other}`)
  await expect(page.getByRole('alert')).toContainText(t('common:networkError'))
  // A page that is not kept leads to the leads that are.
  await page.goto('/privacy-policy')
  await page.getByRole('link', { name: 'Leads kept on this device' }).click()
  await expect(lead('Noa נועה')).toBeVisible()
  await context.setOffline(false)
  await expect(asOf).toBeHidden({ timeout: 30_000 })
  await page.reload()
  await expect(lead('Dan דן')).toBeVisible()
  if (isPhone) await (await openMenuGroup(t('shell:me'))).getByRole('button', { name: t('shell:logout') }).click()
  else {
    await openUserMenu(world.name)
    await page.getByRole('menuitem', { name: t('shell:logout') }).click()
  }
  await expect(page).toHaveURL(/auth\/login/)
  await expect.poll(() => leftOn(page)).toEqual([])
  await context.setOffline(true)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'No internet connection' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Leads kept on this device' })).toBeHidden()
})

test('a session that was revoked takes everything from the device', async ({ page, t, world, isPhone }) => {
  const { lead } = screensOf(page, t, isPhone)
  const id = await world.sendLead({ name: 'Noa נועה', phone: aPhone() })
  await page.goto(world.leadsPath)
  await expect(lead('Noa נועה')).toBeVisible()
  await servedByWorker(page)
  await page.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/${id}`)
  await kept(page, id)
  // As after "sign out everywhere" elsewhere: neither token is valid any longer.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('token', `${localStorage.getItem('token')}x`))
  await page.reload()
  await expect(page).toHaveURL(/auth\/login/)
  // What the person typed and was not sent stays for the person's next session.
  await expect.poll(async () => (await leftOn(page)).filter((name) => name !== 'leadline-unsent')).toEqual([])
})
