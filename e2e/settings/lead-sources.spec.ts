import { aPhone, expect, international, test } from '../support/fixtures.ts'

const key = (path: string) => `lead-sources:${path}`

test('a captured request is mapped, and what could not be read becomes a lead by one click', async ({
  page,
  t,
  world,
}) => {
  const phone = aPhone()
  const address = await test.step('a new address', async () => {
    await page.goto(`/b/${world.businessId}/c/${world.campaignId}/campaign/sources`)
    await page.getByRole('button', { name: t(key('create')) }).click()
    await page.getByRole('menuitem', { name: t(key('kinds.web')) }).click()
    const shown = page.getByText(/^http.*\/hooks\/leads\/[a-z2-7]{26}$/)
    await expect(shown).toBeVisible()
    return (await shown.textContent()) ?? ''
  })
  await test.step('the next request is the sample', async () => {
    await page.getByRole('button', { name: t(key('sample.capture')) }).click()
    await expect(page.getByText(t(key('sample.waiting'), { time: '|' }).split('|')[0] ?? '')).toBeVisible()
    // Nothing in it says that this is a phone.
    const sent = { a: 'Dana Levi', b: `home ${phone}`, c: 'four rooms' }
    expect((await page.request.post(new URL(address).pathname, { data: sent })).status()).toBe(200)
    await expect(page.getByText(`home ${phone}`).first()).toBeVisible()
    await expect(page.getByText(t(key('reasons.no_contact'))).first()).toBeVisible()
  })
  const choose = async (field: string, target: string) => {
    await page.getByRole('combobox', { name: t(key('mapping.targetOf'), { field }) }).click()
    await page.getByRole('option', { name: target, exact: true }).click()
  }
  await test.step('its fields are chosen', async () => {
    await choose('a', t('leads:columns.name'))
    await choose('c', t('lead-sheets:columns.message'))
    await choose('b', t('leads:columns.phone'))
    await page.getByRole('button', { name: t(key('save')), exact: true }).click()
    await expect(page.getByText(t(key('saved')))).toBeVisible()
  })
  await test.step('a value is corrected, and it is a lead', async () => {
    await page
      .locator('summary', { hasText: t(key('reasons.no_contact')) })
      .first()
      .click()
    await page.getByRole('textbox', { name: 'b', exact: true }).fill(phone)
    await page.getByRole('button', { name: t(key('unread.again')), exact: true }).click()
    await expect(page.getByText(t(key('unread.repaired'), { count: 1 }))).toBeVisible()
    const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
    const { leads } = await (await page.request.get('/api/lead', { headers })).json()
    expect(leads).toMatchObject([{ name: 'Dana Levi', phone: international(phone) }])
  })
})
