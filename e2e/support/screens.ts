import type { Locator, Page } from '@playwright/test'
import { PASSWORD, type Texts } from './fixtures.ts'

type Typed = { name: string; email?: string; phone: string }
/** Fills and sends the registration form; locked fields stay as they are. */
export async function fillRegistration(page: Page, t: Texts, { name, email, phone }: Typed) {
  await page.getByLabel(t('auth:name')).fill(name)
  if (email) await page.getByLabel(t('auth:email')).fill(email)
  await page.getByLabel(t('auth:phone')).fill(phone)
  await page.getByLabel(t('auth:passwordLabel'), { exact: true }).fill(PASSWORD)
  await page.getByLabel(t('auth:passwordAgain'), { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: t('auth:register.submit') }).click()
}

/** Page elements that several journeys use, located as a person finds them. */
export function screensOf(page: Page, t: Texts, isPhone: boolean) {
  const leads = isPhone
    ? page.getByRole('list', { name: t('leads:title') }).getByRole('listitem')
    : page
        .getByRole('table', { name: t('leads:title') })
        .locator('tbody')
        .getByRole('row')
  return {
    /** Rows of the table; on a phone the cards. */
    leads,
    lead: (name: string) => leads.filter({ hasText: name }),
    leadLink: (name: string) => leads.getByRole('link', { name }),
    toast: (text: string | RegExp) => page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }),
    /** The bell with this number of unread notifications. */
    bell: (count: number) => page.getByRole('button', { name: t('notifications:open', { count }), exact: true }),
    panel: page.getByRole('dialog', { name: t('notifications:title') }),
    popup: (title: string) =>
      page
        .getByRole('status')
        .filter({ hasText: title })
        .filter({ has: page.getByRole('link', { name: t('notifications:openLead') }) }),
    openUserMenu: (name: string) => page.getByRole('button', { name: t('shell:userMenu', { name }) }).click(),
    /** Opens a group of the phone's menu. */
    openMenuGroup: async (group: string) => {
      await page.getByRole('button', { name: t('shell:openMenu') }).click()
      const menu = page.getByRole('dialog', { name: t('shell:menu') })
      const head = menu.getByRole('button', { name: group, exact: true })
      if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click()
      return menu
    },
    business: (name: string) => page.getByRole('button', { name: t('shell:businessNamed', { name }) }),
    campaign: (name: string) => page.getByRole('button', { name: t('shell:campaignNamed', { name }) }),
  }
}

/** Pastes a text from the clipboard. */
export const paste = (field: Locator, text: string) =>
  field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
