import { expect, test } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'

test('the bottom bar leads to the main pages, below the main action, and hides while typing', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  const { toast } = screensOf(page, t, isPhone)
  await page.goto('/dashboard')
  const bar = page.getByRole('navigation', { name: t('shell:mainPages') })
  await bar.getByRole('link', { name: t('shell:leads') }).click()
  await expect(page).toHaveURL(`/b/${world.businessId}/leads/all`)
  await expect(bar.getByRole('link', { name: t('shell:leads') })).toHaveAttribute('aria-current', 'page')
  const add = page.getByRole('button', { name: t('leads:newLead'), exact: true }).first()
  const [addBox, barBox] = [await add.boundingBox(), await bar.boundingBox()]
  expect((addBox?.y ?? 0) + (addBox?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0)
  await page.getByRole('searchbox').focus()
  await expect(bar).toBeHidden()
  await page.getByRole('searchbox').blur()
  await expect(bar).toBeVisible()

  await page.goto(`/b/${world.businessId}/settings/profile`)
  const brand = page.getByRole('textbox', { name: t('businesses:fields.brandName') })
  await brand.fill('Barak ברק')
  await expect(bar).toBeHidden()
  // The tap ends the typing, and finds the button where it was.
  await page.getByRole('button', { name: t('common:save') }).tap()
  await expect(toast(/./)).toBeVisible()
  await expect(bar).toBeVisible()
})
