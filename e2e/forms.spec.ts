import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { aPhone, expect, test, type World } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'

/** Minimum time of a human; faster submissions count as a robot's. */
const FILLING_MS = 3_200

/** Another site on this machine: browsers isolate its pages from the app's. */
async function makeSite() {
  let html = ''
  const server = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    site: `http://127.0.0.1:${port}`,
    show: (page: string) => {
      html = page
    },
    close: () => void server.close(),
  }
}

/** A form in both languages, created by the API, with its key. */
async function makeForm(page: Page, { accessToken, businessId, campaignId }: World, allowedOrigins: string[] = []) {
  const both = (he: string, en: string) => ({ he, en })
  const none = both('', '')
  const field = (kind: string, he: string, en: string) => ({
    ...{ name: kind, kind, label: both(he, en), required: true, options: [] },
  })
  const reply = await page.request.post('/api/user/campaign/forms', {
    headers: { authorization: `Bearer ${accessToken}`, 'x-business-id': businessId },
    data: {
      ...{ campaignId, name: 'Spring', languages: ['he', 'en'], allowedOrigins, redirectUrl: null, source: 'website' },
      fields: [field('name', 'שם מלא', 'Full name'), field('phone', 'טלפון', 'Phone')],
      texts: {
        ...{ title: both('נחזור אליך', 'We call you back'), intro: none, button: both('שליחה', 'Send') },
        ...{ thanks: both('תודה רבה', 'Thank you'), thanksText: none, consent: none },
      },
      isEnabled: true,
    },
  })
  expect(reply.status()).toBe(201)
  return (await reply.json()).form.key as string
}

test('a form is created, and filled in without JavaScript', async ({ page, browser, t, world, isPhone, language }) => {
  const { lead, toast } = screensOf(page, t, isPhone)
  await page.goto(world.leadsPath)
  await page.getByRole('link', { name: t('leads:makeForm') }).click()
  await expect(page.getByRole('heading', { name: t('forms:empty.title') })).toBeVisible()
  await page.getByRole('link', { name: t('forms:create') }).click()
  await expect(page.getByLabel(t('forms:editor.name'))).toHaveValue(world.campaignName)
  await page.getByLabel(t('forms:editor.name')).fill('דף נחיתה Spring')
  const shown = page.frameLocator(`iframe[title="${t('forms:preview.title')}"]`)
  await expect(shown.getByRole('heading', { name: t(`forms:defaults.${language}.title`) })).toBeVisible()
  await page.getByRole('button', { name: t('forms:editor.submit') }).click()
  await expect(toast(t('forms:editor.created'))).toBeVisible()
  const embed = page.getByRole('dialog', { name: t('forms:embed.title') })
  await expect(embed.getByText(/embed\.js/)).toBeVisible()
  await page.goBack()
  await expect(embed).toBeHidden()
  const form = page.getByRole('listitem').filter({ hasText: 'דף נחיתה Spring' })
  const address = await form.getByRole('link', { name: /\/f\// }).getAttribute('href')

  await test.step('with errors beside their fields, then with thanks', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: page.viewportSize() })
    const visitor = await context.newPage()
    await visitor.goto(`${address}?lang=${language}&utm_source=facebook`)
    await expect(visitor.locator('html')).toHaveAttribute('dir', language === 'he' ? 'rtl' : 'ltr')
    await visitor.getByLabel(t(`forms:defaults.${language}.name`)).fill('נועה Barzilai')
    await visitor.getByLabel(t(`forms:defaults.${language}.phone`)).fill('12')
    await visitor.waitForTimeout(FILLING_MS)
    const send = visitor.getByRole('button', { name: t(`forms:defaults.${language}.button`) })
    await send.click()
    await expect(visitor.getByText(t('errors:invalid_phone'))).toBeVisible()
    await expect(visitor.getByLabel(t(`forms:defaults.${language}.name`))).toHaveValue('נועה Barzilai')
    await visitor.getByLabel(t(`forms:defaults.${language}.phone`)).fill(aPhone())
    await send.click()
    await expect(visitor.getByRole('heading', { name: t(`forms:defaults.${language}.thanks`) })).toBeVisible()
    await context.close()
  })
  await test.step('both posts are among the latest requests', async () => {
    await form.getByRole('button', { name: t('forms:menuOf', { name: 'דף נחיתה Spring' }) }).click()
    await page.getByRole('menuitem', { name: t('forms:menu.requests') }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('listitem')).toHaveCount(2)
    await expect(drawer.getByText(t('request-log:outcomes.created'))).toBeVisible()
    await expect(drawer.getByText(t('request-log:outcomes.invalid_input'))).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await page.goto(world.leadsPath)
  await expect(lead('נועה Barzilai')).toBeVisible()
})

test('a form is embedded in another site’s page, at its own height, and refused elsewhere', async ({
  page,
  browser,
  world,
  language,
  t,
  isPhone,
  baseURL,
}) => {
  const { site, show, close } = await makeSite()
  const key = await makeForm(page, world, [site])
  const snippet = `<script src="${baseURL}/f/${key}/embed.js" data-lang="${language}" data-title="Form" async></script>`
  show(`<!doctype html><h1>Site</h1>${snippet}`)
  const elsewhere = await browser.newContext()
  const visitor = await elsewhere.newPage()
  await visitor.goto(`${site}/contact?utm_source=newsletter`)
  const frame = visitor.frameLocator('iframe')
  const he = language === 'he'
  await expect(frame.getByRole('heading', { name: he ? 'נחזור אליך' : 'We call you back' })).toBeVisible()
  await expect(async () => {
    const [inner, outer] = await Promise.all([
      frame.locator('body').evaluate((body) => body.scrollHeight),
      visitor.locator('iframe').evaluate((iframe) => iframe.clientHeight),
    ])
    expect(outer).toBe(inner)
  }).toPass()
  await frame.getByLabel(he ? 'שם מלא' : 'Full name').fill('Framed רון')
  await frame.getByLabel(he ? 'טלפון' : 'Phone').fill(aPhone())
  await visitor.waitForTimeout(FILLING_MS)
  await frame.getByRole('button', { name: he ? 'שליחה' : 'Send' }).click()
  await expect(frame.getByRole('heading', { name: he ? 'תודה רבה' : 'Thank you' })).toBeVisible()
  await elsewhere.close()

  await test.step('the lead knows where its visitor came from', async () => {
    const { lead, leadLink } = screensOf(page, t, isPhone)
    await page.goto(world.leadsPath)
    await expect(lead('Framed רון')).toBeVisible()
    await leadLink('Framed רון').first().click()
    if (isPhone) await page.getByRole('tab', { name: t('leads:details') }).click()
    // In the details; on wide screens the history beside them names the form, too.
    await expect(page.getByText('Spring', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: `${site.replace('http://', '')}/contact` })).toBeVisible()
  })
  const policy = (await page.request.get(`/f/${key}`)).headers()['content-security-policy']
  expect(policy).toMatch(new RegExp(`frame-ancestors 'self' ${site}$`))
  close()
})
