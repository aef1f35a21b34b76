import { aPhone, confirmIdentity, expect, test } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'

test('a campaign is created, changed, switched off and deleted, its leads moved', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  const { toast, leads, lead } = screensOf(page, t, isPhone)
  const name = 'Balconies מרפסות'
  const row = page.getByRole(isPhone ? 'listitem' : 'row').filter({ hasText: name })
  const pick = async (entry: string) => {
    await row.getByRole('button', { name: t('campaigns:menuOf', { name }) }).click()
    await page.getByRole('menuitem', { name: t(`campaigns:menu.${entry}`) }).click()
  }

  await page.goto(world.campaignsPath)
  await page.getByRole('link', { name: t('campaigns:create') }).click()
  const next = () => page.getByRole('button', { name: t('common:next'), exact: true }).click()
  await next()
  await expect(page.getByText(t('errors:required')).first()).toBeVisible()
  await page.getByLabel(t('campaigns:form.name')).fill(name)
  await page.getByRole('combobox', { name: t('campaigns:form.tags') }).fill('קיץ')
  await page.getByRole('combobox', { name: t('campaigns:form.tags') }).press('Enter')
  await next()
  await expect(page.getByRole('button', { name: t('campaigns:links.add') })).toBeVisible()
  await next()
  await page.getByLabel(t('campaigns:form.numberLater')).check()
  await next()
  await page.getByRole('combobox', { name: t('campaigns:form.emails') }).fill('office@example.test')
  await page.getByRole('combobox', { name: t('campaigns:form.emails') }).press('Enter')
  await next()
  await page.getByRole('button', { name: t('campaigns:form.submit') }).click()
  await expect(toast(t('campaigns:form.created'))).toBeVisible()
  await expect(page).toHaveURL(/\/c\/[^/]+\/leads$/)
  const campaignId = /\/c\/([^/]+)\//.exec(page.url())?.[1] ?? ''

  await page.goto(world.campaignsPath)
  await pick('edit')
  await page.getByLabel(t('campaigns:form.notes')).fill('רק בצפון')
  await page.getByRole('button', { name: t('common:save'), exact: true }).click()
  await expect(toast(t('campaigns:form.saved'))).toBeVisible()

  await test.step('switched off, it still accepts leads, marked as such; switched on, it is active', async () => {
    await page.goto(world.campaignsPath)
    const enabled = row.getByRole('switch', { name: t('campaigns:enabledOf', { name }) })
    await enabled.press('Space')
    await expect(enabled).not.toBeChecked()
    await expect(row.getByText(t('campaigns:state.paused'))).toBeVisible()
    await world.sendLead({ campaignId, name: 'Paused עומר', phone: aPhone() })
    await enabled.press('Space')
    await expect(row.getByText(t('campaigns:state.active'))).toBeVisible()
  })
  await test.step('its lead moves to the other campaign', async () => {
    await page.reload()
    await pick('delete')
    const modal = page.getByRole('dialog', { name: t('campaigns:remove.title') })
    const submit = modal.getByRole('button', { name: t('campaigns:remove.submit') })
    await modal.getByLabel(t('campaigns:remove.move'), { exact: true }).check()
    await modal.getByRole('combobox', { name: t('campaigns:remove.to') }).click()
    await page.getByRole('option', { name: world.campaignName }).click()
    await expect(submit).toBeDisabled()
    await modal.getByLabel(t('common:typeToConfirm', { word: name })).fill(name)
    await submit.click()
    await expect(toast(t('campaigns:remove.done'))).toBeVisible()
    await expect(row).toHaveCount(0)
    await page.goto(world.leadsPath)
    await expect(leads).toHaveCount(1)
    await expect(lead('Paused עומר')).toBeVisible()
  })
})

test('a campaign’s page opens from the list; each tab has its address; it is edited and left again', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  const { toast } = screensOf(page, t, isPhone)
  await world.sendLead({ name: 'Dana דנה', phone: aPhone() })
  await page.goto(world.campaignsPath)
  await page.getByRole('link', { name: world.campaignName, exact: true }).click()
  const home = new RegExp(`/c/${world.campaignId}/campaign$`)
  await expect(page).toHaveURL(home)
  await expect(page.locator('[data-figure="leads"]')).toHaveText('1')
  const tabs = page.getByRole('navigation', { name: t('campaigns:page.title') })
  for (const [tab, text] of [
    ['sources', t('campaigns:page.noLinks')],
    ['numbers', t('numbers:empty.text')],
    ['people', t('campaigns:page.noPeople')],
    ['notifications', t('campaigns:page.noRecipients')],
    ['history', t('audit:ofCampaign')],
  ] as const) {
    await tabs.getByRole('link', { name: t(`campaigns:page.tabs.${tab}`) }).click()
    await expect(page).toHaveURL(new RegExp(`/campaign/${tab}$`))
    await expect(page.getByText(text)).toBeVisible()
  }
  await page.reload()
  await expect(page.getByText(t('audit:ofCampaign'))).toBeVisible()
  await page.getByRole('link', { name: t('campaigns:menu.edit'), exact: true }).click()
  await page.getByLabel(t('campaigns:form.notes')).fill('רק בצפון')
  await page.getByRole('button', { name: t('common:save'), exact: true }).click()
  await expect(toast(t('campaigns:form.saved'))).toBeVisible()
  await expect(page).toHaveURL(home)
  await expect(page.getByText('רק בצפון')).toBeVisible()
  await tabs.getByRole('link', { name: t('campaigns:page.tabs.history') }).click()
  await expect(page.getByText('רק בצפון')).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('campaigns:menu.leads'), exact: true })
    .click()
  await expect(page).toHaveURL(new RegExp(`/c/${world.campaignId}/leads$`))
})

test('an API key is shown once, sends leads, and stops when it is switched off', async ({
  page,
  t,
  world,
  request,
  isPhone,
}) => {
  const { popup } = screensOf(page, t, isPhone)
  await page.goto(world.apiKeysPath)
  await page.getByRole('button', { name: t('api-keys:create') }).click()
  const modal = page.getByRole('dialog', { name: t('api-keys:form.title') })
  await modal.getByLabel(t('api-keys:form.name')).fill('Landing page')
  await modal.getByRole('button', { name: t('api-keys:form.submit') }).click()
  await confirmIdentity(page, t)
  const made = page.getByRole('dialog', { name: t('api-keys:made.title') })
  await expect(made.getByText(t('api-keys:made.warning'))).toBeVisible()
  const key = (await made.locator('code').textContent()) ?? ''
  const snippet = (await made.getByRole('tabpanel').locator('pre').textContent()) ?? ''
  expect(snippet).toContain(`Bearer ${key}`)

  // The snippet's request, sent as shown.
  const url = /POST '([^']+)'/.exec(snippet)?.[1] ?? ''
  const data = JSON.parse(/-d '(.+)'$/s.exec(snippet)?.[1] ?? '')
  const send = () => request.post(url, { data, headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' } })
  const reply = await send()
  expect(reply.status()).toBe(201)
  const notification = popup(t('notifications-server:title.receiving_a_lead', { name: data.name }))
  await notification.getByRole('button', { name: t('common:close') }).click()

  await made.getByRole('button', { name: t('api-keys:made.done') }).click()
  await expect(made).toBeHidden()
  const row = page.getByRole('listitem').filter({ hasText: 'Landing page' })
  await expect(row).toBeVisible()
  await expect(page.getByText(key)).toHaveCount(0)
  // Last use is stored every few seconds.
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText(t('api-keys:lastUsed'), { timeout: 2_000 })
  }).toPass()

  const active = row.getByRole('switch', { name: t('api-keys:activeOf', { name: 'Landing page' }) })
  await active.press('Space')
  await expect(active).not.toBeChecked()
  await expect
    .poll(async () => {
      const refused = await send()
      return [refused.status(), (await refused.json()).message]
    })
    .toEqual([401, 'Key is not active'])

  await row.getByRole('button', { name: t('api-keys:deleteOf', { name: 'Landing page' }) }).click()
  const confirm = page.getByRole('dialog', { name: t('api-keys:remove.title') })
  await confirm.getByLabel(t('common:typeToConfirm', { word: 'Landing page' })).fill('Landing page')
  await confirm.getByRole('button', { name: t('api-keys:remove.submit') }).click()
  await expect(row).toHaveCount(0)
})
