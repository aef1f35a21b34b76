import { expect, type Texts, test } from '../support/fixtures.ts'
import { screensOf } from '../support/screens.ts'

const OWN = '/user/settings/notifications'
const key = (path: string) => `notification-settings:${path}`
const cellOf = (t: Texts, event: string, channel: string) =>
  t(key('own.cell'), { event: t(key(`events.${event}`)), channel: t(key(`channels.${channel}`)) })

test('a member chooses notifications, tests a channel, and is notified accordingly', async ({
  page,
  t,
  world,
  isPhone,
  outbox,
}) => {
  const { bell, popup } = screensOf(page, t, isPhone)
  await page.goto(OWN)
  const cell = (channel: string) => page.getByRole('checkbox', { name: cellOf(t, 'receiving_a_lead', channel) })
  await test.step('mail on, popups off, both kept', async () => {
    await expect(cell('popup')).toBeChecked()
    // A checkbox updates shortly after the click, when the cached settings change.
    await cell('mail').click()
    await expect(cell('mail')).toBeChecked()
    await cell('popup').click()
    await expect(cell('popup')).not.toBeChecked()
    await expect(
      page.getByRole('button', { name: t(key('own.resetOf'), { event: t(key('events.receiving_a_lead')) }) }),
    ).toBeVisible()
    await page.reload()
    await expect(cell('mail')).toBeChecked()
    await expect(cell('popup')).not.toBeChecked()
  })
  await test.step('a test is shown as popup and sent by mail', async () => {
    const test = (channel: string) =>
      page.getByRole('button', { name: t(key('channels.testOf'), { channel: t(key(`channels.${channel}`)) }) })
    await test('popup').click()
    await expect(page.getByRole('status').filter({ hasText: t('notifications-server:title.test') })).toBeVisible()
    await test('mail').click()
    await expect.poll(async () => (await outbox(world.email))[0]?.subject).toContain(world.businessName)
  })
  await test.step('a lead is mailed, and silently added to the bell', async () => {
    await world.sendLead({ name: 'Noa Peretz', phone: '+972724441234' })
    await expect(bell(2)).toBeVisible()
    await expect.poll(async () => (await outbox(world.email))[0]?.subject).toContain('Noa Peretz')
    await expect(popup(t('notifications-server:title.receiving_a_lead', { name: 'Noa Peretz' }))).toHaveCount(0)
  })
})

test('an Owner sets the recipients and edits a template', async ({ page, t, world, language, outbox }) => {
  await page.goto(`/b/${world.businessId}/settings/notifications`)
  const cell = t(key('audiences.cell'), { event: t(key('events.receiving_a_lead')), channel: t(key('channels.mail')) })
  await page.getByRole('button', { name: cell }).click()
  const owners = page.getByRole('checkbox', { name: t(key('audiences.long.owners')) })
  await owners.click()
  await expect(owners).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: cell })).toContainText(t(key('audiences.short.owners')))

  const subject = page.getByLabel(t(key('templates.subject')), { exact: true })
  const preview = page.getByRole('region', { name: t(key('templates.preview')) })
  const words = language === 'he' ? 'לקוח חדש' : 'A new customer'
  await subject.fill(`${words}: {{unknown}}`)
  await expect(page.getByText(t('errors:unknown_placeholder'))).toBeVisible()
  await subject.fill(`${words}: {{name}}`)
  await expect(preview).toContainText(`${words}: ${language === 'he' ? 'דנה לוי' : 'Dana Levi'}`)
  await page.getByRole('button', { name: t(key('templates.save')) }).click()
  await expect(page.getByText(t(key('templates.saved')))).toBeVisible()

  await world.sendLead({ name: 'Noa Peretz', phone: '+972724441234' })
  await expect.poll(async () => (await outbox(world.email))[0]?.subject).toBe(`${words}: Noa Peretz`)
})
