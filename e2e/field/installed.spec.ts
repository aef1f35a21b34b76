import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { served } from '../support/service-worker.ts'

test.use({ serviceWorkers: 'allow' })

test('the app has a manifest in the language of the device, with icons that exist', async ({
  page,
  world,
  language,
}) => {
  await page.goto(world.leadsPath)
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const reply = await page.request.get(address ?? '')
  expect(reply.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await reply.json()
  expect(manifest).toMatchObject({
    ...{ lang: language, dir: language === 'he' ? 'rtl' : 'ltr', id: '/', start_url: '/', scope: '/' },
    display: 'standalone',
  })
  const icons = manifest.icons as { src: string; sizes: string; purpose: string }[]
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    ...['192x192 any', '512x512 any', '512x512 maskable'],
  ])
  for (const { src, sizes } of icons) {
    const width = await page.evaluate(
      (address) =>
        new Promise<number>((done) => {
          const image = new Image()
          image.onload = () => done(image.naturalWidth)
          image.onerror = () => done(0)
          image.src = address
        }),
      src,
    )
    expect(`${width}x${width}`).toBe(sizes)
  }
  const worker = await page.request.get('/sw.js')
  expect(worker.headers()['cache-control']).toBe('no-cache')
})

test('without a network, a page that the device does not hold says so in both languages', async ({
  page,
  context,
  world,
}) => {
  await page.goto(world.leadsPath)
  await served(page)
  await context.setOffline(true)
  await page.goto('/privacy-policy')
  await expect(page.getByRole('heading', { name: 'אין חיבור לאינטרנט' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No internet connection' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.getByText('No internet connection')).toBeHidden()
})

test('the menu offers the installation where the browser does', async ({ page, t, world, isPhone }) => {
  await page.goto(world.leadsPath)
  const openMenu = async () => {
    if (!isPhone) return page.getByRole('button', { name: t('shell:userMenu', { name: world.name }) }).click()
    await page.getByRole('button', { name: t('shell:menu') }).click()
    await page.getByRole('button', { name: t('shell:me') }).click()
  }
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = async () => {
      document.title = 'asked'
      return { outcome: 'accepted' }
    }
    window.dispatchEvent(Object.assign(offer, { prompt }))
  })
  await openMenu()
  const entry = page.getByText(t('device:install'))
  await entry.click()
  await expect(page).toHaveTitle('asked')
  await expect(entry).toBeHidden()
})

async function deliver(context: BrowserContext, page: Page, data: object) {
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((done) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) done(one.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  await devtools.send('ServiceWorker.deliverPushMessage', {
    ...{ origin, registrationId: await registered, data: JSON.stringify(data) },
  })
}

test('a push is shown in its language and direction, and its page opens in the open tab', async ({
  page,
  context,
  world,
  t,
}) => {
  await context.grantPermissions(['notifications'])
  await page.goto(world.leadsPath)
  await served(page)
  const text = { title: 'ליד חדש', body: 'מטבחים', tag: 'a', path: world.campaignsPath, language: 'he' }
  const shown = async () => {
    // Delivered again until it is shown: a worker that just started may miss it. One tag is one notification.
    await deliver(context, page, text)
    return page.evaluate(async () => {
      const { getNotifications } = await navigator.serviceWorker.ready.then((one) => ({
        getNotifications: () => one.getNotifications(),
      }))
      return (await getNotifications()).map(({ title, body, dir, lang, tag, data }) => ({
        title,
        body,
        dir,
        lang,
        tag,
        data,
      }))
    })
  }
  const { language: lang, path: data, ...rest } = text
  await expect.poll(shown).toEqual([{ ...rest, lang, dir: 'rtl', data }])
  // What the worker sends to the tab after a click (web/worker/service-worker.ts).
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async (path) => {
    const { clients } = self as unknown as {
      clients: { matchAll: () => Promise<{ postMessage: (value: object) => void }[]> }
    }
    const [tab] = await clients.matchAll()
    tab?.postMessage({ open: path })
  }, world.campaignsPath)
  await expect(page.getByRole('heading', { name: t('campaigns:title'), level: 1 })).toBeVisible()
})
