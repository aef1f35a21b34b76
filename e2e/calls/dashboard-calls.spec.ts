import { weekHourOf } from '../../contract/values/week-hours.ts'
import { expect, test } from '../support/fixtures.ts'

test('a cell of the map of hours opens the calls that it counts, which are saved as a view', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  test.setTimeout(90_000)
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const { request } = page.context()
  const leadId = await world.sendLead({ name: 'Dana דנה', phone: '054-731-1184' })
  const at = new Date(Date.now() - 5 * 60_000).toISOString()
  for (const direction of ['inbound', 'inbound', 'outbound']) {
    const data = { leadId, direction, isAnswered: true, startedAt: at, minutes: 2, note: '' }
    const logged = await request.post('/api/call/log', { headers, data })
    expect(logged.status(), await logged.text()).toBe(200)
  }
  const cellOf = (hour: number) => page.locator(`[data-cell="${Math.floor(hour / 24)} ${hour % 24}"]`)
  const hour = weekHourOf(at)
  const total = page.getByText(t('calls:total', { count: 2, total: '2' })).first()

  await test.step('the cell, reached by arrow keys, opens the list with the same number', async () => {
    await page.goto('/dashboard?tab=calls&preset=allTime')
    await expect(cellOf(hour)).toHaveText('2')
    await cellOf(hour).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    if (hour >= 24) await expect(cellOf(hour)).toBeFocused()
    await cellOf(hour).press('Enter')
    await expect(page).toHaveURL(/direction=inbound.*weekday=.*hour=/)
    await expect(total).toBeVisible()
  })
  await test.step('leads recolour the same grid and open the list of leads', async () => {
    await page.goto('/dashboard?tab=calls&preset=allTime&hours=leads')
    await expect(cellOf(weekHourOf(new Date()))).toHaveText('1')
  })
  await test.step('the list is saved as a view, and opened by its tab', async () => {
    const name = 'בוקר'
    await page.goto(`/b/${world.businessId}/calls/all?direction=inbound&hour=${hour % 24}`)
    const bar = page.getByRole('navigation', { name: t('saved-views:title') })
    await bar.getByRole('button', { name: t('saved-views:save'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('saved-views:saveNew') })
    await dialog.getByRole('textbox').fill(name)
    await dialog.getByLabel(t('saved-views:pin')).check()
    await dialog.getByRole('button', { name: t('saved-views:submit'), exact: true }).click()
    await expect(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await bar.getByRole('link', { name: t('saved-views:calls.all') }).click()
    await expect(bar.getByRole('link', { name: t('saved-views:calls.all') })).toHaveAttribute('aria-current', 'page')
    await bar.getByRole('link', { name }).click()
    await expect(page).toHaveURL(/view=.*direction=inbound/)
    if (!isPhone) await expect(total).toBeVisible()
  })
})
