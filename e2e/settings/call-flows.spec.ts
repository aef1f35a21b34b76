import type { Page } from '@playwright/test'
import { expect, test, type World } from '../support/fixtures.ts'

const key = (path: string) => `call-flows:${path}`

/** Takes a number of the exchange in the box for the campaign. */
async function takeNumber(page: Page, { accessToken, businessId, campaignId }: World): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}`, 'x-business-id': businessId }
  const get = async (path: string) => (await page.request.get(`/api${path}`, { headers })).json()
  const { numbers } = await get('/number/free?area=072')
  // Other journeys are offered the same numbers at the same time.
  const { phone } = numbers[Math.floor(Math.random() * numbers.length)]
  const reply = await page.request.post('/api/number/order', { data: { phone, campaignId }, headers })
  const { order } = await reply.json()
  const ordered = async () => (await get(`/number/order/${order._id}`)).order
  await expect.poll(async () => (await ordered()).state).toBe('done')
  return (await ordered()).number._id
}

test('an Owner makes a flow of a number, adds a menu, mends what does not end, publishes, compares and restores', async ({
  page,
  t,
  world,
}) => {
  const rows = page.getByRole('treeitem')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const [savedAt = ''] = t(key('save.saved'), { time: '|' }).split('|')
  const saved = page.getByRole('status').filter({ hasText: savedAt })
  const numberId = await takeNumber(page, world)
  await test.step('the routing of the number becomes a flow', async () => {
    await page.goto(`/b/${world.businessId}/settings/numbers/${numberId}`)
    await press(t('numbers:flow.make'))
    await expect(page).toHaveURL(/\/settings\/call-flows\/[0-9a-f-]{36}$/)
    await expect(page.getByText(t(key('foot.never')))).toBeVisible()
    await expect(rows).toHaveCount(3)
    await press(t(key('publish'), { version: 1 }))
    await expect(page.getByText(t(key('published'), { version: 1 }))).toBeVisible()
  })
  await test.step('a menu of two keys behind the greeting needs ends of its branches', async () => {
    const greeting = rows.first()
    await greeting.hover()
    await greeting.getByRole('button', { name: t(key('addHere')) }).click()
    await page.getByRole('menuitem', { name: t(key('kinds.menu')) }).click()
    await expect(rows).toHaveCount(6)
    // Until then the calls of both keys went on with these.
    for (const step of ['noanswer', 'ring']) {
      await page.locator(`[data-row="${step}"]`).focus()
      await page.keyboard.press('Delete')
    }
    await expect(page.getByRole('treeitem', { name: t(key('problems.no_end')) })).toHaveCount(2)
    await press(t(key('toProblem'), { problem: t(key('problems.no_end')) }))
    const missing = page.getByRole('treeitem', { name: t(key('problems.no_end')) })
    await missing
      .first()
      .getByRole('button', { name: t(key('kinds.voicemail')) })
      .click()
    await missing
      .first()
      .getByRole('button', { name: t(key('kinds.hangup')) })
      .click()
    await expect(missing).toHaveCount(0)
  })
  await test.step('the draft saves itself, and is published', async () => {
    await expect(saved).toBeVisible()
    await page.reload()
    await expect(rows).toHaveCount(6)
    await press(t(key('publish'), { version: 2 }))
    await expect(page.getByText(t(key('published'), { version: 2 }))).toBeVisible()
  })
  await test.step('a change is said in words', async () => {
    await page.locator('[data-token=spoken]').first().click()
    const field = page.getByRole('textbox', { name: t(key('fields.spoken')) })
    await field.fill('Barak, shalom')
    await page.keyboard.press('Escape')
    await expect(saved).toBeVisible()
    await press(t(key('foot.whatChanged')))
    const dialog = page.getByRole('dialog', { name: t(key('foot.whatChanged')) })
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await expect(dialog.getByRole('listitem')).toContainText('Barak, shalom')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('the first version is compared and restored', async () => {
    await press(t(key('foot.versions')))
    const first = page
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: t(key('version'), { version: 1 }) })
    await first.getByRole('button', { name: t(key('compare')) }).click()
    await expect(first.getByText(t(key('changes.removed'))).first()).toBeVisible()
    await first.getByRole('button', { name: t(key('restore')) }).click()
    await expect(rows).toHaveCount(3)
    await expect(saved).toBeVisible()
    await page.reload()
    await expect(rows).toHaveCount(3)
  })
  await test.step('the number says that its calls follow the flow, and stops', async () => {
    await page.goto(`/b/${world.businessId}/settings/numbers/${numberId}`)
    await press(t('numbers:flow.stop'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('numbers:flow.stop') })
      .click()
    await expect(page.getByRole('button', { name: t('numbers:flow.make') })).toBeVisible()
  })
})
