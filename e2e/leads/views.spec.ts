import { aPhone, expect, test } from '../support/fixtures.ts'

test('a view is saved, opens by its tab and its link, says what was changed, and is deleted with undo', async ({
  page,
  t,
  world,
}) => {
  const bar = page.getByRole('navigation', { name: t('saved-views:title') })
  const tab = (name: string) => bar.getByRole('link', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const changed = page.getByText(t('saved-views:changed'))
  const all = `/b/${world.businessId}/leads/all`
  const name = 'Waiting ממתינים'
  await world.sendLead({ name: 'Yoav יואב', phone: aPhone() })
  await page.goto(`${all}?unread=true&sort=date`)

  await test.step('saved under a name, shared, as a tab and as the default', async () => {
    await bar.getByRole('button', { name: t('saved-views:save'), exact: true }).click()
    await dialog.getByRole('textbox').fill(name)
    for (const key of ['share', 'pin', 'leads.default']) await dialog.getByLabel(t(`saved-views:${key}`)).check()
    await dialog.getByRole('button', { name: t('saved-views:submit'), exact: true }).click()
    await expect(tab(name)).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveURL(/[?&]view=[0-9a-f-]{36}/)
    await expect(changed).toHaveCount(0)
  })
  const link = page.url()

  await test.step('the list opens with it; the other tab leaves it', async () => {
    await tab(t('saved-views:leads.all')).click()
    await expect(page).toHaveURL(`${all}?view=all`)
    await page.goto(all)
    await expect(page).toHaveURL(link)
    await expect(tab(name)).toHaveAttribute('aria-current', 'page')
  })

  await test.step('a change is said, discarded, and saved', async () => {
    const more = `${link}&duplicate=true`
    await page.goto(more)
    await expect(changed.first()).toBeVisible()
    await bar.getByRole('button', { name: t('saved-views:discard'), exact: true }).click()
    await expect(page).toHaveURL(link)
    await page.goto(more)
    await bar.getByRole('button', { name: t('saved-views:saveChanges'), exact: true }).click()
    await expect(changed).toHaveCount(0)
    await tab(t('saved-views:leads.all')).click()
    await tab(name).click()
    await expect(page).toHaveURL(/duplicate=true/)
  })

  await test.step('deleted, and taken back', async () => {
    await bar.getByRole('button', { name: t('saved-views:views'), exact: true }).click()
    await page.getByRole('menuitem', { name: t('saved-views:manage') }).click()
    await dialog.getByRole('button', { name: t('saved-views:delete', { name }) }).click()
    await expect(tab(name)).toHaveCount(0)
    await page.getByRole('button', { name: t('common:undo'), exact: true }).click()
    await expect(tab(name)).toHaveCount(1)
  })
})
