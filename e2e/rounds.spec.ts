import type { Page } from '@playwright/test'
import { aPhone, expect, test } from './support/fixtures.ts'

/** Paths of what the page asks for, in order, until `data` is asked for. */
async function askedBefore(page: Page, address: string, data: RegExp) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(address)
  await expect.poll(() => asked.some((path) => data.test(path))).toBe(true)
  await page.waitForLoadState('load')
  return {
    before: asked.slice(
      0,
      asked.findIndex((path) => data.test(path)),
    ),
    asked,
  }
}

test('a page has its code, its texts and the session before it asks for its data, and asks for each once', async ({
  page,
  world,
}) => {
  // An empty list asks for the number of leads in the trash, too.
  await world.sendLead({ name: 'Noa', phone: aPhone() })
  const { before, asked } = await askedBefore(page, `/b/${world.businessId}/leads/all`, /^\/api\/lead$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const code = (path: string) => path.endsWith('.js')
  expect(asked.filter(code).length).toBeGreaterThan(10)
  expect(asked.filter(code)).toEqual(before.filter(code))
  for (const path of ['/api/lead', '/api/business', '/api/auth/getCurrentUser'])
    expect(asked.filter((one) => one === path)).toEqual([path])
})

test('no reply decides which code and texts a page asks for', async ({ page, world }) => {
  let isAnswered = false
  const late: string[] = []
  await page.route('**/api/auth/getCurrentUser', async (route) => {
    await page.waitForTimeout(1500)
    isAnswered = true
    await route.continue()
  })
  page.on('request', (request) => {
    if (isAnswered && request.url().endsWith('.js')) late.push(request.url())
  })
  await page.goto(`/b/${world.businessId}/leads/all`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(late).toEqual([])
})
