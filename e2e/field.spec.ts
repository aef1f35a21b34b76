import { aPhone, expect, test } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'

const LONG = 'קמפיין חורף Premium Kitchens גוש דן והשרון 2026 א׳'

test('without a connection the screen stays, and what was opened appears when it is back', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  const { leads } = screensOf(page, t, isPhone)
  await world.sendLead({ name: 'Noa נועה', phone: aPhone() })
  await page.goto(world.leadsPath)
  await expect(leads).toHaveCount(1)
  const waits = page.getByText(t('shell:codeWaits'))
  const title = page.getByText(t('leads:newLead')).and(page.getByRole('heading'))

  await page.context().setOffline(true)
  await page.getByRole('button', { name: t('leads:newLead') }).click()
  await expect(waits).toBeVisible()
  await expect(leads).toHaveCount(1)
  await expect(page.getByText(t('common:unexpectedError'))).toHaveCount(0)

  await page.context().setOffline(false)
  await expect(title).toBeVisible()
  await expect(waits).toHaveCount(0)
})

test('names of 50 characters leave every screen of a phone as wide as it is', async ({ page, world }) => {
  expect(LONG).toHaveLength(50)
  await page.setViewportSize({ width: 360, height: 780 })
  const campaignId = await world.addCampaign(LONG)
  const inCampaign = `/b/${world.businessId}/c/${campaignId}`
  for (const path of [
    ...['leads', 'calls', 'forms'].map((section) => `${inCampaign}/${section}`),
    ...['/dashboard', world.campaignsPath],
  ]) {
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    await expect(page.getByText(LONG).filter({ visible: true }).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360)
    expect((await title.boundingBox())?.height, path).toBeLessThan(100)
  }
})
