import { expect, test } from './support/fixtures.ts'

/** High enough for a whole specimen: elements outside the window are not drawn. */
const HEIGHT = 3_600

test('every design piece looks as it did', async ({ page, world }) => {
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 1440, height: HEIGHT })
  expect(world.businessId).toBeTruthy()
  await page.goto('/typography')
  await expect(page.locator('[id^="specimen-"]'), 'each comes with its own texts').toHaveCount(4, { timeout: 60_000 })
  for (const name of ['he-light', 'he-dark', 'en-light', 'en-dark'])
    await test.step(name, async () => {
      // Alone, it is aligned to whole pixels and needs no scrolling.
      await page.evaluate((id) => {
        for (const one of document.querySelectorAll<HTMLElement>('[id^="specimen-"]')) one.hidden = one.id !== id
        return document.fonts.ready
      }, `specimen-${name}`)
      await expect(page.locator(`#specimen-${name}`)).toHaveScreenshot(`${name}.png`, {
        animations: 'disabled',
        maxDiffPixelRatio: 0.02,
        timeout: 60_000,
      })
    })
})
