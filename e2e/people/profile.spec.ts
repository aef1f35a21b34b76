import sharp from 'sharp'
import { anEmail, aPhone, codeSentTo, confirmIdentity, expect, PASSWORD, post, test } from '../support/fixtures.ts'
import { paste, screensOf } from '../support/screens.ts'

const PROFILE = '/user/settings/profile'
const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: { r: 20, g: 120, b: 90 } } })
    .jpeg()
    .toBuffer()

test('an image and a name are chosen in the profile, and are visible to all members', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  const { toast, openUserMenu, openMenuGroup } = screensOf(page, t, isPhone)
  await page.goto(world.campaignsPath)
  if (isPhone) {
    const menu = await openMenuGroup(t('shell:me'))
    await menu.getByRole('link', { name: t('shell:myProfile') }).click()
  } else {
    await openUserMenu(world.name)
    await page.getByRole('menuitem', { name: t('shell:myProfile') }).click()
  }
  await expect(page).toHaveURL(PROFILE)
  const you = page.getByRole('region', { name: t('profile:person.title') })

  await test.step('a file that is no image is refused beside it', async () => {
    await page.getByTestId('avatar-file').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    })
    await expect(you.getByText(t('errors:image_type'))).toBeVisible()
  })
  await test.step('an image is cropped to a square, by keyboard as well', async () => {
    await page
      .getByTestId('avatar-file')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture() })
    const dialog = page.getByRole('dialog', { name: t('images:cropTitle') })
    await dialog.getByRole('slider').press('ArrowRight')
    await dialog.getByTestId('cropper').press('ArrowRight')
    await dialog.getByRole('button', { name: t('images:saveImage') }).click()
    await expect(toast(t('profile:saved'))).toBeVisible()
    await expect(dialog).toBeHidden()
    const source = await you.locator('img').getAttribute('src')
    expect(source).toMatch(/^\/api\/image\/\w{40}\.webp$/)
    const image = await page.request.get(source ?? '')
    expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/webp'])
  })
  await test.step('the name is saved on its own', async () => {
    await you.getByLabel(t('profile:person.name')).fill('נועה Stern')
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/user/update') && response.ok())
    await you.getByRole('button', { name: t('common:save') }).click()
    await saved
  })
  await page.reload()
  await expect(you.getByLabel(t('profile:person.name'))).toHaveValue('נועה Stern')
  await expect(you.locator('img')).toBeVisible()
})

test('phone and e-mail change once they are confirmed', async ({ page, t, world, outbox, isPhone }) => {
  const { toast } = screensOf(page, t, isPhone)
  await page.goto(PROFILE)
  await test.step('the phone, by a code', async () => {
    const block = page.getByRole('region', { name: t('profile:phone.title') })
    const phone = aPhone()
    await block.getByRole('button', { name: t('profile:phone.change') }).click()
    await block.getByLabel(t('profile:phone.new')).fill(phone)
    await block.getByRole('button', { name: t('profile:phone.send') }).click()
    await confirmIdentity(page, t)
    const code = await codeSentTo(outbox, phone)
    await paste(
      block
        .getByRole('group', { name: t('profile:phone.code') })
        .getByRole('textbox')
        .first(),
      code,
    )
    await expect(toast(t('profile:phone.done'))).toBeVisible()
    await expect(block.getByText(`${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`)).toBeVisible()
  })
  const email = anEmail()
  const block = page.getByRole('region', { name: t('profile:email.title') })
  await test.step('the change of e-mail asks for the password', async () => {
    await block.getByRole('button', { name: t('profile:email.change') }).click()
    await block.getByLabel(t('profile:email.new')).fill(email)
    await block.getByLabel(t('profile:email.password'), { exact: true }).fill(PASSWORD)
    await block.getByRole('button', { name: t('profile:email.send') }).click()
    await expect(block.getByText(t('profile:email.notYet'))).toHaveCount(2)
  })
  const open = async (recipient: string) => {
    const [mail] = await outbox(recipient)
    await page.goto(/\/auth\/confirm-email\?token=[\w-]+/.exec(mail?.body ?? '')?.[0] ?? '/none')
  }
  await test.step('opening a link alone changes nothing', async () => {
    await open(world.email)
    await expect(page.getByRole('heading', { name: t('confirm-email:title') })).toBeVisible()
    await page.goto(PROFILE)
    await expect(block.getByText(t('profile:email.notYet'))).toHaveCount(2)
  })
  await test.step('both addresses confirm', async () => {
    await open(world.email)
    await page.getByRole('button', { name: t('confirm-email:submit') }).click()
    await expect(page.getByRole('heading', { name: t('confirm-email:waitingTitle') })).toBeVisible()
    await page.getByRole('link', { name: t('confirm-email:toProfile') }).click()
    await expect(block.getByText(t('profile:email.confirmed'), { exact: true })).toHaveCount(1)
    await open(email)
    await page.getByRole('button', { name: t('confirm-email:submit') }).click()
    await expect(page.getByRole('heading', { name: t('confirm-email:changedTitle') })).toBeVisible()
    await page.getByRole('link', { name: t('confirm-email:toProfile') }).click()
    await expect(block.getByText(email)).toBeVisible()
  })
  await open(email)
  await page.getByRole('button', { name: t('confirm-email:submit') }).click()
  await expect(page.getByRole('heading', { name: t('confirm-email:deadTitle') })).toBeVisible()
})

test('another device is signed out at once; a new password signs out the rest', async ({
  page,
  t,
  world,
  isPhone,
  browser,
}) => {
  const { toast } = screensOf(page, t, isPhone)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  const { accessToken } = await post(elsewhere.request, '/auth/login', { email: world.email, password: PASSWORD })
  await other.goto('/favicon.svg')
  await other.evaluate((token) => localStorage.setItem('token', token), accessToken)
  await other.goto('/dashboard')
  await expect(other.locator('h1').first()).toBeVisible()

  await page.goto(PROFILE)
  const devices = page.getByRole('region', { name: t('profile:sessions.title') })
  await expect(devices.getByText(t('profile:sessions.current'))).toHaveCount(1)
  await devices.getByRole('button', { name: t('profile:sessions.endOthers') }).click()
  await expect(toast(t('profile:sessions.othersEnded'))).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(other).toHaveURL(/\/auth\/login/)
  await elsewhere.close()

  const block = page.getByRole('region', { name: t('profile:passwords.title') })
  const changed = 'another long password 8'
  await block.getByLabel(t('profile:passwords.current'), { exact: true }).fill('a guess')
  await block.getByLabel(t('profile:passwords.new'), { exact: true }).fill(changed)
  await block.getByLabel(t('profile:passwords.again'), { exact: true }).fill(changed)
  await block.getByRole('button', { name: t('profile:passwords.submit') }).click()
  await expect(block.getByText(t('errors:password_wrong'))).toBeVisible()
  await block.getByLabel(t('profile:passwords.current'), { exact: true }).fill(PASSWORD)
  await block.getByRole('button', { name: t('profile:passwords.submit') }).click()
  await expect(toast(t('profile-mail:passwordChanged'))).toBeVisible()
})

test('display preferences are set, typed values kept, and leaving asks first', async ({
  page,
  t,
  world,
  language,
  isPhone,
}) => {
  const { openMenuGroup } = screensOf(page, t, isPhone)
  await page.goto(PROFILE)
  const display = page.getByRole('region', { name: t('profile:preferences.title') })
  await display.getByText(t('profile:preferences.schemes.dark'), { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await display.getByText(t('profile:preferences.schemes.auto'), { exact: true }).click()
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBeNull()

  await page.getByLabel(t('profile:person.name')).fill('Half a na')
  await display.getByText(language === 'he' ? 'English' : 'עברית').click()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'he' ? 'en' : 'he')
  await expect(page.locator('input[autocomplete="name"]')).toHaveValue('Half a na')
  await page
    .locator('label')
    .filter({ hasText: language === 'he' ? 'עברית' : 'English' })
    .click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.getByLabel(t('profile:person.name'))).toHaveValue('Half a na')

  const toCampaigns = async () => {
    const menu = isPhone ? await openMenuGroup(t('shell:dashboardGroup')) : page.getByRole('navigation')
    await menu.getByRole('link', { name: t('shell:campaigns') }).click()
  }
  const question = page.getByRole('dialog', { name: t('unsaved:title') })
  await toCampaigns()
  await question.getByRole('button', { name: t('unsaved:stay') }).click()
  await expect(page).toHaveURL(PROFILE)
  if (isPhone) await page.getByRole('button', { name: t('shell:closeMenu') }).click()
  await toCampaigns()
  await question.getByRole('button', { name: t('unsaved:leave') }).click()
  await expect(page).toHaveURL(world.campaignsPath)
  await page.goto(PROFILE)
  await expect(page.getByLabel(t('profile:person.name'))).toHaveValue(world.name)
})
