import { readFile } from 'node:fs/promises'
import { aPhone, expect, international, test } from './support/fixtures.ts'

test('an Owner sees who did what and from where, filters the log, and exports it', async ({ page, t, world }) => {
  await world.sendLead({ name: 'Noa Peretz', phone: international(aPhone()) })
  await page.goto(`/b/${world.businessId}/settings/audit?leads=true`)
  const rows = page.getByRole('list', { name: t('audit:list') }).getByRole('listitem')
  const made = rows.filter({ hasText: t('audit-server:events.lead.created') })
  await expect(made).toContainText('Noa Peretz')
  await expect(made).toContainText('127.0.0.1')

  await test.step('filtered by keys', async () => {
    await page.getByRole('combobox', { name: t('audit:kind') }).click()
    await page.getByRole('option', { name: t('audit:kinds.keys') }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(t('audit-server:events.key.created'))
    await expect(rows).toContainText(world.name)
    await expect(page).toHaveURL(/kind=keys/)
  })
  await test.step('exported, which is logged, too', async () => {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: t('audit:export') }).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(/^audit-.*\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text.trim().split('\r\n')).toHaveLength(2)
    expect(text).toContain(t('audit-server:events.key.created'))
    await page.goto(`/b/${world.businessId}/settings/audit`)
    await expect(rows.first()).toContainText(t('audit-server:events.audit.exported'))
  })
  await test.step('filtered by one lead, found by name; the URL keeps it', async () => {
    const about = page.getByRole('combobox', { name: t('audit:about') })
    await about.fill('noa per')
    await page.getByRole('option', { name: 'Noa Peretz' }).click()
    await expect(rows).toHaveCount(1)
    await expect(made).toBeVisible()
    await expect(page).toHaveURL(/about=[0-9a-f-]{36}/)
    await page.reload()
    await expect(about).toHaveValue('Noa Peretz')
    await expect(rows).toHaveCount(1)
  })
  await test.step('from a lead to its events', async () => {
    await made.getByRole('link', { name: 'Noa Peretz' }).click()
    await expect(page).toHaveURL(/\/leads\/[0-9a-f-]{36}/)
  })
})
