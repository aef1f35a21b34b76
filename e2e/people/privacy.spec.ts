import { aPhone, expect, test } from '../support/fixtures.ts'
import { screensOf } from '../support/screens.ts'

test('a person is exported and erased, and retention periods are changed', async ({ page, t, world, isPhone }) => {
  const { toast, lead, leadLink } = screensOf(page, t, isPhone)
  const name = 'Zebulon זבולון'
  const menu = () => page.getByRole('button', { name: t('leads:moreFor', { name }) }).click()
  await world.sendLead({ name, phone: aPhone() })
  await page.goto(world.leadsPath)
  await leadLink('Zebulon').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Zebulon' })).toBeVisible()

  await test.step('the export is one file', async () => {
    const saved = page.waitForEvent('download')
    await menu()
    await page.getByRole('menuitem', { name: t('leads:person.save') }).click()
    expect((await saved).suggestedFilename()).toMatch(/^person-\d{4}-\d\d-\d\d\.zip$/)
    await expect(toast(t('privacy:saving'))).toBeVisible()
  })

  await test.step('after their name was typed, they are erased', async () => {
    await menu()
    await page.getByRole('menuitem', { name: t('leads:person.erase') }).click()
    const dialog = page.getByRole('dialog', { name: t('privacy:erase.title') })
    const erase = dialog.getByRole('button', { name: t('privacy:erase.submit') })
    await expect(erase).toBeDisabled()
    await dialog.getByRole('textbox').fill(name)
    await erase.click()
    await expect(toast(t('privacy:erase.done'))).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: t('leads:erased') })).toBeVisible()
    await expect(page.getByText('Zebulon')).toHaveCount(0)
    await page.goto(world.leadsPath)
    await expect(lead(t('leads:erased'))).toBeVisible()
  })

  await test.step('the erasure is listed in the settings, without the person’s name', async () => {
    await page.goto(`/b/${world.businessId}/settings/privacy`)
    await expect(page.getByRole('heading', { name: t('privacy:settings.erasures') })).toBeVisible()
    await expect(page.getByText('Zebulon')).toHaveCount(0)
    await page.getByLabel(t('privacy:clock.recordings'), { exact: true }).fill('24')
    await page.getByRole('button', { name: t('common:save'), exact: true }).click()
    await expect(toast(t('privacy:settings.saved'))).toBeVisible()
    await page.reload()
    await expect(page.getByLabel(t('privacy:clock.recordings'), { exact: true })).toHaveValue('24')
  })
})
