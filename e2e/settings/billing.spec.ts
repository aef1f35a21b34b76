import { expect, test } from '../support/fixtures.ts'

const REFUSED = '4580000000000018'
const APPROVED = '4580000000000000'
const key = (path: string) => `billing:${path}`

test('a plan is paid with a card and has its document; a refused card is said, and paying by another resumes', async ({
  page,
  t,
  world,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const addCard = async (number: string) => {
    await button(t(key('addCard'))).click()
    await page.getByLabel('Card number').fill(number)
    await page.getByLabel(/Valid until/).fill('12/49')
    await page.getByRole('button', { name: 'Save the card' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: number.slice(-4) })).toBeVisible()
  }
  const choose = async (place: number) => {
    await page.getByRole('dialog').getByRole('radio').nth(place).click()
    await page.getByRole('dialog').getByRole('button', { name: /₪.*\d/ }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const documents = page.getByRole('region', { name: t('tax-documents:title') })
  await page.goto(`/b/${world.businessId}/settings/billing`)
  await test.step('a plan, paid with a test card, and its document', async () => {
    await addCard(APPROVED)
    await button(t(key('choosePlan'))).click()
    await choose(0)
    await expect(button(t(key('changePlan')))).toBeVisible()
    await expect(async () => {
      await page.reload()
      await expect(documents.getByText(t('tax-documents:kinds.320'))).toBeVisible({ timeout: 2_000 })
    }).toPass()
  })
  await test.step('a refused card: what is owed and when it is tried again', async () => {
    await addCard(REFUSED)
    await button(t(key('makeDefault'))).click()
    await expect(button(t(key('makeDefault')))).toBeVisible()
    await button(t(key('changePlan'))).click()
    await choose(2)
    await expect(page.getByRole('alert').filter({ hasText: t(key('refused.title')) })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('alert').filter({ hasText: t(key('refused.title')) })).toBeVisible()
  })
  await test.step('paid by the other card, the banner goes', async () => {
    await button(t(key('makeDefault'))).click()
    await page.getByRole('alert').getByRole('button').click()
    await expect(page.getByRole('alert').filter({ hasText: t(key('refused.title')) })).toBeHidden()
    await expect(documents.getByText(t('tax-documents:kinds.320'))).toHaveCount(2)
  })
})
