import type { Page } from '@playwright/test'

/** The worker is registered while the page is idle, and then serves it. */
export const served = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
  })
