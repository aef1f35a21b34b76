import { expect, test } from './support/fixtures.ts'

/** High enough for a whole specimen: elements outside the window are not drawn. */
const HEIGHT = 3_600

for (const name of ['he-light', 'he-dark', 'en-light', 'en-dark'])
  test(`every design piece looks as it did: ${name}`, async ({ page, world }) => {
    test.slow()
    await page.setViewportSize({ width: 1440, height: HEIGHT })
    expect(world.businessId).toBeTruthy()
    await page.goto('/typography')
    const specimen = page.locator(`#specimen-${name}`)
    await expect(page.locator('[id^="specimen-"]'), 'each comes with its own texts').toHaveCount(4, { timeout: 60_000 })
    // Alone, it is aligned to whole pixels and needs no scrolling.
    await page.evaluate((id) => {
      for (const other of document.querySelectorAll<HTMLElement>(`[id^="specimen-"]:not(#${id})`)) other.hidden = true
      return document.fonts.ready
    }, `specimen-${name}`)
    await expect(specimen).toHaveScreenshot(`${name}.png`, {
      animations: 'disabled',
      maxDiffPixelRatio: 0.02,
      timeout: 60_000,
    })
  })
