import { expect, test } from '../support/fixtures.ts'
import { screensOf } from '../support/screens.ts'

test('a new lead is planned, done from Today with Undo, and found by its page', async ({
  page,
  t,
  world,
  isPhone,
  language,
}) => {
  const { toast } = screensOf(page, t, isPhone)
  const name = language === 'he' ? 'נועה ברזילי' : 'Noa Barzilai'
  const leadId = await world.sendLead({ name, phone: '0724441234', message: 'A kitchen' })
  const section = (kind: 'followUps' | 'newLeads') =>
    page.getByRole('region', { name: t(`follow-ups:today.sections.${kind}`) })
  await page.goto(`/b/${world.businessId}/today`)
  await expect(section('newLeads').getByRole('link', { name, exact: true })).toBeVisible()

  // Planned for tomorrow, it waits for that time.
  await page.getByRole('button', { name: t('follow-ups:snoozeOf', { name }) }).click()
  await page.getByRole('menuitem', { name: t('follow-ups:moments.tomorrow') }).click()
  await expect(toast(t('follow-ups:toasts.set'))).toBeVisible()
  await expect(page.getByRole('heading', { name: t('follow-ups:today.done') })).toBeVisible()

  // On the lead's page it stands as the next action, and is moved to the next hour.
  await page.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/${leadId}`)
  const next = page.getByRole('region', { name: t('follow-ups:nextAction') })
  await next.getByRole('button', { name: t('follow-ups:snooze') }).click()
  await page.getByRole('menuitem', { name: t('follow-ups:moments.hour') }).click()
  await expect(toast(t('follow-ups:toasts.snoozed'))).toBeVisible()
  await next.getByRole('button', { name: t('follow-ups:done'), exact: true }).click()
  await expect(next.getByRole('button', { name: t('follow-ups:set') })).toBeVisible()
  await toast(t('follow-ups:toasts.done'))
    .getByRole('button', { name: t('common:undo') })
    .click()
  await expect(next.getByRole('button', { name: t('follow-ups:done'), exact: true })).toBeVisible()
})
