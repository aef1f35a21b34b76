import { aPhone, confirmIdentity, expect, test } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'

test('a business is closed by its name, is read-only meanwhile, and reopens unchanged', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  const { toast, lead } = screensOf(page, t, isPhone)
  const banner = page.getByRole('status').filter({ has: page.getByRole('button', { name: t('shell:reopen') }) })
  const newLead = page.getByRole('button', { name: t('leads:newLead'), exact: true })
  await world.sendLead({ name: 'Dana דנה', phone: aPhone() })

  await test.step('only its name closes it', async () => {
    await page.goto(`/b/${world.businessId}/settings/profile`)
    await page.getByRole('button', { name: t('businesses:close.submit'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('businesses:close.title') })
    const close = dialog.getByRole('button', { name: t('businesses:close.submit'), exact: true })
    const name = dialog.getByRole('textbox')
    await name.fill(world.businessName.slice(1))
    await expect(close).toBeDisabled()
    await name.fill(world.businessName)
    await close.click()
    await confirmIdentity(page, t)
    await expect(toast(t('businesses:close.done'))).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('each page says so; leads are visible and none can be added', async () => {
    await expect(banner).toBeVisible()
    await page.goto(world.leadsPath)
    await expect(banner).toBeVisible()
    await expect(lead('Dana')).toBeVisible()
    await expect(newLead).toHaveCount(0)
  })

  await test.step('one click reopens it', async () => {
    await banner.getByRole('button', { name: t('shell:reopen') }).click()
    await expect(toast(t('shell:reopened'))).toBeVisible()
    await expect(banner).toHaveCount(0)
    await expect(newLead).toBeVisible()
    await expect(lead('Dana')).toBeVisible()
  })
})
