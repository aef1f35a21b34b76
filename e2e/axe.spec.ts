import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { pages } from '../web/app/page-table.ts'
import { BUSINESS, fillIds, leadLists, paths } from '../web/lib/paths.ts'
import { pathsOf } from '../web/shared/pages.ts'
import { enterDemo, firstForm } from './support/demo.ts'
import { anEmail, aPhone, codeSentTo, expect, keepToken, post, registerBy, test } from './support/fixtures.ts'
import { fillRegistration, screensOf } from './support/screens.ts'

const PICTURE = 'docs/pictures/lead-page-en-light.png'
type Scheme = 'light' | 'dark'
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
/** Pages with their own tests, because something opens on them, or they need no session. */
const OPENED: readonly string[] = [
  ...[paths.login, paths.register, paths.recoverPassword, paths.confirmEmail, paths.verifyPhone, paths.google],
  ...[
    paths.invitation.pattern,
    paths.join.pattern,
    paths.privacy,
    paths.createBusiness,
    paths.devPhones,
    '/typography',
  ],
  ...[
    paths.settings.pattern,
    paths.dashboard,
    leadLists.table[0],
    paths.lead.pattern,
    paths.leadStatuses.pattern,
    paths.apiKeys.pattern,
    paths.workingHours.pattern,
  ],
  ...[paths.profile, paths.users.pattern, paths.waitingList.pattern, `${BUSINESS}/settings/notifications`],
  ...[`${BUSINESS}/calls/all`, `${BUSINESS}/settings/blacklist`, paths.numbers.pattern, paths.callFlow.pattern],
]
/** Without details of passed rules, whose collection takes most of the time. */
const axeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
/** Marks the headings of the previous screen. */
const LEFT = 'data-left'

/**
 * Checks one screen after another with all of axe's rules, alternating light and dark, and again in the other scheme
 * with the rules about colours: the rest of a screen is the same in both.
 */
function inspector(page: Page) {
  const found: string[] = []
  let [first, second]: [Scheme, Scheme] = ['light', 'dark']
  const wear = async (scheme: Scheme) => {
    await page.emulateMedia({ colorScheme: scheme })
    const html = page.locator('html[data-mantine-color-scheme]')
    if (await html.count()) await expect(html).toHaveAttribute('data-mantine-color-scheme', scheme)
  }
  const findIn = async (screen: string, axe: AxeBuilder) => {
    // Some screens are rendered again in another scheme.
    await expect(page.locator('h1').first()).toBeVisible()
    // Colours change gradually with the scheme.
    await page.evaluate(() =>
      Promise.all(
        document.getAnimations().map((one) => one instanceof CSSTransition && one.finished.catch(() => undefined)),
      ),
    )
    const { violations } = await axe.analyze()
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ target }) => `${screen}: ${id} at ${target.join(' ')}`))
  }
  const look = async (screen: string) => {
    await wear(first)
    await findIn(`${screen}, ${first}`, axeOf(page))
    await wear(second)
    await findIn(`${screen}, ${second}`, axeOf(page).withRules(OF_COLOURS))
    ;[first, second] = [second, first]
  }
  /** Waits until the screen has loaded. */
  const check = async (screen: string) => {
    const head = page.locator(`h1:not([${LEFT}])`).first()
    await expect(head).toBeVisible()
    await expect(page.locator('.mantine-Skeleton-root, [role=progressbar]')).toHaveCount(0)
    // The content may still be loading.
    await expect(head).toBeVisible()
    await look(screen)
  }
  const open = async (screen: string, path: string) => {
    await page.goto(path)
    await check(screen)
  }
  const leave = () =>
    page.locator('h1').evaluateAll((heads, mark) => heads.map((head) => head.setAttribute(mark, '')), LEFT)
  /** Client-side navigation: a full load for each screen takes longer than the check. */
  const go = async (screen: string, path: string) => {
    await leave()
    await page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, path)
    await check(screen)
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  return { look, check, open, leave, go, close, found }
}

test.describe.configure({ timeout: 300_000 })

test('no screen before the first business has an accessibility violation', async ({ page, t, outbox, language }) => {
  const { check, open, found } = inspector(page)
  await open('sign in', '/auth/login')
  await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
  await check('sign in with gaps')
  await open('register', '/auth/register')
  await open('recover', '/auth/recover-password')
  await open('dead link', `/auth/recover-password?token=${'a'.repeat(43)}`)
  await open('confirm e-mail', `/auth/confirm-email?token=${'a'.repeat(43)}`)
  await open('confirm e-mail, dead link', '/auth/confirm-email')
  await open('not found', '/no/such/page')
  await open('privacy policy', '/privacy-policy')
  await open('outbox', '/dev/outbox')

  const phone = aPhone()
  const person = { name: 'Axe בדיקה', email: anEmail(), phone, language }
  await page.goto('/auth/register')
  await fillRegistration(page, t, { ...person, email: anEmail() })
  await expect(page.getByRole('heading', { name: t('auth:register.codeTitle') })).toBeVisible()
  await check('code to register')
  const { accessToken } = await registerBy(page.request, outbox, person)
  await keepToken(page, accessToken)
  await open('verify phone', '/auth/verify-phone')
  const code = await codeSentTo(outbox, phone)
  await post(page.request, '/auth/phone/verify', { code }, { authorization: `Bearer ${accessToken}` })
  await open('no business', '/dashboard')
  await open('create business', '/business/create')
  expect(found).toEqual([])
})

test('no screen of leads has an accessibility violation', async ({ page, t, isPhone, language }) => {
  const { leads } = screensOf(page, t, isPhone)
  const { check, open, leave, go, close, found } = inspector(page)
  const { businessId } = await enterDemo(page, language)
  await open('dashboard', '/dashboard')
  await page.keyboard.press('Control+k')
  await page
    .getByRole('dialog', { name: t('palette:title') })
    .getByRole('textbox')
    .fill('054')
  await check('palette')
  await close()
  await go('leads', `/b/${businessId}/leads/all`)
  await page.getByRole('button', { name: t('lists:filter'), exact: true }).click()
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
  await page.getByRole('button', { name: t('leads:newLead'), exact: true }).click()
  await check('new lead')
  await close()
  await leave()
  await leads.first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/leads\/[0-9a-f-]{36}/)
  await check('lead')
  await page.getByRole('tab', { name: t('leads:history.files'), exact: true }).click()
  await check('lead, files')
  if (isPhone) {
    await page.getByRole('tab', { name: t('leads:details') }).click()
    await check('lead, details')
  }
  expect(found).toEqual([])
})

test('no screen of campaigns and settings has an accessibility violation', async ({ page, t, isPhone, language }) => {
  const { panel, openMenuGroup } = screensOf(page, t, isPhone)
  const { check, open, go, close, found } = inspector(page)
  const { businessId, get } = await enterDemo(page, language)
  const inBusiness = `/b/${businessId}`
  const { form } = await firstForm(get)
  await open('lead statuses', `${inBusiness}/settings/leads-statuses`)
  await page.getByRole('button', { name: t('statuses:add') }).click()
  await check('a new status')
  await close()
  await go('API keys', `${inBusiness}/settings/api-keys`)
  await page.getByRole('button', { name: t('api-keys:create'), exact: true }).click()
  await check('new API key')
  await close()
  await go('working hours', `${inBusiness}/settings/working-hours`)
  await page.getByLabel(t('open-ranges:to', { day: t('open-ranges:days.0') })).fill('08:05')
  await check('working hours with an error')
  await page.getByRole('button', { name: t('working-hours:special.add') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('a special day')
  await close()
  await page.getByRole('button', { name: t('working-hours:undo') }).click()
  await go('profile', '/user/settings/profile')
  await page.getByTestId('avatar-file').setInputFiles(PICTURE)
  await expect(page.getByRole('slider')).toBeVisible()
  await check('crop image')
  await close()
  const bell = page.getByRole('banner').getByRole('button', { name: t('notifications:title') })
  await bell.click()
  await expect(panel.getByRole('listitem').first()).toBeVisible()
  await check('notifications')
  await close()
  if (isPhone) {
    await openMenuGroup(t('shell:me'))
    await check('menu')
  }
  await open('hosted form', `/f/${form.key}?lang=${language}`)
  await page.getByRole('button').last().click()
  await check('hosted form with gaps')
  expect(found).toEqual([])
})

test('no screen of invitations, requests and recipients has an accessibility violation', async ({
  page,
  t,
  language,
}) => {
  const { check, open, go, close, found } = inspector(page)
  const { businessId, get } = await enterDemo(page, language)
  const { link } = await get('/business/join-link')
  await open('users', `/b/${businessId}/users`)
  for (const act of ['change', 'remove']) {
    await page.getByRole('button', { name: t('users:menuOf', { name: 'יעל כץ' }) }).click()
    await page.getByRole('menuitem', { name: t(`users:act.${act}`) }).click()
    await page.getByRole('dialog').getByRole('combobox').first().waitFor()
    await check(`users: ${act}`)
    await close()
  }
  await page.getByRole('button', { name: t('invitations:invite'), exact: true }).click()
  const recipients = page.getByRole('textbox', { name: t('invitations:form.recipients') })
  await recipients.fill('invalid@')
  await recipients.press('Enter')
  await page.getByRole('button', { name: t('invitations:form.preview') }).click()
  await check('inviting')
  await close()
  await go('waiting list', `/b/${businessId}/waiting-list`)
  await page.getByRole('checkbox').first().check()
  await check('waiting list with one chosen')
  await page.getByRole('button', { name: t('waiting-list:link.open'), exact: true }).click()
  await check('public link')
  await close()
  await go('notifications of the business', `/b/${businessId}/settings/notifications`)
  await page.getByRole('region', { name: t('notification-settings:templates.preview') }).waitFor()
  await check('wording by mail')
  await page.getByRole('radio', { name: t('notification-settings:channels.sms') }).press('Space')
  await check('wording by SMS')
  await page.evaluate(() => localStorage.removeItem('token'))
  await open('asking to join', new URL(link.url).pathname)
  await open('dead invitation', `/invitation/${businessId}/${'A'.repeat(43)}`)
  expect(found).toEqual([])
})

test('no screen of calls and numbers has an accessibility violation', async ({ page, t, isPhone, language }) => {
  const { look, check, open, go, close, found } = inspector(page)
  const { businessId, get } = await enterDemo(page, language)
  const inBusiness = `/b/${businessId}`
  const calls = isPhone
    ? page.getByRole('list', { name: t('calls:title') }).getByRole('listitem')
    : page
        .getByRole('table', { name: t('calls:title') })
        .locator('tbody')
        .getByRole('row')
  await open('calls', `${inBusiness}/calls/all?recording=true`)
  await calls
    .first()
    .getByRole('button', { name: t('calls:player.playOf', { name: '' }).trim() })
    .click()
  await expect(page.getByRole('region', { name: t('calls:player.title') })).toBeVisible()
  await check('calls with the player')
  await calls.first().click({ position: { x: 150, y: 12 } })
  await expect(page.getByRole('dialog').getByText(t('calls:attempts.title'))).toBeVisible()
  await check('one call')
  await close()
  await page.getByRole('button', { name: t('calls:player.close') }).click()
  await go('blacklist', `${inBusiness}/settings/blacklist`)
  await page
    .getByRole('button', { name: t('blacklist:add') })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('new entry of the blacklist')
  await close()
  await go('numbers', `${inBusiness}/settings/numbers`)
  await page.getByRole('button', { name: t('numbers:take') }).click()
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
  await check('number set-up')
  await close()
  const { flows } = await get('/call-flows')
  await go('call flow', paths.callFlow(businessId, flows[0]?._id ?? ''))
  await page.locator('[data-token=spoken]').first().click()
  await expect(page.getByRole('dialog', { name: t('call-flows:fields.spoken') })).toBeVisible()
  await check('a text of a call flow')
  await close()
  await open('outside phones', '/dev/phones')
  // This page shows skeletons permanently.
  await page.goto('/typography')
  await expect(page.locator('.mantine-Skeleton-root').first()).toBeVisible()
  await look('design pieces')
  expect(found).toEqual([])
})

test('no other page of the table has an accessibility violation', async ({ page, language }) => {
  const { open, go, found } = inspector(page)
  const { businessId, get } = await enterDemo(page, language)
  const { form, campaignId } = await firstForm(get)
  const { numbers } = await get('/number')
  const { automations } = await get('/automations')
  const { sources } = await get('/lead-sources')
  const { webhooks } = await get('/webhooks')
  const ids = {
    ...{ businessId, campaignId, formId: form._id, numberId: numbers[0]?._id ?? '', token: 'a'.repeat(43) },
    ...{ automationId: automations[0]?._id ?? '', sourceId: sources[0]?._id ?? '' },
    webhookId: webhooks[0]?._id ?? '',
  }
  // On a desktop it leads to another page of the table.
  await open('settings', fillIds(paths.settings.pattern, ids))
  await open('dashboard', paths.dashboard)
  for (const [at, pattern] of pages.flatMap((one) => [...pathsOf(one).entries()])) {
    if (OPENED.includes(pattern)) continue
    // Between two paths of one page the heading stays the same element.
    await (at > 0 ? open : go)(pattern, fillIds(pattern, ids))
  }
  expect(found).toEqual([])
})
