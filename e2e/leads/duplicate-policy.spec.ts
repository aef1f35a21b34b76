import { aPhone, expect, test } from '../support/fixtures.ts'

test('an Owner has repeat enquiries made to marked leads: the next one is marked in the list and on its page', async ({
  page,
  t,
  world,
}) => {
  const { businessId, leadsPath } = world
  const phone = aPhone()
  await world.sendLead({ name: 'Dana Levi', phone })
  await page.goto(`/b/${businessId}/settings/duplicates`)
  await page.getByRole('radio', { name: t('duplicate-policy:action.mark') }).check()
  await page.getByRole('button', { name: t('common:save'), exact: true }).click()
  await expect(page.getByText(t('duplicate-policy:saved'))).toBeVisible()
  const second = await world.sendLead({ name: 'Dana once more', phone })
  await page.goto(leadsPath)
  await expect(page.getByRole('img', { name: t('leads:duplicateMark') })).toHaveCount(2)
  await page.goto(`${leadsPath}/${second}`)
  await expect(page.getByRole('img', { name: t('leads:duplicateMark') })).toBeVisible()
})
