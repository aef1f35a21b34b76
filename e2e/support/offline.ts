import type { Page } from '@playwright/test'
import { expect, type Texts } from './fixtures.ts'

/** The worker is registered while the page is idle, and then serves it. */
export const servedByWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
  })

/** The keys of what the device keeps, and whether it keeps the page. */
const keptKeys = (page: Page) =>
  page.evaluate(async () => {
    const builds = (await caches.keys()).filter((name) => name.startsWith('build '))
    const pages = await Promise.all(builds.map(async (name) => (await caches.open(name)).match('/')))
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'leadline-kept')) return { hasPage: false, keys: [] }
    const keys = await new Promise<unknown[][]>((done) => {
      const request = indexedDB.open('leadline-kept')
      request.onsuccess = () => {
        const all = request.result.transaction('replies').objectStore('replies').getAll()
        all.onsuccess = () => {
          request.result.close()
          done(all.result.map(({ key }) => key))
        }
      }
    })
    return { hasPage: pages.some(Boolean), keys }
  })

/** Waits until the device keeps the page, and this lead with its history. */
export const kept = (page: Page, leadId: string) =>
  expect(async () => {
    const { hasPage, keys } = await keptKeys(page)
    expect(hasPage).toBe(true)
    for (const kind of ['one', 'history']) expect(keys.some((key) => key[2] === kind && key[3] === leadId)).toBe(true)
  }).toPass({ timeout: 60_000 })

/** Waits until the device keeps a list. */
export const keptList = (page: Page) =>
  expect(async () => expect((await keptKeys(page)).keys.some((key) => key[2] === 'list')).toBe(true)).toPass()

/** The line that says from when the screen is. After a reload, an emulated browser without a network says that it has one. */
export const asOfIn = (page: Page, t: Texts) => {
  const texts = ['offlineAsOf', 'serverLostAsOf'].map((key) => t(`unsent:${key}`, { at: '#' }).replaceAll('.', '\\.'))
  return page.getByText(new RegExp(texts.map((text) => text.replace('#', '.*\\d\\d:\\d\\d.*')).join('|')))
}
