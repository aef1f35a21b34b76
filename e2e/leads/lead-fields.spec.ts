import { aPhone, expect, test } from '../support/fixtures.ts'
import { screensOf } from '../support/screens.ts'

test('an owner adds a choice field; it is filled on a lead, shown in the list and filtered by', async ({
  page,
  t,
  world,
  isPhone,
  language,
}) => {
  const { leads, lead, leadLink, toast } = screensOf(page, t, isPhone)
  const isHebrew = language === 'he'
  // The campaign is named after kitchens.
  const [name, option] = isHebrew ? ['סוג עבודה', 'חדר רחצה'] : ['Kind of work', 'Bathroom']
  const settings = `/b/${world.businessId}/settings/lead-fields`
  const list = page.getByRole('list', { name: t('lead-fields:title') })
  await world.sendLead({ name: 'Gal גל', phone: aPhone() })
  await world.sendLead({ name: 'Noa נועה', phone: aPhone() })

  await test.step('the field, with two options', async () => {
    await page.goto(settings)
    await expect(page.getByRole('heading', { name: t('lead-fields:empty.title') })).toBeVisible()
    await page.getByRole('button', { name: t('lead-fields:add'), exact: true }).click()
    const editor = page.getByRole('dialog')
    await editor.getByRole('textbox', { name: t('lead-fields:form.nameHe') }).fill('סוג עבודה')
    await editor.getByRole('textbox', { name: t('lead-fields:form.nameEn') }).fill('Kind of work')
    await editor.getByRole('combobox', { name: t('lead-fields:form.type') }).click()
    await page.getByRole('option', { name: t('lead-fields:types.choice'), exact: true }).click()
    for (const [at, he, en] of [
      [1, 'מטבח', 'Kitchen'],
      [2, 'חדר רחצה', 'Bathroom'],
    ] as const) {
      if (at > 1) await editor.getByRole('button', { name: t('lead-fields:options.add') }).click()
      await editor.getByRole('textbox', { name: t('lead-fields:options.nameHe', { number: at }) }).fill(he)
      await editor.getByRole('textbox', { name: t('lead-fields:options.nameEn', { number: at }) }).fill(en)
    }
    await editor.getByRole('button', { name: t('common:save') }).click()
    await expect(toast(t('lead-fields:form.added'))).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list).toContainText(name)
  })

  await test.step('filled on the page of a lead, whose history names it', async () => {
    await page.goto(world.leadsPath)
    await leadLink('Gal').click()
    await page.waitForURL(/leads\/[0-9a-f-]{36}$/)
    if (isPhone) await page.getByRole('tab', { name: t('leads:details') }).click()
    await page.getByRole('button', { name: t('leads:editWhat', { what: name }) }).click()
    await page.getByRole('option', { name: option }).click()
    await expect(page.getByRole('definition').filter({ hasText: option })).toBeVisible()
    if (isPhone) await page.getByRole('tab', { name: t('leads:history.all') }).click()
    await expect(page.getByRole('listitem').filter({ hasText: option })).toContainText(name)
  })

  await page.goto(world.leadsPath)
  await expect(leads).toHaveCount(2)
  if (!isPhone)
    await test.step('a column of the list, in this order after a reload, too', async () => {
      await page.getByRole('button', { name: t('lists:columnsTool') }).click()
      await page.getByRole('switch', { name }).click()
      await expect(page.getByRole('columnheader', { name })).toBeVisible()
      await page.reload()
      await expect(lead('Gal')).toContainText(option)
      await expect(lead('Noa')).not.toContainText(option)
    })

  await test.step('a condition of the filter', async () => {
    await page.getByRole('button', { name: t('lists:filter'), exact: true }).click()
    await page.getByRole('button', { name: t('leads:where.open') }).click()
    const builder = page.getByRole('dialog', { name: t('leads:where.title') })
    await builder.getByRole('combobox', { name: t('leads:where.field') }).fill(name)
    await page.getByRole('option', { name }).click()
    await builder.getByRole('combobox', { name: t('leads:where.value') }).click()
    await page.getByRole('option', { name: option }).click()
    await builder.getByRole('button', { name: t('leads:where.apply') }).click()
    await expect(builder).toBeHidden()
    if (isPhone) await page.getByRole('button', { name: t('leads:showLeads') }).click()
    await expect(page).toHaveURL(`${world.leadsPath}?where=all(fields.kind_of_work.in:bathroom)`)
    await expect(leads).toHaveCount(1)
    await expect(lead('Gal')).toBeVisible()
  })

  await test.step('deleted, and taken back with its value', async () => {
    await page.goto(settings)
    const more = page.getByRole('button', { name: t('lead-fields:moreOf', { name }) })
    await more.click()
    await page.getByRole('menuitem', { name: t('common:delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common:delete') })
      .click()
    await expect(list).toHaveCount(0)
    await page.getByRole('button', { name: t('lead-fields:deleted.restoreOf', { name }) }).click()
    await expect(list.getByRole('listitem')).toContainText(name)
    await page.goto(`${world.leadsPath}?where=all(fields.kind_of_work.in:bathroom)`)
    await expect(lead('Gal')).toBeVisible()
  })
})
