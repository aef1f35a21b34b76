import type { Page } from '@playwright/test'
import {
  anEmail,
  aPhone,
  codeMailedTo,
  codeSentTo,
  expect,
  keepToken,
  PASSWORD,
  type Texts,
  test,
} from '../support/fixtures.ts'
import { fillRegistration, paste, screensOf } from '../support/screens.ts'

async function signIn(page: Page, t: Texts, { email, password }: { email: string; password: string }) {
  await page.getByLabel(t('auth:email')).fill(email)
  await page.getByLabel(t('auth:passwordLabel'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
}

test('a new person registers, creates a business and a campaign, and learns how leads arrive', async ({
  page,
  t,
  outbox,
  isPhone,
}) => {
  const phone = aPhone()
  const { toast } = screensOf(page, t, isPhone)
  await page.goto('/')
  await expect(page).toHaveURL('/auth/login')
  await page.getByRole('link', { name: t('auth:login.register') }).click()
  await expect(page.getByRole('heading', { name: t('auth:register.title') })).toBeVisible()

  await test.step('missing fields are named, and nothing is sent', async () => {
    await page.getByRole('button', { name: t('auth:register.submit') }).click()
    await expect(page.getByText(t('errors:required')).first()).toBeVisible()
    await expect(page.getByText(t('errors:terms_required')).first()).toBeVisible()
  })
  const [mistyped, email] = [anEmail(), anEmail()]
  await fillRegistration(page, t, { name: 'דנה Levi', email: mistyped, phone })

  await test.step('the address is shown, and corrected with nothing lost', async () => {
    await expect(page.getByRole('heading', { name: t('auth:register.codeTitle') })).toBeVisible()
    await expect(page.getByText(mistyped)).toBeVisible()
    await page.getByRole('button', { name: t('auth:register.codeChange') }).click()
    await expect(page.getByLabel(t('auth:email'))).toBeFocused()
    await page.getByLabel(t('auth:email')).fill(email)
    await page.getByRole('button', { name: t('auth:register.submit') }).click()
  })
  await test.step('the address is confirmed with the mailed code', async () => {
    const boxes = page.getByRole('group', { name: t('auth:register.codeLabel') }).getByRole('textbox')
    await expect(boxes).toHaveCount(6)
    await expect(page.getByText(email)).toBeVisible()
    const code = await codeMailedTo(outbox, email)
    await paste(boxes.first(), code === '000000' ? '111111' : '000000')
    await expect(page.getByText(t('errors:email_code_wrong'))).toBeVisible()
    await paste(boxes.first(), code)
  })
  await expect(toast(t('auth:register.done'))).toBeVisible()

  await test.step('the phone is confirmed with the code sent to it', async () => {
    await expect(page).toHaveURL(/\/auth\/verify-phone/)
    const boxes = page.getByRole('group', { name: t('auth:verify.code') }).getByRole('textbox')
    await expect(boxes).toHaveCount(6)
    const code = await codeSentTo(outbox, phone)
    await paste(boxes.first(), code === '000000' ? '111111' : '000000')
    await expect(page.getByText(t('errors:code_wrong'))).toBeVisible()
    await paste(boxes.first(), code)
  })
  // Without a business the first one comes next; who has been invited may leave it.
  await expect(page).toHaveURL('/business/create')
  await page.getByRole('button', { name: t('common:cancel'), exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: t('businesses:none.title') })).toBeVisible()
  await page.getByRole('link', { name: t('businesses:none.create') }).click()
  await page.getByLabel(t('businesses:create.name')).fill('Studio דנה')
  await page.getByRole('button', { name: t('common:next'), exact: true }).click()
  await page.getByRole('button', { name: t('businesses:create.submit') }).click()
  // A new business leads to its first campaign.
  await expect(page).toHaveURL(/\/create-campaign/)
  await page.getByLabel(t('campaigns:form.name')).fill('Renovation שיפוצים')
  for (const step of ['sources', 'phone', 'people', 'review']) {
    await page.getByRole('button', { name: t('common:next'), exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`step=${step}$`))
    if (step === 'phone') await page.getByLabel(t('campaigns:form.numberLater')).check()
  }
  await page.getByRole('button', { name: t('campaigns:form.submit') }).click()
  await expect(page).toHaveURL(/\/c\/[^/]+\/leads$/)
  await expect(page.getByRole('heading', { name: t('leads:noneYet') })).toBeVisible()
  await expect(page.getByText(t('leads:noneYetOwner'))).toBeVisible()
  await page.getByRole('link', { name: t('leads:connect') }).click()
  await expect(page.getByRole('heading', { name: t('api-keys:title'), exact: true })).toBeVisible()
})

test('signing out and in again leads back to the requested page', async ({ page, t, world, isPhone }) => {
  const { toast, openUserMenu, openMenuGroup } = screensOf(page, t, isPhone)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: t('dashboard:title'), level: 1 })).toBeVisible()
  if (isPhone) await (await openMenuGroup(t('shell:me'))).getByRole('button', { name: t('shell:logout') }).click()
  else {
    await openUserMenu(world.name)
    await page.getByRole('menuitem', { name: t('shell:logout') }).click()
  }
  await expect(page).toHaveURL('/auth/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await page.goto(`${world.leadsPath}?sort=date`)
  await expect(page).toHaveURL(`/auth/login?next=${encodeURIComponent(`${world.leadsPath}?sort=date`)}`)
  await signIn(page, t, { email: world.email, password: 'not the password' })
  await expect(toast(t('errors:wrong_credentials'))).toBeVisible()
  const refused = page.waitForResponse((response) => response.url().endsWith('/auth/login') && !response.ok())
  await signIn(page, t, { email: anEmail(), password: PASSWORD })
  await refused
  // The first toast may still be visible.
  await expect(toast(t('errors:wrong_credentials')).last()).toBeVisible()
  await signIn(page, t, { email: world.email, password: PASSWORD })
  await expect(page).toHaveURL(`${world.leadsPath}?sort=date`)
  await expect(page.getByRole('heading', { name: t('leads:noneYet') })).toBeVisible()
})

test('a forgotten password is reset by the mailed link, once', async ({ page, t, world, outbox, isPhone }) => {
  const { toast } = screensOf(page, t, isPhone)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth/login')
  await page.getByRole('link', { name: t('auth:login.forgot') }).click()
  await expect(page.getByRole('heading', { name: t('auth:recover.title') })).toBeVisible()
  await page.getByLabel(t('auth:email')).fill(world.email)
  await page.getByRole('button', { name: t('auth:recover.submit') }).click()
  await expect(page.getByRole('heading', { name: t('auth:recover.sentTitle') })).toBeVisible()
  await expect(page.getByText(t('auth-mail:recoverAnswer'))).toBeVisible()

  let link: string | undefined
  await expect
    .poll(async () => {
      link = /\/auth\/recover-password\?token=[^\s<>"]+/.exec((await outbox(world.email))[0]?.body ?? '')?.[0]
      return link
    })
    .toBeTruthy()
  await page.goto(link ?? '')
  const changed = 'another long password 8'
  await page.getByLabel(t('auth:reset.password')).fill(changed)
  await page.getByLabel(t('auth:passwordAgain')).fill(changed)
  await page.getByRole('button', { name: t('auth:reset.submit') }).click()
  await expect(toast(t('auth-mail:passwordChanged'))).toBeVisible()
  await expect(page).toHaveURL('/auth/login')
  await signIn(page, t, { email: world.email, password: changed })
  await expect(page).toHaveURL('/dashboard')

  await page.goto(link ?? '')
  await expect(page.getByRole('heading', { name: t('auth:reset.deadTitle') })).toBeVisible()
  await page.getByRole('link', { name: t('auth:reset.newLink') }).click()
  await expect(page.getByRole('heading', { name: t('auth:recover.title') })).toBeVisible()
})

test('an account without a name is asked for it before anything else', async ({ page, t, world }) => {
  // Imported accounts may have an address instead of a name; registration here refuses that.
  await page.route('**/api/auth/getCurrentUser', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ response: reply, json: { ...body, user: { ...body.user, name: world.email } } })
  })
  await page.goto('/dashboard')
  const prompt = page.getByRole('dialog', { name: t('shell:namePrompt') })
  const save = prompt.getByRole('button', { name: t('common:save') })
  await expect(save).toBeDisabled()
  await page.keyboard.press('Escape')
  const field = prompt.getByPlaceholder(t('shell:fullNamePlaceholder'))
  await field.fill('a@b.test')
  await field.blur()
  await expect(prompt.getByText(t('errors:name_is_email'))).toBeVisible()
  await field.fill('נועה Stern')
  await save.click()
  await expect(prompt).toBeHidden()
})

test('signing out in another tab signs this one out', async ({ page, t, world }) => {
  await page.goto(world.leadsPath)
  await expect(page.getByRole('heading', { name: t('leads:noneYet') })).toBeVisible()
  const other = await page.context().newPage()
  await keepToken(other, world.accessToken)
  await other.evaluate(() => localStorage.removeItem('token'))
  await expect(page).toHaveURL(`/auth/login?next=${encodeURIComponent(world.leadsPath)}`)
})
