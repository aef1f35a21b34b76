import type { BrowserContext, Page } from '@playwright/test'
import { anEmail, aPhone, codeMailedTo, codeSentTo, expect, PASSWORD, test } from './support/fixtures.ts'
import { paste } from './support/screens.ts'

/** Bars of the way from the registration form to an answered call. */
const SCREENS_MAX = 8
const PRESSES_MAX = 14

/**
 * Counts what a newcomer goes through, in the pages themselves. A press is each touch or click anywhere (`pointerdown`),
 * and Enter or Space on a button; typing and pasting are none. A screen is what stands under one heading, with its step
 * where it has steps; while a dialog is open, that of the dialog. It is not known by the path, which changes a moment
 * before the page does, and differs less: registration and the code by mail have one. Each counts once.
 */
async function countWork(context: BrowserContext) {
  const screens: string[] = []
  const presses: string[] = []
  await context.exposeBinding('notedScreen', (_, name: string) => {
    if (!screens.includes(name)) screens.push(name)
  })
  await context.exposeBinding('notedPress', (_, what: string) => presses.push(what))
  await context.addInitScript(() => {
    type Noted = { notedScreen: (name: string) => void; notedPress: (what: string) => void }
    const { notedScreen, notedPress } = window as unknown as Noted
    const wordsOf = (element: Element | null | undefined) => (element?.textContent ?? '').trim().slice(0, 60)
    const pressed = (event: Event) => notedPress(wordsOf(event.target as Element))
    addEventListener('pointerdown', (event) => event.isTrusted && pressed(event), true)
    addEventListener(
      'keydown',
      (event) => {
        const isButton = (event.target as Element).closest('button, a, [role=button], [type=checkbox], [type=radio]')
        if (event.isTrusted && isButton && /^(Enter| )$/.test(event.key)) pressed(event)
      },
      true,
    )
    const look = () => {
      const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1)
      const step = wordsOf((dialog ?? document).querySelector('[aria-current=step]'))
      const heading = wordsOf(dialog ? dialog.querySelector('h2') : document.querySelector('h1'))
      if (heading) notedScreen(`${dialog ? 'dialog: ' : ''}${heading} ${step}`)
    }
    addEventListener('DOMContentLoaded', () => {
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    })
  })
  return { screens, presses }
}

/** Whether the own phone has registered: until then a test call has nothing to ring. */
const phoneIsReady = (page: Page, label: string) => expect(page.locator(`[aria-label="${label}"]`)).toBeAttached()

test('a newcomer who reads nothing comes from the registration to an answered call', async ({
  page,
  t,
  outbox,
  language,
  isPhone,
}) => {
  test.setTimeout(180_000)
  const { screens, presses } = await countWork(page.context())
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const [phone, email] = [aPhone(), anEmail()]

  await page.goto('/auth/register')
  await page.getByLabel(t('auth:name')).fill(language === 'he' ? 'דנה לוי' : 'Dana Levi')
  await page.getByLabel(t('auth:email')).fill(email)
  await page.getByLabel(t('auth:phone')).fill(phone)
  await page.getByLabel(t('auth:passwordLabel'), { exact: true }).fill(PASSWORD)
  await page.getByLabel(t('auth:passwordAgain'), { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await press(t('auth:register.submit'))
  const mailed = page.getByRole('group', { name: t('auth:register.codeLabel') }).getByRole('textbox')
  await expect(mailed).toHaveCount(6)
  await paste(mailed.first(), await codeMailedTo(outbox, email))
  const sent = page.getByRole('group', { name: t('auth:verify.code') }).getByRole('textbox')
  await expect(sent).toHaveCount(6)
  await paste(sent.first(), await codeSentTo(outbox, phone))

  await page.getByLabel(t('businesses:create.name')).fill(language === 'he' ? 'נגרות לוי' : 'Levi Carpentry')
  await press(t('businesses:create.submitNow'))
  await page.getByLabel(t('campaigns:form.name')).fill(language === 'he' ? 'מטבחים' : 'Kitchens')
  await press(t('campaigns:form.submitNow'))

  const dialog = page.getByRole('dialog', { name: t('numbers:setup.title') })
  // The places are offered the same free numbers at the same time.
  await dialog
    .getByRole('radio')
    .nth((language === 'he' ? 2 : 4) + Number(isPhone))
    .click()
  await press(t('numbers:setup.take'))
  await expect(dialog.getByText(t('numbers:order.done'))).toBeVisible()
  await phoneIsReady(page, t('softphone:open', { state: t('softphone:line.ready') }))
  await press(t('numbers:test.start'))
  const card = page.getByRole('region', { name: t('softphone:incoming') })
  await card.getByRole('button', { name: t('softphone:answer') }).click()
  await expect(dialog.getByText(t('numbers:test.answered'))).toBeVisible()

  expect(presses.length, presses.join(' · ')).toBeLessThanOrEqual(PRESSES_MAX)
  expect(screens.length, screens.join(' · ')).toBeLessThanOrEqual(SCREENS_MAX)
  // The count is of what happened: each press here is one, and no screen was missed. The list of leads is seen before the
  // dialog above it, unless both appear at once.
  expect(presses).toHaveLength(8)
  expect(screens.length, screens.join(' · ')).toBeGreaterThanOrEqual(7)
  await test.info().attach('work', { body: JSON.stringify({ screens, presses }, null, 1) })

  await page.goto('/dashboard')
  const steps = page.getByRole('region', { name: t('first-steps:title') })
  await expect(steps.getByText(t('first-steps:done', { count: 4, total: 6 }))).toBeVisible()
})
