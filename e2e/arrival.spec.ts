import { aPhone, expect, test } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'

/** Typical names: Hebrew, Latin and mixed. */
const NOA = 'נועה Barzilai'
const title = (kind: string) => `notifications-server:title.${kind}`

test('a lead sent from outside appears at once, with a notification, and again as a repeat enquiry', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  const { leads, lead, bell, panel, popup } = screensOf(page, t, isPhone)
  const phone = aPhone()
  await page.goto(world.leadsPath)
  await expect(page.getByRole('heading', { name: t('leads:noneYet') })).toBeVisible()
  await expect(bell(0)).toBeVisible()
  const loads: string[] = []
  page.on('framenavigated', (frame) => loads.push(frame.url()))

  const came = t(title('receiving_a_lead'), { name: NOA })
  await world.sendLead({ name: NOA, phone, source: 'website', message: 'כמה עולה מטבח?' })
  await expect(popup(came)).toBeVisible()
  await expect(lead(NOA)).toBeVisible()
  await expect(bell(1)).toBeVisible()

  const again = t(title('repeat_enquiry'), { name: NOA })
  await world.sendLead({ name: NOA, phone, source: 'meta', message: 'ועוד שאלה' })
  await expect(popup(again)).toBeVisible()
  await expect(bell(2)).toBeVisible()
  await expect(leads).toHaveCount(1)
  expect(loads, 'nothing was reloaded').toEqual([])

  await test.step('the panel shows both and leads to the list', async () => {
    await bell(2).click()
    await expect(panel.getByRole('tab', { name: `${t('notifications:tabs.unread')} 2` })).toBeVisible()
    await expect(panel.getByRole('listitem').first()).toContainText(again)
    await panel.getByRole('button', { name: t('notifications:markRead', { title: again }) }).click()
    await panel.getByRole('button', { name: t('notifications:delete', { title: again }) }).click()
    await expect(panel.getByRole('tab', { name: `${t('notifications:tabs.all')} 1` })).toBeVisible()
    await panel.getByRole('link', { name: came }).click()
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(world.leadsPath)
    await expect(bell(0)).toBeVisible()
  })
})

test('new leads wait behind a pill while the reader is elsewhere in the list', async ({ page, t, world, isPhone }) => {
  const { leads, lead } = screensOf(page, t, isPhone)
  const pill = page.getByRole('button', { name: t('common:newItems', { count: 1 }) })
  for (let i = 12; i > 0; i--) await world.sendLead({ name: `Lead ${i}`, phone: aPhone() })

  // Their events have passed before the list is watched.
  await page.goto(world.leadsPath)
  await expect(leads.first()).toContainText('Lead 1')
  // On a phone the list goes on without pages.
  if (isPhone) {
    await world.sendLead({ name: NOA, phone: aPhone() })
    await page.goto(world.leadsPath)
    await expect(leads).toHaveCount(13)
  } else
    await test.step('on another page', async () => {
      await page.goto(`${world.leadsPath}?page=2`)
      await expect(leads).toHaveCount(2)
      await world.sendLead({ name: NOA, phone: aPhone() })
      await expect(pill).toBeVisible()
      await expect(lead('Lead 11')).toBeVisible()
      await expect(lead(NOA)).toBeHidden()
      await pill.click()
      await expect(page).toHaveURL(world.leadsPath)
      await expect(leads.first()).toContainText(NOA)
      await expect(pill).toBeHidden()
    })
  await test.step(isPhone ? 'scrolled down' : 'with a row chosen', async () => {
    if (isPhone) await leads.last().scrollIntoViewIfNeeded()
    else await leads.nth(1).getByRole('checkbox').check()
    await world.sendLead({ name: 'Second רון', phone: aPhone() })
    await expect(pill).toBeAttached()
    await expect(leads.first()).toContainText(NOA)
    await pill.click()
    await expect(leads.first()).toContainText('Second רון')
  })
  await test.step('a reader at the top with the pointer outside the list sees the next one at once', async () => {
    if (isPhone) await page.evaluate(() => window.scrollTo(0, 0))
    else {
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: t('common:close') })
        .click()
      await page.mouse.move(720, 20)
    }
    await page.getByRole('heading', { level: 1 }).click()
    await world.sendLead({ name: 'Third גל', phone: aPhone() })
    await expect(leads.first()).toContainText('Third גל')
  })
})

test('a lead is opened from its popup and worked to a sale', async ({ page, t, world, isPhone, language }) => {
  const { popup, toast } = screensOf(page, t, isPhone)
  const [fresh, won] = language === 'he' ? ['חדש', 'נסגר בהצלחה'] : ['New', 'Won']
  await page.goto(world.leadsPath)
  await expect(page.getByRole('heading', { name: t('leads:noneYet') })).toBeVisible()
  await world.sendLead({ name: NOA, phone: aPhone(), email: 'noa@example.test', source: 'google_ads' })
  await popup(t(title('receiving_a_lead'), { name: NOA }))
    .getByRole('link', { name: t('notifications:openLead') })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(NOA)
  const history = page.getByRole('tabpanel', { name: t('leads:history.all') })
  await expect(history).toContainText(t('leads:history.created'))

  await test.step('its status becomes Won and its value the amount of the sale', async () => {
    await page.getByRole('button', { name: t('leads:changeStatus', { status: fresh }) }).click()
    await page.getByRole('menuitemradio', { name: won }).click()
    const sale = page.getByRole('form', { name: t('leads:sale.question') })
    await sale.getByLabel(t('leads:soldFor')).fill('48,500')
    await sale.getByRole('button', { name: t('leads:sale.save') }).click()
    await expect(sale).toBeHidden()
    const change = (name: string) =>
      history.getByRole('listitem').filter({ hasText: t(`leads:history.changed.${name}`) })
    await expect(change('status')).toContainText(new RegExp(`${fresh}.*${won}`))
    await expect(change('value')).toContainText(/—.*48,500/)
  })
  await test.step('a comment stays', async () => {
    await page.getByLabel(t('leads:comment'), { exact: true }).fill('סגרנו. Paid in full')
    const stored = page.waitForResponse((response) => response.request().postData()?.includes('Paid in full') ?? false)
    await page.getByRole('button', { name: t('leads:addComment'), exact: true }).click()
    await expect(history.getByText('סגרנו. Paid in full')).toBeVisible()
    await stored
    await page.reload()
    await expect(history.getByText('סגרנו. Paid in full')).toBeVisible()
    await expect(page.getByRole('button', { name: t('leads:changeStatus', { status: won }) })).toBeVisible()
  })
  expect(await toast(t('common:networkError')).count()).toBe(0)
})

test('a deleted lead is restored by Undo, and from the trash', async ({ page, t, world, isPhone }) => {
  const { lead, leadLink, toast } = screensOf(page, t, isPhone)
  const remove = async () => {
    await page.getByRole('button', { name: t('leads:moreFor', { name: NOA }) }).click()
    await page.getByRole('menuitem', { name: t('leads:delete') }).click()
  }
  await world.sendLead({ name: NOA, phone: aPhone() })
  await page.goto(world.leadsPath)
  await leadLink(NOA).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(NOA)
  await remove()
  await expect(toast(t('leads:deleted', { count: 1 }))).toBeVisible()
  await expect(page).toHaveURL(world.leadsPath)
  await expect(lead(NOA)).toBeHidden()
  await toast(t('leads:deleted', { count: 1 }))
    .getByRole('button', { name: t('leads:restore') })
    .click()
  await expect(toast(t('leads:restored', { count: 1 }))).toBeVisible()
  await expect(lead(NOA)).toBeVisible()

  await leadLink(NOA).click()
  await remove()
  await expect(lead(NOA)).toBeHidden()
  await page.getByRole('button', { name: t('lists:filter'), exact: true }).click()
  if (isPhone) {
    await page.getByRole('switch', { name: t('leads:flags.trash') }).click()
    await page.getByRole('button', { name: t('leads:showLeads') }).click()
  } else await page.getByRole('button', { name: t('leads:flags.trash') }).click()
  await expect(page).toHaveURL(`${world.leadsPath}?trash=true`)
  await lead(NOA).hover()
  if (isPhone) {
    await lead(NOA)
      .getByRole('button', { name: t('leads:moreFor', { name: NOA }) })
      .click()
    await page.getByRole('menuitem', { name: t('leads:restore') }).click()
  } else
    await lead(NOA)
      .getByRole('button', { name: t('leads:restore') })
      .click()
  await expect(page.getByRole('heading', { name: t('leads:trashEmpty') })).toBeVisible()
  await page.goto(world.leadsPath)
  await expect(lead(NOA)).toBeVisible()
})
