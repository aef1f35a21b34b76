import { aPhone, expect, test } from '../support/fixtures.ts'
import { screensOf } from '../support/screens.ts'

test('an owner orders the statuses, requires a lost reason, and deletes a status that leads have', async ({
  page,
  t,
  world,
  isPhone,
  language,
}) => {
  const { toast, lead, leadLink } = screensOf(page, t, isPhone)
  const isHebrew = language === 'he'
  const names = isHebrew
    ? { fresh: 'חדש', added: 'נשלח קטלוג', meeting: 'נקבעה פגישה', lost: 'לא רלוונטי' }
    : { fresh: 'New', added: 'Catalogue sent', meeting: 'Meeting set', lost: 'Not relevant' }
  const settings = `/b/${world.businessId}/settings/leads-statuses`
  const list = page.getByRole('list', { name: t('statuses:title') })
  const row = (name: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('button', { name: t('statuses:editOf', { name }) }) })
  await world.sendLead({ name: 'Gal גל', phone: aPhone() })
  await page.goto(settings)
  await expect(list.getByRole('listitem')).toHaveCount(8)

  const menu = page.getByRole('navigation', { name: t('shell:settings') })
  if (isPhone) {
    await page.getByRole('button', { name: t('shell:back') }).click()
    await expect(page.getByRole('heading', { name: t('shell:settings'), level: 1 })).toBeVisible()
    await menu.getByRole('link', { name: t('shell:leadStatuses') }).click()
  } else await expect(menu.getByRole('link', { name: t('shell:leadStatuses') })).toBeInViewport({ ratio: 1 })

  await page.getByRole('button', { name: t('statuses:add') }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: t('statuses:form.nameHe') }).fill('נשלח קטלוג')
  await form.getByRole('textbox', { name: t('statuses:form.nameEn') }).fill('Catalogue sent')
  await form.getByRole('radio', { name: t('statuses:hues.orange') }).click()
  await form.getByRole('button', { name: t('common:save') }).click()
  await expect(toast(t('statuses:form.added'))).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(9)
  // After the last one of its type: fifth of the Ongoing ones, sixth of all.
  await expect(list.getByRole('listitem').nth(5)).toContainText(names.added)

  await page.getByRole('button', { name: t('statuses:move', { name: names.added }) }).press('ArrowUp')
  await expect(list.getByRole('listitem').nth(4)).toContainText(names.added)
  await page.reload()
  await expect(list.getByRole('listitem').nth(4)).toContainText(names.added)

  // A lead gets the new status on its page, then is lost, with a reason.
  await page.goto(world.leadsPath)
  await leadLink('Gal').click()
  await page.waitForURL(/leads\/[0-9a-f-]{36}$/)
  // Its row in the table has the same button.
  await expect(page.getByRole('heading', { name: /Gal/ })).toBeVisible()
  const change = (from: string) => page.getByRole('button', { name: t('leads:changeStatus', { status: from }) })
  const pick = async (name: string) =>
    page.getByRole('menuitemradio', { name }).or(page.getByRole('menuitem', { name })).click()
  await change(names.fresh).click()
  await pick(names.lost)
  const why = page.getByRole('form', { name: t('leads:lost.question') })
  await why.getByRole('button', { name: t('leads:lost.reasons.price') }).click()
  await why.getByRole('button', { name: t('leads:lost.save') }).click()
  await expect(why).toHaveCount(0)
  await expect(page.getByText(t('leads:history.changed.lostReason'))).toBeVisible()
  await change(names.lost).click()
  // Shown before the server has it, which the next page needs.
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok())
  await pick(names.added)
  await expect(change(names.added)).toBeVisible()
  await saved

  await page.goto(settings)
  await expect(row(names.added)).toContainText(t('statuses:leads', { count: 1, total: '1' }))
  await row(names.added)
    .getByRole('button', { name: t('statuses:moreOf', { name: names.added }) })
    .click()
  await page.getByRole('menuitem', { name: t('common:delete') }).click()
  const deletion = page.getByRole('dialog')
  await deletion.getByRole('combobox', { name: t('statuses:deletion.replacement') }).click()
  await page.getByRole('option', { name: names.meeting }).click()
  await deletion.getByRole('button', { name: t('statuses:deletion.move') }).click()
  await expect(toast(t('statuses:deletion.moved', { name: names.added, count: 1, total: '1' }))).toBeVisible()
  await expect(row(names.added)).toHaveCount(0)
  await expect(row(names.meeting)).toContainText(t('statuses:leads', { count: 1, total: '1' }))
  await page.goto(`${world.leadsPath}?statusType=Ongoing`)
  await expect(lead('Gal')).toBeVisible()
})
