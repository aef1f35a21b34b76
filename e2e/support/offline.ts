import type { Page } from '@playwright/test'
import { expect, type Texts } from './fixtures.ts'

/** The worker is registered while the page is idle, and then serves it. */
export const servedByWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
  })

/** Waits until the device keeps the page, and this lead with its history. */
export const kept = (page: Page, leadId: string) =>
  expect
    .poll(
      () =>
        page.evaluate(async (id) => {
          const builds = (await caches.keys()).filter((name) => name.startsWith('build '))
          const pages = await Promise.all(builds.map(async (name) => (await caches.open(name)).match('/')))
          const { databases } = indexedDB
          if (!(await databases.call(indexedDB)).some(({ name }) => name === 'leadline-kept')) return 'nothing kept'
          const rows = await new Promise<{ key: string[] }[]>((done) => {
            const request = indexedDB.open('leadline-kept')
            request.onsuccess = () => {
              const all = request.result.transaction('replies').objectStore('replies').getAll()
              all.onsuccess = () => {
                request.result.close()
                done(all.result)
              }
            }
          })
          const of = (kind: string) => rows.some(({ key }) => key[2] === kind && key[3] === id)
          return `${pages.some(Boolean)} ${of('one')} ${of('history')}`
        }, leadId),
      { timeout: 60_000 },
    )
    .toBe('true true true')

/** The line that says from when the screen is. After a reload, an emulated browser without a network says that it has one. */
export const asOfIn = (page: Page, t: Texts) => {
  const texts = ['offlineAsOf', 'serverLostAsOf'].map((key) => t(`shell:${key}`, { at: '#' }).replaceAll('.', '\\.'))
  return page.getByText(new RegExp(texts.map((text) => text.replace('#', '.*\\d\\d:\\d\\d.*')).join('|')))
}
