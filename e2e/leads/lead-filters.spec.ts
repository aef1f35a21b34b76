import { aPhone, expect, test } from '../support/fixtures.ts'
import { screensOf } from '../support/screens.ts'

const NOA = 'נועה Barzilai'
const YOAV = 'Yoav יואב'

test('conditions with and/or form a list that can be shared by link', async ({ page, t, world, isPhone }) => {
  const { leads, lead } = screensOf(page, t, isPhone)
  await world.sendLead({ name: NOA, phone: aPhone(), email: 'noa@example.test' })
  await world.sendLead({ name: YOAV, phone: aPhone() })
  await world.sendLead({ name: 'Third גל', phone: aPhone(), email: 'gal@example.test' })
  await page.goto(world.leadsPath)
  await expect(leads).toHaveCount(3)
  await page.getByRole('button', { name: t('lists:filter'), exact: true }).click()
  if (isPhone) {
    // Every status is seen without a scroll area inside the drawer.
    const statuses = page.getByRole('group', { name: t('leads:columns.status') }).locator('> *')
    await expect(statuses.first()).toBeVisible()
    const overflows = await statuses.evaluateAll((lists) => lists.map((list) => getComputedStyle(list).overflowY))
    expect(overflows.filter((overflow) => overflow === 'auto' || overflow === 'scroll')).toEqual([])
  }
  await page.getByRole('button', { name: t('leads:where.open') }).click()
  const builder = page.getByRole('dialog', { name: t('leads:where.title') })
  await builder.getByRole('textbox', { name: t('leads:where.value') }).fill('barzilai')
  await builder.getByRole('button', { name: t('leads:where.addRule'), exact: true }).click()
  const second = builder.getByRole('group', { name: t('leads:columns.name'), exact: true }).last()
  await second.getByRole('combobox', { name: t('leads:where.field') }).click()
  await page.getByRole('option', { name: t('leads:columns.email') }).click()
  const added = builder.getByRole('group', { name: t('leads:columns.email'), exact: true })
  await added.getByRole('combobox', { name: t('leads:where.operator') }).click()
  await page.getByRole('option', { name: t('leads:where.ops.empty'), exact: true }).click()
  await builder.getByText(t('leads:where.any'), { exact: true }).click()
  await builder.getByRole('button', { name: t('leads:where.apply') }).click()
  await expect(builder).toBeHidden()
  if (isPhone) await page.getByRole('button', { name: t('leads:showLeads') }).click()
  const address = `${world.leadsPath}?where=any(name.contains:barzilai;email.empty)`
  await expect(page).toHaveURL(address)
  await expect(leads).toHaveCount(2)
  await expect(lead(YOAV)).toBeVisible()

  await test.step('the same in another window', async () => {
    const other = await page.context().newPage()
    await other.addInitScript((token) => localStorage.setItem('token', token), world.accessToken)
    await other.goto(address)
    await expect(screensOf(other, t, isPhone).leads).toHaveCount(2)
    await other.close()
  })
  if (isPhone) return
  await test.step('each condition is a chip that opens its own fields', async () => {
    await page.getByRole('button', { name: t('leads:where.said.contains', { value: 'barzilai' }) }).click()
    await page.getByRole('textbox', { name: t('leads:where.value') }).fill('unknown')
    await page.getByRole('button', { name: t('leads:where.apply') }).click()
    await expect(leads).toHaveCount(1)
    await page.getByRole('button', { name: t('lists:clear'), exact: true }).click()
    await expect(page).toHaveURL(world.leadsPath)
    await expect(leads).toHaveCount(3)
  })
})
