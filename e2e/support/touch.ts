import type { Locator, Page } from '@playwright/test'

/** The middle of an element. */
export async function middleOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('Not in sight')
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 80) }
}

/** Presses on the first place, waits, moves by steps to the second and lets go: one finger. */
export async function dragByTouch(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
  holdMs: number,
) {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [from])
  // A long press is a matter of time.
  await page.waitForTimeout(holdMs)
  for (let step = 1; step <= 12; step++) {
    const at = (a: number, b: number) => a + ((b - a) * step) / 12
    await touch('touchMove', [{ x: at(from.x, to.x), y: at(from.y, to.y) }])
    await page.waitForTimeout(30)
  }
  return { letGo: () => touch('touchEnd', []) }
}
