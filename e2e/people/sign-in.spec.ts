import type { BrowserContext, Page } from '@playwright/test'
import { appCode } from '../../server/testing/accounts/app-code.ts'
import {
  anEmail,
  aPhone,
  codeSentTo,
  confirmIdentity,
  expect,
  PASSWORD,
  type Texts,
  test,
} from '../support/fixtures.ts'
import { paste, screensOf } from '../support/screens.ts'

const PROFILE = '/user/settings/profile'

async function signOut(page: Page) {
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.context().clearCookies()
  await page.goto('/auth/login')
}
async function givePassword(page: Page, t: Texts, email: string) {
  await page.getByLabel(t('auth:email')).fill(email)
  await page.getByLabel(t('auth:passwordLabel'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
}
const boxes = (page: Page, t: Texts) => page.getByRole('group', { name: t('two-factor:code') }).getByRole('textbox')

test('two-factor on: sign-in asks for the code, or accepts a recovery code', async ({ page, t, world, isPhone }) => {
  const { toast } = screensOf(page, t, isPhone)
  await page.goto(PROFILE)
  const section = page.getByRole('region', { name: t('two-factor:title') })
  await section.getByRole('button', { name: t('two-factor:turnOn') }).click()
  await section.getByLabel(t('two-factor:password')).fill(PASSWORD)
  await section.getByRole('button', { name: t('two-factor:continue') }).click()
  await expect(section.getByRole('img', { name: t('two-factor:qr') })).toBeVisible()
  const secret = ((await section.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '')
  await paste(boxes(page, t).first(), appCode(secret, new Date()))
  const codes = section.getByRole('list', { name: t('two-factor:codes') }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = (await codes.first().textContent()) ?? ''
  await section.getByRole('button', { name: t('two-factor:codesSaved') }).click()
  await expect(section.getByText(t('two-factor:codesLeft', { count: 10 }))).toBeVisible()

  await test.step('the app’s code is requested after the password', async () => {
    await signOut(page)
    await givePassword(page, t, world.email)
    await expect(page.getByRole('heading', { name: t('two-factor:step.title') })).toBeVisible()
    // The code of the next half minute: the current one was used to turn it on.
    const code = appCode(secret, new Date(Date.now() + 30_000))
    await paste(boxes(page, t).first(), code === '000000' ? '111111' : '000000')
    await expect(page.getByText(t('errors:code_wrong'))).toBeVisible()
    await paste(boxes(page, t).first(), code)
    await expect(page).toHaveURL('/dashboard')
  })
  await test.step('a recovery code replaces it, once', async () => {
    await signOut(page)
    await givePassword(page, t, world.email)
    await page.getByRole('button', { name: t('two-factor:step.useRecovery') }).click()
    await page.getByLabel(t('two-factor:recoveryCode')).fill(recoveryCode)
    await page.getByRole('button', { name: t('two-factor:step.submit'), exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
  })
  await test.step('the Owner requires it of the members', async () => {
    await page.goto(`/b/${world.businessId}/settings/profile`)
    await page.getByLabel(t('two-factor:demand.label')).click()
    await expect(toast(t('two-factor:demand.on'))).toBeVisible()
  })
})

test('a business that requires it leads members without it to turn it on', async ({ page, t, world }) => {
  await page.route('**/api/auth/getCurrentUser', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    for (const one of body.businesses) one.needsTwoFactor = true
    await route.fulfill({ response: reply, json: body })
  })
  await page.goto(world.leadsPath)
  await expect(
    page.getByRole('heading', { name: t('two-factor:needed.title', { business: world.businessName }) }),
  ).toBeVisible()
  await page.getByRole('link', { name: t('two-factor:needed.action') }).click()
  await expect(
    page.getByRole('region', { name: t('two-factor:title') }).getByLabel(t('two-factor:password')),
  ).toBeVisible()
})

/** A virtual authenticator that always succeeds. */
async function withAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is added in the profile and signs in without the password', async ({
  page,
  context,
  t,
  world,
  isPhone,
}) => {
  const { toast } = screensOf(page, t, isPhone)
  await withAuthenticator(context, page)
  await page.goto(PROFILE)
  const section = page.getByRole('region', { name: t('passkeys:title') })
  await section.getByRole('button', { name: t('passkeys:add') }).click()
  await section.getByLabel(t('passkeys:name'), { exact: true }).fill('הטלפון שלי')
  await section.getByLabel(t('passkeys:password')).fill(PASSWORD)
  await section.getByRole('button', { name: t('passkeys:create') }).click()
  await expect(toast(t('passkeys:added'))).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveText(/הטלפון שלי/)

  await signOut(page)
  await page.getByRole('button', { name: t('auth:login.passkey') }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto(PROFILE)
  await expect(page.getByText(world.email).first()).toBeVisible()
  await section.getByRole('button', { name: t('passkeys:removeNamed', { name: 'הטלפון שלי' }) }).click()
  await confirmIdentity(page, t)
  await expect(section.getByText(t('passkeys:none'))).toBeVisible()
})

/** Signs in on the issuer's pages, which accept any password. */
async function passGoogle(page: Page, t: Texts, email: string) {
  // Its pages request a font from the internet.
  await page.route(/^https:/, (route) => route.fulfill({ status: 200, body: '' }))
  await page.goto('/auth/login')
  await page.getByRole('button', { name: t('auth:login.google') }).click()
  await page.locator('input[name=login]').fill(email)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a new person signs up with Google, and signs in directly the next time', async ({ page, t, outbox }) => {
  const [email, phone] = [anEmail(), aPhone()]
  await passGoogle(page, t, email)
  await expect(page.getByRole('heading', { name: t('google-sign-in:register.title') })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByLabel(t('auth:name'))).toHaveValue('Dana Google')
  await page.getByLabel(t('auth:phone')).fill(phone)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: t('google-sign-in:register.submit') }).click()
  await expect(page).toHaveURL(/\/auth\/verify-phone/)
  const code = page.getByRole('group', { name: t('auth:verify.code') }).getByRole('textbox')
  await paste(code.first(), await codeSentTo(outbox, phone))
  // Without a business the first one comes next.
  await expect(page).toHaveURL('/business/create')

  await signOut(page)
  await passGoogle(page, t, email)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: t('businesses:none.title') })).toBeVisible()
})

test('an existing account is linked by its password', async ({ page, t, world }) => {
  await signOut(page)
  await passGoogle(page, t, world.email)
  await expect(page.getByRole('heading', { name: t('google-sign-in:link.title') })).toBeVisible()
  await page.getByLabel(t('google-sign-in:link.password')).fill('not this one at all')
  await page.getByRole('button', { name: t('google-sign-in:link.submit') }).click()
  await expect(page.getByText(t('errors:wrong_credentials'))).toBeVisible()
  await page.getByLabel(t('google-sign-in:link.password')).fill(PASSWORD)
  await page.getByRole('button', { name: t('google-sign-in:link.submit') }).click()
  await expect(page).toHaveURL('/dashboard')

  await page.goto(PROFILE)
  const section = page.getByRole('region', { name: t('google-sign-in:own.title') })
  await section.getByRole('button', { name: t('google-sign-in:own.unlinkNamed', { email: world.email }) }).click()
  await section.getByLabel(t('google-sign-in:own.password')).fill(PASSWORD)
  await section.getByRole('button', { name: t('google-sign-in:own.submit') }).click()
  await expect(page.getByText(t('google-sign-in:own.unlinked'))).toBeVisible()
  await expect(section).toBeHidden()
})

test('a return from Google that was not started here is refused', async ({ page, t }) => {
  await page.goto('/auth/google?code=stolen&state=stolen')
  await expect(page.getByText(t('google-sign-in:failed'))).toBeVisible()
  await page.getByRole('link', { name: t('google-sign-in:back') }).click()
  await expect(page).toHaveURL('/auth/login')
})
