import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../db/demo/people.ts'
import { anEmail, aPhone, codeSentTo, expect, keepToken, PASSWORD, post, test } from './fixtures.ts'
import { screensOf } from './screens.ts'

const PICTURE = 'docs/pictures/lead-page-en-light.png'

/** Waits until the screen shows what it has, then lists what axe finds, all of its rules on. */
async function look(page: Page, screen: string) {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root, [role=progressbar]')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${screen}: ${id} at ${target.join(' ')}`))
}

for (const scheme of ['light', 'dark'] as const)
  test(`no screen has an accessibility violation, ${scheme}`, async ({ page, t, outbox, isPhone, language }) => {
    test.setTimeout(240_000)
    const { panel, openMenuGroup, leads } = screensOf(page, t, isPhone)
    const request = page.context().request
    const found: string[] = []
    const check = async (screen: string, path?: string) => {
      if (path) await page.goto(path)
      found.push(...(await look(page, screen)))
    }
    const close = async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.emulateMedia({ colorScheme: scheme })

    await check('sign in', '/auth/login')
    await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
    await check('sign in with gaps')
    await check('register', '/auth/register')
    await check('recover', '/auth/recover-password')
    await check('dead link', `/auth/recover-password?token=${'a'.repeat(43)}`)
    await check('confirm e-mail', `/auth/confirm-email?token=${'a'.repeat(43)}`)
    await check('confirm e-mail, dead link', '/auth/confirm-email')
    await check('not found', '/no/such/page')
    await check('privacy policy', '/privacy-policy')
    await check('outbox', '/dev/outbox')

    const phone = aPhone()
    const { accessToken } = await post(request, '/auth/register', {
      ...{ name: 'Axe בדיקה', email: anEmail(), phone, userLanguage: language, terms: true },
      ...{ password: PASSWORD, passwordConfirmation: PASSWORD },
    })
    await keepToken(page, accessToken)
    await check('verify phone', '/auth/verify-phone')
    const code = await codeSentTo(outbox, phone)
    await post(request, '/auth/phone/verify', { code }, { authorization: `Bearer ${accessToken}` })
    await check('no business', '/dashboard')
    await check('create business', '/business/create')

    const owner = await post(request, '/auth/login', { email: 'owner@demo.test', password: DEMO_PASSWORD })
    await page.evaluate(() => localStorage.clear())
    await page.evaluate((lng) => localStorage.setItem('language', lng), language)
    await keepToken(page, owner.accessToken)
    // The demo's Owner has a language of their own; this journey has another, and leaves theirs as it is.
    await page.route('**/api/auth/getCurrentUser', async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      await route.fulfill({ response: reply, json: { ...body, user: { ...body.user, userLanguage: language } } })
    })
    const headers = { authorization: `Bearer ${owner.accessToken}` }
    const { businesses } = await (await request.get('/api/auth/getCurrentUser', { headers })).json()
    const inBusiness = `/b/${owner.user.lastBusinessId ?? businesses[0].businessId}`

    await check('dashboard', '/dashboard')
    await check('leads', `${inBusiness}/leads/all`)
    await page.getByRole('button', { name: t('leads:filter'), exact: true }).click()
    if (!isPhone)
      await page
        .getByRole('button', { name: t('leads:columns.date'), exact: true })
        .last()
        .click()
    await check('filters')
    await close()
    if (!isPhone) {
      await leads.nth(1).getByRole('checkbox').check()
      await leads.nth(2).hover()
      await check('leads with one chosen')
    }
    await press(t('leads:newLead'))
    await check('new lead')
    await close()
    await leads.first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/leads\/[0-9a-f-]{36}/)
    await check('lead')
    if (isPhone) {
      await page.getByRole('tab', { name: t('leads:details') }).click()
      await check('lead, details')
    }
    await check('campaigns', `${inBusiness}/campaigns`)
    await check('campaign form', `${inBusiness}/create-campaign`)
    await check('Business Info', `${inBusiness}/settings/profile`)
    await check('API keys', `${inBusiness}/settings/api-keys`)
    await press(t('api-keys:create'))
    await check('new API key')
    await check('profile', '/user/settings/profile')
    await page.getByTestId('avatar-file').setInputFiles(PICTURE)
    await expect(page.getByRole('slider')).toBeVisible()
    await check('crop image')
    await close()
    await page.goto('/dashboard')
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('notifications:title') })
      .click()
    await expect(panel.getByRole('listitem').first()).toBeVisible()
    await check('notifications')
    await close()
    if (isPhone) {
      await openMenuGroup(t('shell:me'))
      await check('menu')
    }
    expect(found).toEqual([])
  })
