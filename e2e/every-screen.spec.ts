import type { Page as Tab } from '@playwright/test'
import { pages } from '../web/app/page-table.ts'
import { fillIds, paths } from '../web/lib/paths.ts'
import { type Page, pathsOf } from '../web/shared/pages.ts'
import { enterDemo, idsOfDemo } from './support/demo.ts'
import { expect, test } from './support/fixtures.ts'
import { lengthenNames, smallTargets } from './support/small-screen.ts'

/** The narrowest screen that the product supports. */
const NARROWEST = { width: 360, height: 740 }
/** Above it a page counts as restless (web.dev/cls). */
const SHIFT_MAX = 0.1
/** It arrives a while after the page. */
const SOFTPHONE_MS = 20_000

/** For developers: it shows skeletons for ever, and pieces of the desk on a phone. */
const SPECIMENS = '/typography'

const isOfVisitors = ({ bare, unframed }: Page) => bare === true || unframed === true
const pathsOfPages = (wanted: (page: Page) => boolean) => pages.filter(wanted).flatMap((page) => [...pathsOf(page)])

/** Adds up what moved by itself since the last question. */
async function watchShift(tab: Tab) {
  await tab.addInitScript(() => {
    const seen = { shift: 0, moved: [] as string[] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null }[]
        }
        if (hadRecentInput) continue
        seen.shift += value
        for (const { node } of sources)
          seen.moved.push(node instanceof Element ? `${node.tagName}.${node.className}` : 'text')
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    tab.evaluate(() => {
      const { seen } = window as unknown as { seen: { shift: number; moved: string[] } }
      const text = seen.shift.toFixed(2)
      const all = { shift: seen.shift, text: `${text} by ${[...new Set(seen.moved)].join(', ').slice(0, 400)}` }
      Object.assign(seen, { shift: 0, moved: [] })
      return all
    })
}

type Looked = { tab: Tab; isPhone: boolean }
/** Opens screens and collects what is wrong with each. */
async function looker({ tab, isPhone }: Looked) {
  const found: string[] = []
  const shiftOf = await watchShift(tab)
  const settle = async () => {
    await expect(tab.locator('h1').first()).toBeVisible()
    await expect(tab.locator('.mantine-Skeleton-root, [role=progressbar]')).toHaveCount(0)
    await tab.evaluate(() => document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(done))))
  }
  const noteShift = async (screen: string) => {
    const { shift, text } = await shiftOf()
    if (shift > SHIFT_MAX) found.push(`${screen}: shifts by ${text}`)
  }
  const look = async (path: string) => {
    await tab.goto(path)
    await settle()
    await noteShift(path)
    if (!isPhone) return
    const width = await tab.evaluate(() => document.documentElement.scrollWidth)
    if (width > NARROWEST.width) found.push(`${path}: ${width} px wide`)
    found.push(...(await smallTargets(tab)).map((target) => `${path}: ${target}`))
  }
  /** Within the app, as a person comes back to a page. */
  const lookAgain = async (path: string) => {
    await tab.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, path)
    await expect.poll(() => tab.evaluate(() => location.pathname)).toBe(path)
    await settle()
    await noteShift(`${path}, again`)
  }
  return { look, lookAgain, noteShift, found }
}

test.describe.configure({ timeout: 120_000 })
test.beforeEach(async ({ page, isPhone }) => {
  if (isPhone) await page.setViewportSize(NARROWEST)
})

/** In parts, which run side by side. */
for (const [part, ofPart] of [
  ['first', (at: number) => at % 2 === 0],
  ['second', (at: number) => at % 2 === 1],
] as const)
  test(`every screen is calm, and fits a phone with the longest names: ${part} half`, async ({
    page,
    language,
    isPhone,
  }) => {
    const { businessId, get } = await enterDemo(page, language)
    const ids = await idsOfDemo(businessId, get)
    await lengthenNames(page, language)
    const { look, lookAgain, found } = await looker({ tab: page, isPhone })
    const mine = pathsOfPages((one) => !isOfVisitors(one)).filter((path, at) => path !== SPECIMENS && ofPart(at))
    for (const pattern of mine) await look(fillIds(pattern, ids))
    // The settings lead to one of their pages, and between two paths of a page it stays the same.
    const firsts = pages.map((one) => pathsOf(one)[0])
    for (const pattern of mine)
      if (pattern !== paths.settings.pattern && firsts.includes(pattern)) await lookAgain(fillIds(pattern, ids))
    expect(found).toEqual([])
  })

test('every screen of visitors is calm, and fits a phone', async ({ page, isPhone }) => {
  const { look, found } = await looker({ tab: page, isPhone })
  const ids = { id: crypto.randomUUID(), token: 'a'.repeat(43), key: 'a'.repeat(43) }
  for (const pattern of pathsOfPages(isOfVisitors)) await look(fillIds(pattern, ids))
  await look('/no/such/page')
  expect(found).toEqual([])
})

test('the softphone arrives without moving the header', async ({ page, t, language, isPhone }) => {
  await enterDemo(page, language)
  await lengthenNames(page, language)
  const { look, noteShift, found } = await looker({ tab: page, isPhone })
  await look(paths.dashboard)
  const phone = page.getByRole('banner').getByRole('button', { name: t('softphone:title') })
  await expect(phone).toBeVisible({ timeout: SOFTPHONE_MS })
  await noteShift('the softphone')
  expect(found).toEqual([])
})
