import { aPhone, expect, international, test } from '../support/fixtures.ts'
import { hears, keepPlayed } from '../support/sound.ts'

type Watched = { wasHidden?: boolean }
/** Checks in each frame whether the header is rendered. */
const watchHeader = () => {
  const watched = window as Watched
  watched.wasHidden = false
  const look = () => {
    if (document.querySelector('header')?.checkVisibility() !== true) watched.wasHidden = true
    requestAnimationFrame(look)
  }
  look()
}

test('a number is ordered with its campaign, and two browsers talk through the exchange', async ({
  page,
  browser,
  t,
  world,
  language,
  isPhone,
}) => {
  test.setTimeout(120_000)
  await keepPlayed(page.context())
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const caller = aPhone()
  const name = language === 'he' ? 'מרפסות' : 'Balconies'
  let dialled = ''

  await test.step('its set-up opens over the leads of a new campaign', async () => {
    await page.goto(`/b/${world.businessId}/create-campaign`)
    await page.getByLabel(t('campaigns:form.name')).fill(name)
    for (const step of ['sources', 'phone', 'people', 'review']) {
      await press(t('common:next'))
      await expect(page).toHaveURL(new RegExp(`step=${step}$`))
    }
    await press(t('campaigns:form.submit'))
    const dialog = page.getByRole('dialog', { name: t('numbers:setup.title') })
    // Both projects are offered the same free numbers at the same time.
    const number = dialog.getByRole('radio').nth(isPhone ? 1 : 0)
    dialled = /[\d-]{9,}/.exec((await number.textContent()) ?? '')?.[0] ?? ''
    await number.click()
    await press(t('common:next'))
    await press(t('common:next'))
    await press(t('numbers:setup.take'))
    await expect(dialog.getByText(t('numbers:order.done'))).toBeVisible()
    await press(t('numbers:order.close'))
  })

  const phone = page.getByRole('button', { name: t('softphone:open', { state: t('softphone:line.ready') }) })
  await expect(phone).toBeVisible()
  const outsideContext = await browser.newContext({ permissions: ['microphone'] })
  await keepPlayed(outsideContext)
  await outsideContext.addInitScript((lng) => localStorage.setItem('language', lng), language)
  const outside = await outsideContext.newPage()

  await test.step('the phone loads late and does not shift the header', async () => {
    await page.evaluate(() => localStorage.removeItem('phoneBusinessId'))
    const places = () =>
      page
        .getByRole('banner')
        .getByRole('button')
        .evaluateAll((buttons, own) => {
          const others = buttons.filter((button) => !button.getAttribute('aria-label')?.startsWith(own))
          return others.map((button) => [button.getAttribute('aria-label'), button.getBoundingClientRect().x])
        }, t('softphone:title'))
    // First as on a new device, then as on one that has used the softphone.
    for (const _ of ['unknown', 'known']) {
      await page.reload()
      await expect(page.getByRole('button', { name: t('notifications:open', { count: 0 }) })).toBeVisible()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      // Fonts are requested with the first paint.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      const before = await places()
      await page.evaluate(watchHeader)
      await expect(phone).toBeVisible()
      expect(await places()).toEqual(before)
      expect(await page.evaluate(() => (window as Watched).wasHidden), 'the screen goes on being seen').toBe(false)
    }
  })

  await test.step('an outside phone calls, the app rings and answers', async () => {
    await outside.goto('/dev/phones')
    await outside.getByLabel(t('dev-phones:caller')).fill(caller)
    await outside.getByLabel(t('dev-phones:number')).click()
    await expect(outside.getByText(t('dev-phones:ready'))).toBeVisible()
    await outside.getByLabel(t('dev-phones:number')).fill(dialled)
    await outside.getByRole('button', { name: t('dev-phones:dial') }).click()
    const card = page.getByRole('region', { name: t('softphone:incoming') })
    await expect(card).toContainText(caller.slice(-4))
    await expect(card).toContainText(name)
    await card.getByRole('button', { name: t('softphone:answer') }).click()
    await expect(page.getByRole('timer')).toHaveText('0:03')
    await expect(outside.getByRole('timer')).toBeVisible()
    expect(await Promise.all([hears(page), hears(outside)]), 'each hears the other').toEqual([true, true])
  })

  if (isPhone)
    await test.step('logging out from the menu asks first, above the menu', async () => {
      await press(t('shell:openMenu'))
      await press(t('shell:logout'))
      const question = page.getByRole('dialog', { name: t('shell:logoutInCall.title') })
      await question.getByRole('button', { name: t('shell:logoutInCall.stay') }).click()
      await press(t('shell:closeMenu'))
      await expect(page.getByRole('timer')).toBeVisible()
    })

  await test.step('the page is reloaded during the call, and resumes it without a click', async () => {
    // Closing a page asks first, and the browser does not distinguish a reload.
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByRole('timer')).toHaveText('0:03', { timeout: 30_000 })
    expect(await Promise.all([hears(page), hears(outside)]), 'each hears the other').toEqual([true, true])
    await outside.getByRole('button', { name: t('dev-phones:hangup') }).click()
    await expect(page.getByRole('timer')).toHaveCount(0)
    await outsideContext.close()
  })

  await test.step('lead, call and recording exist', async () => {
    const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
    const first = async () => (await (await page.request.get('/api/call', { headers })).json()).calls[0]
    await expect.poll(async () => (await first())?.recording?.state, { timeout: 30_000 }).toBe('stored')
    // Its report may come after the recording's.
    await expect.poll(async () => (await first())?.status).toBe('Answered')
    const { calls } = await (await page.request.get('/api/call', { headers })).json()
    expect(calls).toHaveLength(1)
    expect(await first()).toMatchObject({ status: 'Answered', caller: international(caller), campaignName: name })
    expect((await first()).duration).toBeGreaterThanOrEqual(2)
    expect((await first()).lead).toBeTruthy()
  })

  await test.step('the recording plays, with one voice in each channel', async () => {
    await page.goto(`/b/${world.businessId}/calls/all`)
    const calls = isPhone
      ? page.getByRole('list', { name: t('calls:title') }).getByRole('listitem')
      : page
          .getByRole('table', { name: t('calls:title') })
          .locator('tbody')
          .getByRole('row')
    await calls
      .first()
      .getByRole('button', { name: t('calls:player.playOf', { name: '' }).trim() })
      .click()
    const player = page.getByRole('region', { name: t('calls:player.title') })
    await expect(player.locator('[data-player-at]')).not.toHaveText('0:00')
    const lanes = player.locator('[data-lane]')
    await expect(lanes).toHaveCount(2)
    const heights = (lane: number) =>
      lanes
        .nth(lane)
        .locator('path')
        .first()
        .evaluate((path) => new Set(path.getAttribute('d')?.match(/v[\d.]+/g)).size)
    // A silent channel has bars of one height.
    for (const lane of [0, 1]) await expect.poll(() => heights(lane)).toBeGreaterThan(1)
  })
})
