import type { Browser, Page } from '@playwright/test'
import { aPhone, codeMailedTo, codeSentTo, expect, type Texts, test } from '../support/fixtures.ts'
import { fillRegistration } from '../support/screens.ts'

const anAddress = () => `noa-${crypto.randomUUID()}@example.test`

/** Another person's browser, with the same language and screen size. */
async function another(browser: Browser, page: Page, language: string) {
  const context = await browser.newContext({
    viewport: page.viewportSize(),
    baseURL: new URL(page.url()).origin,
    locale: language,
  })
  await context.addInitScript((lng) => localStorage.setItem('language', lng), language)
  return context.newPage()
}

async function typeCode(page: Page, t: Texts, code: string, label = 'auth:verify.code') {
  await page
    .getByRole('group', { name: t(label) })
    .getByRole('textbox')
    .first()
    .click()
  await page.keyboard.type(code)
}

test('invited by mail, a new person registers with that address, joins and works a lead', async ({
  page,
  browser,
  t,
  world,
  outbox,
  language,
}) => {
  const email = anAddress()
  const phone = aPhone()
  await page.goto(`/b/${world.businessId}/users/invited`)
  await page.getByRole('button', { name: t('invitations:invite') }).click()
  const dialog = page.getByRole('dialog', { name: t('invitations:form.title') })
  await dialog.getByRole('textbox', { name: t('invitations:form.recipients') }).fill(email)
  await dialog.getByRole('textbox', { name: t('invitations:form.recipients') }).press('Enter')
  // The only campaign is chosen beforehand.
  await expect(dialog.getByText(world.campaignName)).toBeVisible()
  await dialog.getByRole('button', { name: t('invitations:form.submit') }).click()
  await expect(dialog).toBeHidden()
  const invited = page.getByRole('region', { name: t('invitations:title') }).getByRole('listitem')
  await expect(invited).toContainText(email)
  await expect(invited).toContainText(t('invitations:states.Pending'))

  let link = ''
  await expect
    .poll(async () => {
      link = /http\S+(\/invitation\/\S+)/.exec((await outbox(email))[0]?.body ?? '')?.[1] ?? ''
      return link
    })
    .toBeTruthy()
  const theirs = await another(browser, page, language)
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText(world.businessName)
  await theirs.getByRole('link', { name: t('invitation:register') }).click()
  await expect(theirs.getByLabel(t('auth:email'))).toHaveValue(email)
  await expect(theirs.getByLabel(t('auth:email'))).toHaveAttribute('readonly', '')
  // The link from the mail proves the address: no code is asked for.
  await fillRegistration(theirs, t, { name: 'Noa Cohen', phone })
  await expect(theirs).toHaveURL(/verify-phone/)
  await typeCode(theirs, t, await codeSentTo(outbox, phone))
  await theirs.getByRole('button', { name: t('invitation:join', { business: world.businessName }) }).click()
  await expect(theirs).toHaveURL(`/b/${world.businessId}/leads/all`)

  const leadId = await world.sendLead({ name: 'Dana Levi', phone: aPhone() })
  await theirs.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/${leadId}`)
  await theirs.getByLabel(t('leads:comment'), { exact: true }).fill('Called back')
  await theirs.getByRole('button', { name: t('leads:addComment'), exact: true }).click()
  await expect(theirs.getByText('Called back')).toBeVisible()

  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: t('invitation:used.title') })).toBeVisible()
  await page.reload()
  await expect(invited).toContainText(t('invitations:states.Accepted'))
  await theirs.context().close()
})

test('a person who requests to join by the public link waits, and is approved', async ({
  page,
  browser,
  t,
  world,
  outbox,
  language,
}) => {
  const email = anAddress()
  const phone = aPhone()
  await page.goto(`/b/${world.businessId}/waiting-list`)
  await page.getByRole('button', { name: t('waiting-list:link.open') }).click()
  const dialog = page.getByRole('dialog', { name: t('waiting-list:link.title') })
  await dialog.getByRole('switch', { name: t('waiting-list:link.enabled') }).press('Space')
  const url = new URL((await dialog.locator('bdi').first().textContent()) ?? '')
  await dialog.getByRole('button', { name: t('common:close') }).click()

  const theirs = await another(browser, page, language)
  await theirs.goto(`${url.pathname}?source=website`)
  await theirs.getByRole('link', { name: t('join:register') }).click()
  await fillRegistration(theirs, t, { name: 'Dan Peretz', email, phone })
  await expect(theirs.getByText(email)).toBeVisible()
  await typeCode(theirs, t, await codeMailedTo(outbox, email), 'auth:register.codeLabel')
  await expect(theirs).toHaveURL(/verify-phone/)
  await typeCode(theirs, t, await codeSentTo(outbox, phone))
  await theirs.getByRole('textbox', { name: t('join:note') }).fill('I know Ruth')
  await theirs.getByRole('button', { name: t('join:ask') }).click()
  await expect(theirs.getByRole('heading', { name: t('join:waits.title') })).toBeVisible()
  await theirs.goto('/dashboard')
  await expect(theirs.getByText(world.businessName)).toBeVisible()

  const row = page.getByRole('listitem').filter({ hasText: 'Dan Peretz' })
  await expect(row).toContainText('I know Ruth')
  await expect(row).toContainText('website')
  await row.getByRole('button', { name: t('waiting-list:approveOf', { name: 'Dan Peretz' }) }).click()
  const approving = page.getByRole('dialog', { name: t('waiting-list:approveTitle', { count: 1 }) })
  await approving.getByRole('button', { name: t('waiting-list:approve') }).click()
  await expect(row).toHaveCount(0)

  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: t('join:waits.title') })).toHaveCount(0)
  await expect(theirs.getByText(world.businessName).first()).toBeVisible()
  await theirs.context().close()
})
