import { openAlways } from './support/always-open.ts'
import { aPhone, expect, test } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'

test('a new lead is assigned by the rule, its clock runs, and an answer ends it', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  const { request } = page.context()
  const { lead, leadLink } = screensOf(page, t, isPhone)
  await openAlways(request, world)

  await test.step('the Owner sets the rule of the campaign', async () => {
    await page.goto(`/b/${world.businessId}/c/${world.campaignId}/campaign/people`)
    await expect(page.getByText(t('assignment:modes.none.about'))).toBeVisible()
    await page.getByRole('button', { name: t('assignment:change') }).click()
    const dialog = page.getByRole('dialog', { name: t('assignment:title') })
    await dialog.getByRole('radio', { name: t('assignment:modes.roundRobin.name'), exact: true }).check()
    await dialog.getByRole('checkbox', { name: world.name }).check()
    await dialog.getByRole('switch', { name: t('assignment:late.name') }).check({ force: true })
    await dialog.getByRole('button', { name: t('common:save') }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(t('assignment:modes.roundRobin.about'))).toBeVisible()
    await expect(page.getByText(t('assignment:said.reported'))).toBeVisible()
  })
  await test.step('a lead that comes by the API is theirs, and says so in its history', async () => {
    await world.sendLead({ name: 'Ruti Clock', phone: aPhone() })
    await page.goto(world.leadsPath)
    await expect(lead('Ruti Clock')).toBeVisible()
    await leadLink('Ruti Clock').first().click()
    await expect(page.getByText(t('leads:history.byRule.roundRobin'))).toBeVisible()
  })
  const left = page.locator('[data-clock]').first()
  await test.step('the lead shows how much of the target is left', async () => {
    if (isPhone) await page.getByRole('tab', { name: t('leads:details') }).click()
    await expect(left).toContainText(/(29|30)/)
    await expect(left).toHaveAttribute('data-tone', 'green')
  })
  await test.step('Today lists it with its clock', async () => {
    await page.goto(`/b/${world.businessId}/today`)
    const section = page.getByRole('region', { name: t('follow-ups:today.sections.newLeads') })
    await expect(section.getByRole('listitem')).toHaveCount(1)
    await expect(section.locator('[data-clock]')).toContainText('30')
    await section.getByRole('link', { name: 'Ruti Clock' }).first().click()
  })
  await test.step('a comment is the first response: the clock ends, and Today is empty', async () => {
    await page.getByRole('textbox', { name: t('leads:comment'), exact: true }).fill('Called back')
    await page.getByRole('button', { name: t('leads:addComment'), exact: true }).click()
    await expect(page.getByText('Called back').first()).toBeVisible()
    if (isPhone) await page.getByRole('tab', { name: t('leads:details') }).click()
    await expect(page.locator('[data-clock]')).toHaveCount(0)
    await page.goto(`/b/${world.businessId}/today`)
    await expect(page.getByRole('heading', { name: t('follow-ups:today.title'), level: 1 })).toBeVisible()
    await expect(
      page
        .getByRole('status')
        .or(page.getByText(t('follow-ups:today.done')))
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ruti Clock' })).toHaveCount(0)
  })
})
