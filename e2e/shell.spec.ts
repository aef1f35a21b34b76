import type { Locator, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../db/demo/people.ts'
import { expect, keepToken, post, type Texts, test } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'

/** Clicks an item of the user menu: language, scheme. */
async function inOwnMenu(
  page: Page,
  t: Texts,
  { name, isPhone, entry }: { name: string; isPhone: boolean; entry: string },
) {
  const { openUserMenu, openMenuGroup } = screensOf(page, t, isPhone)
  if (isPhone) return (await openMenuGroup(t('shell:me'))).getByRole('button', { name: entry }).click()
  await openUserMenu(name)
  await page.getByRole('menuitem', { name: entry }).click()
}

test('the business is searched, selected and switched', async ({ page, t, world, isPhone }) => {
  const { business } = screensOf(page, t, isPhone)
  const second = await world.addBusiness('Garden גינות')
  await page.goto(world.leadsPath)
  await business(world.businessName).click()
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options).toHaveCount(2)
  const ticked = options.filter({ has: page.getByLabel(t('common:chosen')) })
  await expect(ticked).toHaveText(new RegExp(world.businessName))
  const search = page.getByLabel(t('shell:searchBusiness'))
  await search.fill('no such business')
  await expect(page.getByText(t('common:noDataFound'))).toBeVisible()
  await search.fill('gARDEN')
  await expect(options).toHaveCount(1)
  await options.click()
  await expect(page).toHaveURL(`/b/${second}/leads/all`)
  await expect(business('Garden גינות')).toBeVisible()
  await page.reload()
  await expect(business('Garden גינות')).toBeVisible()
})

test('one campaign is selected, or all of them', async ({ page, t, world, isPhone }) => {
  const { campaign } = screensOf(page, t, isPhone)
  const baths = await world.addCampaign('Bathrooms אמבטיות')
  await page.goto(world.leadsPath)
  await campaign(world.campaignName).click()
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options.first()).toHaveText(t('shell:allCampaigns'))
  await expect(options.filter({ has: page.getByLabel(t('common:chosen')) })).toHaveText(new RegExp(world.campaignName))
  await page.mouse.click(5, 500)
  await expect(options.first()).toBeHidden()

  await campaign(world.campaignName).click()
  await page.getByLabel(t('shell:searchCampaign')).fill('BATH')
  await expect(options).toHaveCount(1)
  await options.click()
  await expect(page).toHaveURL(`/b/${world.businessId}/c/${baths}/leads`)
  await campaign('Bathrooms אמבטיות').click()
  await options.first().click()
  await expect(page).toHaveURL(`/b/${world.businessId}/leads/all`)

  await page.goto('/dashboard')
  await campaign(t('shell:allCampaigns')).click()
  await options.filter({ hasText: 'Bathrooms' }).click()
  await expect(campaign('Bathrooms אמבטיות')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

/** The horizontal centre of an element. */
async function placeOf(thing: Locator) {
  await expect(thing).toBeVisible()
  const box = await thing.boundingBox()
  return box ? box.x + box.width / 2 : Number.NaN
}

test('the menu leads everywhere, and collapses', async ({ page, t, world, isPhone, language }) => {
  await page.goto(world.leadsPath)
  if (isPhone) {
    const { openMenuGroup } = screensOf(page, t, isPhone)
    const menu = await openMenuGroup(t('shell:dashboardGroup'))
    await expect(menu.getByRole('link', { name: t('shell:leads') })).toHaveAttribute('aria-current', 'page')
    await menu.getByRole('button', { name: world.businessName }).click()
    await expect(menu.getByRole('link', { name: t('shell:settings') })).toBeVisible()
    await expect(menu.getByRole('link', { name: t('shell:campaigns') }), 'one group at a time').toBeHidden()
    await menu.getByRole('link', { name: t('shell:settings') }).click()
    await page.getByRole('link', { name: t('shell:apiKeys') }).click()
    await expect(page.getByRole('heading', { name: t('api-keys:title'), exact: true })).toBeVisible()
    await expect(menu).toBeHidden()
    return
  }
  const { business, bell } = screensOf(page, t, isPhone)
  const person = page.getByRole('button', { name: t('shell:userMenu', { name: world.name }) })
  const places = await Promise.all([business(world.businessName), bell(0), person].map(placeOf))
  const middle = (page.viewportSize()?.width ?? 0) / 2
  const isEnglish = language === 'en'
  expect(places.map((place) => place < middle)).toEqual([isEnglish, !isEnglish, !isEnglish])
  const menu = page.getByRole('navigation', { name: t('shell:menu') })
  await expect(menu.getByRole('link', { name: t('shell:leads') })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByText(t('shell:campaigns'))).toBeVisible()
  await menu.getByRole('button', { name: t('shell:foldMenu') }).click()
  await expect(menu.getByText(t('shell:campaigns'))).toBeHidden()
  await page.reload()
  await expect(menu.getByRole('button', { name: t('shell:unfoldMenu') })).toBeVisible()
  await menu.getByRole('link', { name: t('shell:campaigns') }).click()
  await expect(page).toHaveURL(world.campaignsPath)
  await menu.getByRole('link', { name: t('shell:overview') }).click()
  await expect(page.getByRole('heading', { name: t('dashboard:title'), level: 1 })).toBeVisible()
})

test('Back closes what is above the page first, then goes back', async ({ page, t, world, isPhone }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: t('dashboard:title'), level: 1 })).toBeVisible()
  const back = page.getByRole('button', { name: t('shell:back') })
  await expect(back, 'nothing is behind the first page').toBeHidden()
  if (isPhone) {
    const menu = await screensOf(page, t, isPhone).openMenuGroup(t('shell:dashboardGroup'))
    await menu.getByRole('link', { name: t('shell:leads') }).click()
  } else await page.getByRole('link', { name: t('shell:leads'), exact: true }).click()
  await expect(page).toHaveURL(`/b/${world.businessId}/leads/all`)
  await page.getByRole('button', { name: t('leads:newLead') }).click()
  const modal = page.getByRole('dialog', { name: t('leads:newLead') })
  await expect(modal).toBeVisible()
  await page.goBack()
  await expect(modal).toBeHidden()
  await expect(page).toHaveURL(`/b/${world.businessId}/leads/all`)
  if (isPhone) await back.click()
  else await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('another language mirrors the page and keeps typed values', async ({ page, t, world, isPhone, language }) => {
  const [direction, other, label] = language === 'he' ? ['rtl', 'ltr', 'English'] : ['ltr', 'rtl', 'עברית']
  const html = page.locator('html')
  await page.goto(`/b/${world.businessId}/create-campaign`)
  await expect(html).toHaveAttribute('dir', direction)
  await page.getByLabel(t('campaigns:form.name')).fill('טיוטה Draft')
  await page.getByLabel(t('campaigns:form.notes')).fill('half a sentence')
  await inOwnMenu(page, t, { name: world.name, isPhone, entry: label })
  await expect(html).toHaveAttribute('dir', other)
  await expect(page.getByText(t('campaigns:form.name'), { exact: true })).toHaveCount(0)
  if (isPhone) await page.goBack()
  const fields = page.getByRole('main').getByRole('textbox')
  await expect(fields.first()).toHaveValue('טיוטה Draft')
  await expect(page.locator('textarea').first()).toHaveValue('half a sentence')
  await page.reload()
  await expect(html).toHaveAttribute('dir', other)
})

test('the scheme is kept, and applied before the first paint', async ({ page, t, world, isPhone }) => {
  await page.addInitScript(() => {
    const look = () => {
      if (!document.body) return void requestAnimationFrame(look)
      document.documentElement.dataset.firstPaint = getComputedStyle(document.documentElement).colorScheme
    }
    requestAnimationFrame(look)
  })
  const html = page.locator('html')
  await page.goto('/dashboard')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await inOwnMenu(page, t, { name: world.name, isPhone, entry: t('common:darkScheme') })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true')
  await page.reload()
  await expect(html).toHaveAttribute('data-first-paint', 'dark')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('menu and notifications are never open at once', async ({ page, t, world, isPhone }) => {
  const { bell, panel, business, openMenuGroup } = screensOf(page, t, isPhone)
  await page.goto(world.leadsPath)
  if (!isPhone) {
    await bell(0).click()
    await expect(panel).toBeVisible()
    await expect(panel.getByText(t('notifications:empty.all'))).toBeVisible()
    await business(world.businessName).click()
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await expect(panel).toBeHidden()
    return
  }
  const menu = await openMenuGroup(t('shell:me'))
  // Each covers the other's button, which keyboard and screen reader can still reach.
  const behind = (name: string) => page.getByRole('button', { name, includeHidden: true })
  await behind(t('notifications:open', { count: 0 })).dispatchEvent('click')
  await expect(panel).toBeVisible()
  await expect(menu).toBeHidden()
  await behind(t('shell:openMenu')).dispatchEvent('click')
  await expect(menu).toBeVisible()
  await expect(panel).toBeHidden()
})

test('a toast slides in from above', async ({ page, t, world, isPhone }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const ways: string[] = []
    Object.assign(window, { ways })
    const transform = '--notifications-state-transform'
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      const { style } = target as HTMLElement
      if (propertyName === 'transform' && style.getPropertyValue(transform))
        ways.push(style.getPropertyValue(transform))
    })
  })
  await page.goto(world.leadsPath.replace(world.businessId, crypto.randomUUID()))
  const toast = screensOf(page, t, isPhone).toast(t('common:noSuchBusiness'))
  await expect(toast).toBeVisible()
  await expect(toast).toBeHidden()
  // It slides in, and out again when its time is over.
  expect(await page.evaluate(() => Reflect.get(window, 'ways'))).toEqual(['translateY(0)', 'translateY(-100%)'])
})

test('each page fades in over 0.4 s', async ({ page, world }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const fades: number[] = []
    Object.assign(window, { fades })
    document.addEventListener('animationend', ({ target, animationName, elapsedTime }) => {
      if (animationName === 'fade-in' && (target as HTMLElement).querySelector('h1')) fades.push(elapsedTime)
    })
  })
  for (const path of [world.leadsPath, `/b/${world.businessId}/campaigns`]) {
    await page.goto(path)
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'fades'))).toEqual([0.4])
  }
})

test('an unknown URL shows the page for it, and the privacy policy is public', async ({ page, t, language }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: t('shell:notFound') })).toBeVisible()
  if (language === 'en')
    await expect(page.getByText('Sorry, the page you are looking for does not exist', { exact: true })).toBeVisible()
  await page.goto('/privacy-policy')
  await expect(page.getByRole('heading', { name: t('privacy:title'), level: 1 })).toBeVisible()
})

test('a member whose role is too weak for a page is led to the overview', async ({ page, t }) => {
  const request = page.context().request
  const credentials = { email: 'reader@demo.test', password: DEMO_PASSWORD }
  const { accessToken } = await post(request, '/auth/login', credentials)
  await keepToken(page, accessToken)
  const { businesses } = await (
    await request.get('/api/auth/getCurrentUser', { headers: { authorization: `Bearer ${accessToken}` } })
  ).json()
  await page.goto(`/b/${businesses[0].businessId}/settings/api-keys`)
  await expect(page).toHaveURL('/dashboard')
  await page.goto(`/b/${crypto.randomUUID()}/campaigns`)
  await expect(page).toHaveURL('/dashboard')
  await page.goto(`/b/${businesses[0].businessId}/create-campaign`)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  expect(t('common:noPermission')).toBeTruthy()
})
