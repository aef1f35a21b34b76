import type { Page } from '@playwright/test'
import { anEmail, aPhone, expect, international, test } from '../support/fixtures.ts'

/** Answers the newest message with this text as its lead, in another tab. */
async function answer(page: Page, to: string, text: string) {
  const outbox = await page.context().newPage()
  await outbox.goto('/dev/outbox')
  const sent = outbox.getByRole('article').filter({ hasText: to }).first()
  await sent.getByRole('textbox', { name: 'Answer as the lead' }).fill(text)
  await sent.getByRole('button', { name: 'Send' }).click()
  await expect(outbox.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  await outbox.close()
}

test('a lead answers a text message and a mail, and then withdraws from advertising', async ({
  page,
  t,
  world,
  isPhone,
  language,
}) => {
  const request = page.context().request
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const { businessId, campaignId } = world
  const he = language === 'he'
  const words = he
    ? {
        sms: 'שלום דנה, מתי נוח לדבר?',
        yes: 'מחר בעשר',
        mail: 'ההצעה מצורפת',
        thanks: 'תודה, קיבלתי',
        stop: 'הסר',
        free: 'נתראה',
      }
    : {
        sms: 'Hello Dana, when can we talk?',
        yes: 'Tomorrow',
        mail: 'The offer',
        thanks: 'Thank you',
        stop: 'STOP',
        free: 'See you',
      }
  const text = page.getByRole('textbox', { name: t('conversations:text') })
  const send = page.getByRole('button', { name: t('conversations:send'), exact: true })
  const thread = page.getByRole('list', { name: t('conversations:thread') })

  await test.step('the campaign gets a number, and a lead', async () => {
    const { numbers } = await (await request.get('/api/number/free?area=072', { headers })).json()
    const data = { phone: numbers[(isPhone ? 1 : 3) + (he ? 1 : 0)].phone, campaignId }
    const { order } = await (await request.post('/api/number/order', { headers, data })).json()
    const stateOf = async () =>
      (await (await request.get(`/api/number/order/${order._id}`, { headers })).json()).order.state
    await expect.poll(stateOf).toBe('done')
  })
  const data = { name: he ? 'דנה לוי' : 'Dana Levi', phone: international(aPhone()), email: anEmail(), campaignId }
  const { lead } = await (await request.post('/api/lead', { headers, data })).json()
  await page.goto(`/b/${businessId}/c/${campaignId}/leads/${lead._id}?tab=conversation`)

  await test.step('a text message is answered, live', async () => {
    await text.fill(words.sms)
    await send.click()
    await expect(thread.getByText(words.sms)).toBeVisible()
    await expect(
      thread.getByText(t('conversations:states.sent')).or(thread.getByText(t('conversations:states.delivered'))),
    ).toBeVisible()
    await answer(page, words.sms, words.yes)
    await expect(thread.getByText(words.yes)).toBeVisible()
  })

  await test.step('so is a mail', async () => {
    const channels = page.getByRole('group', { name: t('conversations:channel') })
    await channels.getByRole('button', { name: t('conversations:channels.email') }).click()
    await page.getByRole('textbox', { name: t('conversations:subject') }).fill(words.mail)
    await text.fill(words.mail)
    await send.click()
    await expect(thread.getByText(words.mail)).toHaveCount(2)
    await expect(thread.locator('article').last()).toContainText(t('conversations:states.sent'))
    await answer(page, words.mail, words.thanks)
    await expect(thread.getByText(words.thanks)).toBeVisible()
    await expect(thread.getByText(data.email)).toBeVisible()
  })

  await test.step('WhatsApp is connected on a page of another origin', async () => {
    await page.goto(`/b/${businessId}/settings/channels`)
    await page.getByRole('button', { name: t('channels:whatsApp.connect') }).click()
    await expect(page.getByRole('textbox', { name: he ? 'שם העסק' : 'Name of the business' })).toBeVisible()
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v\d+\.\d+\/dialog\/oauth/)
    await page.getByRole('textbox', { name: he ? 'שם העסק' : 'Name of the business' }).fill('Green Gardens')
    await page.getByRole('textbox', { name: he ? 'מספר WhatsApp' : 'WhatsApp number' }).fill(international(aPhone()))
    await page.getByRole('button', { name: he ? 'אישור' : 'Allow' }).click()
    await expect(page.getByText('Green Gardens')).toBeVisible()
    await expect(page).toHaveURL(/settings\/channels$/)
  })

  await test.step('the lead gets a template by WhatsApp, answers, and is answered freely', async () => {
    const { templates } = await (await request.get('/api/message-templates', { headers })).json()
    const { _id } = templates.find(({ nameEn }: { nameEn: string }) => nameEn === 'follow_up')
    const values = ['{{lead.firstName}}', '{{business.name}}']
    await request.put(`/api/message-templates/${_id}/values`, { headers, data: { language: he ? 'he' : 'en', values } })
    await page.goto(`/b/${businessId}/c/${campaignId}/leads/${lead._id}?tab=conversation&channel=whatsapp`)
    await expect(page.getByText(t('conversations:windowClosed'))).toBeVisible()
    await page.getByRole('button', { name: t('conversations:templates') }).click()
    await page.getByRole('option', { name: /follow_up/ }).click()
    await send.click()
    const opened = he ? 'תודה שפנית אל' : 'thank you for contacting'
    const first = thread.locator('article').filter({ hasText: opened })
    await expect(first).toContainText(t('conversations:states.delivered'))
    await answer(page, opened, words.yes)
    await expect(first).toContainText(t('conversations:states.read'))
    await expect(thread.getByText(words.yes)).toHaveCount(2)
    await text.fill(words.free)
    await send.click()
    await expect(thread.locator('article').filter({ hasText: words.free })).toContainText(
      t('conversations:states.delivered'),
    )
  })

  await test.step('a word of withdrawal closes advertising, and is confirmed', async () => {
    await answer(page, words.sms, words.stop)
    await expect(thread.getByText(words.stop, { exact: true })).toBeVisible()
    await expect(thread.locator('article').last()).toContainText(t('conversations:bySystem'))
  })
})
