import AxeBuilder from '@axe-core/playwright'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import {
  aPhone,
  expect,
  international,
  keepToken,
  type Language,
  type Texts,
  test,
  type World,
} from '../support/fixtures.ts'

/** Orders a number for the journey's campaign; it rings the Owner's browser after a greeting. */
async function aNumber(request: APIRequestContext, world: World, nth: number): Promise<string> {
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const { numbers } = await (await request.get('/api/number/free?area=077', { headers })).json()
  const { phone } = numbers[nth]
  const { order } = await (
    await request.post('/api/number/order', { headers, data: { phone, campaignId: world.campaignId } })
  ).json()
  const stateOf = async () =>
    (await (await request.get(`/api/number/order/${order._id}`, { headers })).json()).order.state
  await expect.poll(stateOf).toBe('done')
  return phone
}

/** A phone outside, in a browser of its own. */
async function outsidePhone(
  browser: Browser,
  { caller, t, language }: { caller: string; t: Texts; language: Language },
) {
  const context = await browser.newContext({ permissions: ['microphone'] })
  await context.addInitScript((lng) => localStorage.setItem('language', lng), language)
  const page = await context.newPage()
  await page.goto('/dev/phones')
  await page.getByLabel(t('dev-phones:caller')).fill(caller)
  await page.getByLabel(t('dev-phones:number')).click()
  await expect(page.getByText(t('dev-phones:ready'))).toBeVisible()
  return {
    context,
    poorLine: () => page.getByRole('switch', { name: t('dev-phones:poorLine') }).check({ force: true }),
    dial: async (number: string) => {
      await page.getByLabel(t('dev-phones:number')).fill(number)
      await page.getByRole('button', { name: t('dev-phones:dial') }).click()
    },
    hangUp: () => page.getByRole('button', { name: t('dev-phones:hangup') }).click(),
    ended: () => expect(page.getByRole('button', { name: t('dev-phones:dial') })).toBeVisible(),
  }
}

/** The card has no violation of axe's rules, in both schemes. */
async function isAccessible(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toHaveCount(1)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('[data-call-stack]').analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
}

test('a salesperson sees who calls, speaks, lets a second caller wait, and notes what came of the calls', async ({
  page,
  browser,
  t,
  world,
  language,
  isPhone,
}) => {
  test.setTimeout(240_000)
  const request = page.context().request
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const leadOf = async (id: string) => (await (await request.get(`/api/lead/${id}`, { headers })).json()).lead
  const number = await aNumber(request, world, (isPhone ? 3 : 5) + (language === 'he' ? 0 : 1))
  const [first, second] = [aPhone(), aPhone()]
  const dana = language === 'he' ? 'דנה מור' : 'Dana Mor'
  const note = language === 'he' ? 'רוצה אלון' : 'Wants oak'
  const leadId = await world.sendLead({
    ...{ name: dana, phone: international(first), utm: { source: 'google', term: 'kitchens haifa' } },
  })
  await request.post(`/api/lead/${leadId}/comments`, { headers, data: { text: note } })

  const ready = page.getByRole('button', { name: t('softphone:open', { state: t('softphone:line.ready') }) })
  const incoming = page.getByRole('region', { name: t('softphone:incoming'), exact: true })
  const talking = page.getByRole('region', { name: t('softphone:call'), exact: true })
  const waiting = page.getByRole('region', { name: t('softphone:waiting.title') })
  const form = page.getByRole('form', { name: t('softphone:after.title') })
  await page.goto(`/b/${world.businessId}/leads/all`)
  await expect(ready).toBeVisible({ timeout: 20_000 })
  // Another window of the same browser.
  const beside = await page.context().newPage()
  await keepToken(beside, world.accessToken)
  await beside.goto(`/b/${world.businessId}/campaigns`)
  const ringsBeside = beside.getByRole('button', { name: t('softphone:answer') })
  const phoneBeside = beside.getByRole('button', { name: t('softphone:open', { state: t('softphone:line.ready') }) })
  await expect(phoneBeside).toBeVisible({ timeout: 20_000 })
  const [one, two] = await Promise.all([first, second].map((caller) => outsidePhone(browser, { caller, t, language })))
  if (!one || !two) throw new Error('There are two phones')

  await test.step('while the caller hears the greeting, the card shows what is known', async () => {
    await one.poorLine()
    await one.dial(number)
    await expect(incoming).toContainText(t('softphone:stage.greeting'))
    for (const text of [dana, world.campaignName, 'kitchens haifa', note, t('softphone:known.firstCall')])
      await expect(incoming).toContainText(text)
  })

  await test.step('the same card rings, and is answered', async () => {
    await expect(ringsBeside).toBeVisible({ timeout: 30_000 })
    await incoming.getByRole('button', { name: t('softphone:answer') }).click()
    await expect(page.getByRole('timer')).toHaveText('0:02')
  })

  await test.step('poor sound is said in words', async () => {
    await expect(talking).toContainText(t('softphone:sound.loss'), { timeout: 30_000 })
  })

  await test.step('on a phone the card stands above the bottom bar, with large targets', async () => {
    if (!isPhone) return
    const bar = await page.getByRole('navigation').last().boundingBox()
    const card = await talking.boundingBox()
    if (!bar || !card) throw new Error('Both are on the screen')
    expect(card.y + card.height).toBeLessThanOrEqual(bar.y)
    expect(card.x).toBeGreaterThanOrEqual(0)
    expect(card.x + card.width).toBeLessThanOrEqual(390)
    for (const button of await talking.getByRole('button').all()) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
  })

  await test.step('a second caller waits, and is answered by one press', async () => {
    await two.dial(number)
    await expect(waiting).toContainText(t('softphone:waiting.state'), { timeout: 30_000 })
    await expect(waiting).toContainText(second.slice(-4))
    await expect(ringsBeside, 'a window beside the one that speaks does not ring').toHaveCount(0)
    await isAccessible(page)
    await waiting.getByRole('button', { name: t('softphone:waiting.answer') }).click()
    await one.ended()
    await expect(page.getByRole('timer')).toHaveText('0:02')
    await expect(talking).toContainText(second.slice(-4))
    await expect(page.getByText(t('softphone:after.later'))).toBeVisible()
  })

  const secondName = language === 'he' ? 'אבי כהן' : 'Avi Cohen'
  await test.step('after the talk the card asks what came of it, and keeps what is typed', async () => {
    await beside.close()
    await two.hangUp()
    await expect(form.getByLabel(t('softphone:after.note'))).toBeVisible()
    await isAccessible(page)
    await form.getByLabel(t('softphone:after.name')).fill(secondName)
    await page.reload()
    await expect(form.getByLabel(t('softphone:after.name'))).toHaveValue(secondName, { timeout: 20_000 })
  })

  await test.step('one press saves name, status, note and the next call', async () => {
    await form
      .getByRole('group', { name: t('softphone:after.status') })
      .getByRole('button')
      .first()
      .click()
    await form.getByLabel(t('softphone:after.note')).fill(note)
    await form.getByRole('button', { name: t('follow-ups:moments.tomorrow') }).click()
    if (isPhone) await page.setViewportSize({ width: 390, height: 480 })
    const save = form.getByRole('button', { name: t('softphone:after.save') })
    await expect(save).toBeInViewport({ ratio: 1 })
    await save.click()
    await expect(page.getByText(t('softphone:after.saved'))).toBeVisible()
    const { leads } = await (
      await request.get(`/api/lead?search=${encodeURIComponent(secondName)}`, { headers })
    ).json()
    const lead = await leadOf(leads[0]._id)
    expect(lead).toMatchObject({ name: secondName, phone: international(second) })
    expect(lead.firstResponseAt).not.toBeNull()
    const { statuses } = await (await request.get('/api/business', { headers })).json()
    expect(statuses.find(({ _id }: { _id: string }) => _id === lead.statusId).type).toBe('Ongoing')
    const { history } = await (await request.get(`/api/lead/${lead._id}/history?kind=comments`, { headers })).json()
    expect(history[0].comment).toBe(note)
    const { followUps } = await (await request.get(`/api/lead/${lead._id}/follow-ups`, { headers })).json()
    expect(followUps).toMatchObject([{ action: 'Call Back' }])
  })

  await test.step('then the call before is asked about; without a network, what is saved waits on the device', async () => {
    await expect(page.getByRole('region', { name: t('softphone:after.title') })).toContainText(dana)
    const later = `${note} 2`
    await form.getByLabel(t('softphone:after.note')).fill(later)
    await page.context().setOffline(true)
    await form.getByRole('button', { name: t('softphone:after.save') }).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByText(t('softphone:after.kept'))).toBeVisible()
    await page.context().setOffline(false)
    const comment = async () =>
      (await (await request.get(`/api/lead/${leadId}/history?kind=comments`, { headers })).json()).history[0].comment
    await expect.poll(comment, { timeout: 30_000 }).toBe(later)
  })
  await Promise.all([one.context.close(), two.context.close()])
})
