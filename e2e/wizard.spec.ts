import { expect, test } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'

test('a campaign is created step by step, and its short link carries the UTM', async ({ page, t, world, isPhone }) => {
  const { toast } = screensOf(page, t, isPhone)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const next = () => press(t('common:next'))
  const name = 'Balconies מרפסות'

  await page.goto(`/b/${world.businessId}/create-campaign`)
  await page.getByLabel(t('campaigns:form.name')).fill(name)
  await next()
  await expect(page).toHaveURL(/step=sources$/)
  await press(t('campaigns:links.add'))
  await page.getByRole('menuitem', { name: t('campaigns:links.presets.print'), exact: true }).click()
  // Existing UTM parameters of the page are replaced.
  const target = new URL('/privacy-policy?utm_medium=old&page=1#top', page.url())
  await page.getByLabel(t('campaigns:links.url')).fill(target.href)
  await page.goBack()
  await expect(page.getByLabel(t('campaigns:form.name'))).toHaveValue(name)
  await next()
  await next()
  await page.getByLabel(t('campaigns:form.numberLater')).check()
  await next()
  await page.getByRole('combobox', { name: t('campaigns:form.emails') }).fill('office@example.test')
  await page.getByRole('combobox', { name: t('campaigns:form.emails') }).press('Enter')
  await next()
  await expect(page.getByText('office@example.test')).toBeVisible()
  await press(t('campaigns:form.submit'))
  await expect(toast(t('campaigns:form.created'))).toBeVisible()
  await expect(page).toHaveURL(/\/c\/[^/]+\/leads$/)

  await page.goto(world.campaignsPath)
  await page.getByRole('button', { name: t('campaigns:menuOf', { name }) }).click()
  await page.getByRole('menuitem', { name: t('campaigns:menu.links') }).click()
  const dialog = page.getByRole('dialog', { name: t('campaigns:links.titleOf', { name }) })
  const label = t('campaigns:links.presets.print')
  await dialog.getByRole('button', { name: t('campaigns:links.qrOf', { name: label }) }).click()
  const qr = page.getByRole('img', { name: /\/l\// })
  await expect(qr).toBeVisible()
  const shortUrl = /http\S+$/.exec((await qr.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  for (const kind of ['PNG', 'SVG']) {
    const [file] = await Promise.all([page.waitForEvent('download'), press(kind)])
    expect(file.suggestedFilename()).toBe(`qr-${shortUrl.split('/').at(-1)}.${kind.toLowerCase()}`)
  }
  await page.keyboard.press('Escape')
  await expect(qr).toHaveCount(0)
  await expect(dialog).toBeVisible()

  await page.goto(new URL(shortUrl).pathname)
  const arrived = new URL(page.url())
  expect(arrived.pathname + arrived.hash).toBe('/privacy-policy#top')
  expect([...arrived.searchParams]).toEqual([
    ['page', '1'],
    ['utm_source', 'print'],
    ['utm_medium', 'qr'],
    ['utm_campaign', 'balconies_מרפסות'],
  ])
  expect((await page.goto('/l/22222222'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: t('shell:notFound') })).toBeVisible()
})

test('a business is created in two steps, and changed in its settings', async ({ page, t, world, isPhone }) => {
  const { toast, business } = screensOf(page, t, isPhone)
  expect(world.businessId).toBeTruthy()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto('/business/create')
  await page.getByLabel(t('businesses:create.name')).fill('Studio דנה')
  await page.getByLabel(t('businesses:fields.companyNumber')).fill('514599142')
  await press(t('common:next'))
  await expect(page.getByText(t('errors:invalid_company_number'))).toBeVisible()
  await page.getByLabel(t('businesses:fields.companyNumber')).fill('514599141')
  await page.getByRole('combobox', { name: t('businesses:fields.businessType') }).click()
  await page.getByRole('option', { name: t('businesses:types.company') }).click()
  await press(t('common:next'))
  await page.getByLabel(t('businesses:fields.city')).fill('חיפה')
  await press(t('businesses:create.submit'))
  await expect(toast(t('businesses:create.done'))).toBeVisible()
  await expect(page).toHaveURL(/\/b\/[^/]+\/create-campaign$/)
  const [, businessId] = /\/b\/([^/]+)\//.exec(page.url()) ?? []

  await page.goto(`/b/${businessId}/settings/profile`)
  await expect(page.getByLabel(t('businesses:fields.companyNumber'))).toHaveValue('514599141')
  await expect(page.getByLabel(t('businesses:fields.city'))).toHaveValue('חיפה')
  await page.getByLabel(t('businesses:create.name')).fill('Studio דנה ובניה')
  await press(t('common:save'))
  await expect(toast(t('businesses:info.saved'))).toBeVisible()
  await expect(business('Studio דנה ובניה')).toBeVisible()
})
