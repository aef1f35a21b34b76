import { expect, test } from './fixtures.ts'

/** High enough for all of a specimen: what is outside the window is not drawn. */
const HEIGHT = 3_600

for (const name of ['he-light', 'he-dark', 'en-light', 'en-dark'])
  test(`every design piece looks as it did: ${name}`, async ({ page, world }) => {
    await page.setViewportSize({ width: 1440, height: HEIGHT })
    expect(world.businessId).toBeTruthy()
    await page.goto('/typography')
    const specimen = page.locator(`#specimen-${name}`)
    await expect(specimen.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    await expect(specimen).toHaveScreenshot(`${name}.png`, { animations: 'disabled', maxDiffPixelRatio: 0.02 })
  })
