import { aPhone, expect, test } from '../support/fixtures.ts'

test('two leads of one person are compared, merged into one, and brought back by Undo', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  const { businessId } = world
  const campaignId = await world.addCampaign('Facebook Q4')
  const phone = aPhone()
  await world.sendLead({ name: 'אלכסנדרה וולקובסקי', phone, value: 12_650_000 })
  await world.sendLead({ name: 'Alexandra Volkovsky', phone, email: 'a.volkovsky@example.test', campaignId })
  await page.goto(`/b/${businessId}/leads/duplicates`)
  await expect(page.getByRole('heading', { name: t('duplicates:title', { count: 2 }) })).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.getByText(t('duplicates:reasons.phone'), { exact: false })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: t('duplicates:fields.name') })
  await row.getByRole('radio', { name: 'Alexandra Volkovsky' }).check()
  if (isPhone) await page.getByRole('button', { name: t('duplicates:preview') }).click()
  const preview = page.getByRole('complementary', { name: t('duplicates:preview') })
  await expect(preview.getByText('Alexandra Volkovsky')).toBeVisible()
  await expect(preview.getByText('a.volkovsky@example.test')).toBeVisible()
  await page.getByRole('button', { name: t('duplicates:merge', { count: 2 }) }).click()
  await expect(page.getByText(t('duplicates:empty.title'))).toBeVisible()
  await page.getByRole('button', { name: t('common:undo') }).click()
  await expect(page.getByText(t('duplicates:undone'))).toBeVisible()
  await page.goto(`/b/${businessId}/leads/all`)
  await expect(page.getByText('אלכסנדרה וולקובסקי').first()).toBeVisible()
  await expect(page.getByText('Alexandra Volkovsky').first()).toBeVisible()
})
