import { AxeBuilder } from '@axe-core/playwright'
import { aPhone, expect, test } from '../support/fixtures.ts'

test('the lead page opens how a lead came, its data as received, and who was notified by which channel', async ({
  page,
  t,
  world,
}) => {
  const { leadsPath, name, campaignName } = world
  const phone = aPhone()
  const id = await world.sendLead({ name: 'Dana Levi', phone, message: 'From the website' })
  await page.goto(`${leadsPath}/${id}`)
  await page.getByRole('button', { name: t('leads:moreFor', { name: 'Dana Levi' }) }).click()
  await page.getByRole('menuitem', { name: t('leads:why') }).click()
  const why = page.getByRole('dialog')
  const arrivals = why.getByRole('region', { name: t('lead-why:arrivals') })
  await expect(arrivals).toContainText(t('lead-why:channels.api'))
  await expect(arrivals).toContainText('Website')
  await expect(arrivals).toContainText(campaignName)
  await expect(arrivals.locator('pre')).toContainText(phone)
  await expect(arrivals.locator('pre')).toContainText('From the website')

  const notices = why.getByRole('region', { name: t('lead-why:notices') })
  const owner = notices.getByRole('listitem').filter({ hasText: name }).last()
  await expect(owner).toContainText(t('notification-settings:channels.app'))
  await expect(owner.getByText(t('lead-why:skipped.no_device'))).toBeVisible()
  await expect(owner.getByText(t('lead-why:skipped.audience'))).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('[role=dialog]').analyze()
    expect(violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ html }) => html)])).toEqual([])
  }

  await why.getByRole('button', { name: t('common:close') }).click()
  await expect(why).toBeHidden()
})
